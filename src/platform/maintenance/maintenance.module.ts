import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { MaintenanceRepository } from './maintenance.repository.js';
import { MAINTENANCE_MODEL, maintenanceSchema } from './maintenance.schema.js';
import { MaintenanceService } from './maintenance.service.js';
import { TaskWorkStopService } from './task-work-stop.service.js';

/** The switches that stop whatever would begin; the domains that begin things ask them. */
@Module({
  imports: [MongooseModule.forFeature([{ name: MAINTENANCE_MODEL, schema: maintenanceSchema }])],
  providers: [MaintenanceService, MaintenanceRepository, TaskWorkStopService],
  exports: [MaintenanceService, TaskWorkStopService],
})
export class MaintenanceModule {}
