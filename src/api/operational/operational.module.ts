import { Module } from '@nestjs/common';
import { MetricsModule } from '../../platform/metrics/metrics.module.js';
import { ProbesModule } from '../../platform/probes/probes.module.js';
import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';
import { MetricsController } from './metrics.controller.js';

/** What operators and machines ask the server about itself. */
@Module({
  imports: [MetricsModule, ProbesModule],
  controllers: [HealthController, MetricsController],
  providers: [HealthService],
})
export class OperationalModule {}
