import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { MaintenanceModule } from '../../platform/maintenance/maintenance.module.js';
import { CredentialReader } from '../../api/access/credential-reader.js';
import { MetricsModule } from '../../platform/metrics/metrics.module.js';
import { OutboundModule } from '../../platform/outbound/outbound.module.js';
import { SchedulingModule } from '../../platform/scheduling/scheduling.module.js';
import { AdaptersModule } from '../adapters/adapters.module.js';
import { TriggerFiringModule } from '../automations/trigger-firing.module.js';
import { ContentModule } from '../content/content.module.js';
import { IntegrationsModule } from '../integrations/integrations.module.js';
import { UserManagementModule } from '../user-management/user-management.module.js';
import { CONTROL_PROVIDERS, JOB_CONTROLLERS } from './control/control-providers.js';
import { EXECUTOR_PROVIDERS } from './executors/executor-providers.js';
import { FollowAdmission } from './following/follow-admission.js';
import { FollowedJobsRepository } from './following/followed-jobs.repository.js';
import { JobFollowingController } from './following/job-following.controller.js';
import { JobFollows } from './following/job-follows.service.js';
import { JobGlances } from './following/job-glances.service.js';
import { JobPublications } from './following/job-publications.service.js';
import { JobCounters } from './following/metrics/job-counters.js';
import { JobMetricsController } from './following/metrics/job-metrics.controller.js';
import { JobMetrics } from './following/metrics/job-metrics.service.js';
import { MetricsRepository } from './following/metrics/metrics.repository.js';
import { JOB_MODELS, JOB_PROVIDERS, UPKEEP_PROVIDERS } from './jobs/job-providers.js';
import { EventListeners } from './listening/event-listeners.service.js';
import { ListenersRepository } from './listening/listeners.repository.js';
import { ListeningTasks } from './listening/listening.tasks.js';
import { ManualTasksController } from './manual/manual-tasks.controller.js';
import { ManualTasksRepository } from './manual/manual-tasks.repository.js';
import { ManualTasks } from './manual/manual-tasks.service.js';
import { OverdueTasks } from './manual/overdue-tasks.service.js';
import { TaskAssignees } from './manual/task-assignees.service.js';
import { TaskAssignment } from './manual/task-assignment.service.js';
import { TaskDetailsService } from './manual/task-details.service.js';
import { TaskFinishing } from './manual/task-finishing.service.js';
import { TaskForms } from './manual/task-forms.service.js';
import { TaskTelling } from './manual/task-telling.service.js';
import { WORK_CONTROLLERS, WORK_PROVIDERS } from './work/work-providers.js';

const FOLLOWING = [
  CredentialReader,
  FollowAdmission,
  FollowedJobsRepository,
  JobCounters,
  JobFollows,
  JobGlances,
  JobMetrics,
  JobPublications,
  MetricsRepository,
];
const LISTENING = [EventListeners, ListenersRepository, ListeningTasks];
const MANUAL = [
  ManualTasks,
  ManualTasksRepository,
  OverdueTasks,
  TaskAssignees,
  TaskAssignment,
  TaskDetailsService,
  TaskFinishing,
  TaskForms,
  TaskTelling,
];

/**
 * The workflow engine: operation 20 and everything about jobs and their tasks. Owns the collections `jobs`,
 * `job_tasks`, `job_plans` and `job_values`.
 */
@Module({
  imports: [
    MongooseModule.forFeature(JOB_MODELS),
    AdaptersModule,
    ContentModule,
    IntegrationsModule,
    MaintenanceModule,
    MetricsModule,
    OutboundModule,
    SchedulingModule,
    TriggerFiringModule,
    UserManagementModule,
  ],
  controllers: [
    ...JOB_CONTROLLERS,
    ...WORK_CONTROLLERS,
    ManualTasksController,
    JobFollowingController,
    JobMetricsController,
  ],
  providers: [
    ...JOB_PROVIDERS,
    ...UPKEEP_PROVIDERS,
    ...CONTROL_PROVIDERS,
    ...FOLLOWING,
    ...LISTENING,
    ...MANUAL,
    ...WORK_PROVIDERS,
    ...EXECUTOR_PROVIDERS,
  ],
})
export class WorkflowEngineModule {}
