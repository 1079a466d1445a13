import { Module } from '@nestjs/common';
import { IndexesRepository } from '../../platform/database/indexes.repository.js';
import { MetricsModule } from '../../platform/metrics/metrics.module.js';
import { ProbesModule } from '../../platform/probes/probes.module.js';
import { SwitchesModule } from '../../platform/switches/switches.module.js';
import { ApplicationsController } from './applications.controller.js';
import { ApplicationsService } from './applications.service.js';
import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';
import { MetricsController } from './metrics.controller.js';
import { ServerController } from './server.controller.js';

/** What operators and machines ask the server about itself. */
@Module({
  imports: [MetricsModule, ProbesModule, SwitchesModule],
  controllers: [ApplicationsController, HealthController, MetricsController, ServerController],
  providers: [ApplicationsService, HealthService, IndexesRepository],
})
export class OperationalModule {}
