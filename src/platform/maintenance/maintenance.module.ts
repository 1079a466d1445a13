import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { MaintenanceRepository } from './maintenance.repository.js';
import { MAINTENANCE_MODEL, maintenanceSchema } from './maintenance.schema.js';
import { Maintenance } from './maintenance.service.js';

/** The switch that stops whatever would begin; the domains that begin things ask it. */
@Module({
  imports: [MongooseModule.forFeature([{ name: MAINTENANCE_MODEL, schema: maintenanceSchema }])],
  providers: [Maintenance, MaintenanceRepository],
  exports: [Maintenance],
})
export class MaintenanceModule {}
