import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ListTotalsModule } from '../../platform/database/list-totals.module.js';
import { MaintenanceModule } from '../../platform/maintenance/maintenance.module.js';
import { MetricsModule } from '../../platform/metrics/metrics.module.js';
import { OutboundModule } from '../../platform/outbound/outbound.module.js';
import { SchedulingModule } from '../../platform/scheduling/scheduling.module.js';
import { WorkModule } from '../../platform/work/work.module.js';
import { AdaptersModule } from '../adapters/adapters.module.js';
import { ArtifactsModule } from '../artifacts/artifacts.module.js';
import { TriggerFiringModule } from '../automations/trigger-firing.module.js';
import { DeviceAutomationModule } from '#domains/device-changes/automating/device-automation.module.js';
import { ContentModule } from '../content/content.module.js';
import { IntegrationsModule } from '../integrations/integrations.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { OrchestratorModule } from '../orchestrator/orchestrator.module.js';
import { ServiceManagementModule } from '../service-management/service-management.module.js';
import { UserManagementModule } from '../user-management/user-management.module.js';
import { CONTROL_PROVIDERS, JOB_CONTROLLERS } from './control/control-providers.js';
import { JobPicturesController } from './drawing/job-pictures.controller.js';
import { JobPicturesService } from './drawing/job-pictures.service.js';
import { EXECUTOR_PROVIDERS } from './executors/executor-providers.js';
import { FOLLOWING_CONTROLLERS, FOLLOWING_PROVIDERS } from './following/following-providers.js';
import { RUNNER_PROVIDERS } from './runner/runner-providers.js';
import { JOB_MODELS, STORE_PROVIDERS } from './store/store-providers.js';
import { BACKGROUND_PROVIDERS } from './background/background-providers.js';
import { MANUAL_CONTROLLERS, MANUAL_PROVIDERS } from './manual/manual-providers.js';
import { WORKER_CONTROLLERS, WORKER_PROVIDERS } from './workers/worker-providers.js';

/**
 * The workflow engine: operation 20 and everything about jobs and their tasks. Owns the collections `jobs`,
 * `job_tasks`, `job_plans` and `job_values`.
 */
@Module({
  imports: [
    MongooseModule.forFeature(JOB_MODELS),
    AdaptersModule,
    ArtifactsModule,
    ContentModule,
    DeviceAutomationModule,
    IntegrationsModule,
    ListTotalsModule,
    MaintenanceModule,
    MetricsModule,
    NotificationsModule,
    OrchestratorModule,
    OutboundModule,
    SchedulingModule,
    WorkModule,
    ServiceManagementModule,
    TriggerFiringModule,
    UserManagementModule,
  ],
  controllers: [
    ...JOB_CONTROLLERS,
    ...WORKER_CONTROLLERS,
    ...FOLLOWING_CONTROLLERS,
    ...MANUAL_CONTROLLERS,
    JobPicturesController,
  ],
  providers: [
    ...STORE_PROVIDERS,
    ...RUNNER_PROVIDERS,
    ...BACKGROUND_PROVIDERS,
    ...CONTROL_PROVIDERS,
    ...FOLLOWING_PROVIDERS,
    ...MANUAL_PROVIDERS,
    ...WORKER_PROVIDERS,
    ...EXECUTOR_PROVIDERS,
    JobPicturesService,
  ],
})
export class WorkflowEngineModule {}
