import { Module, type Type } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { MetricsModule } from '../../platform/metrics/metrics.module.js';
import { OutboundModule } from '../../platform/outbound/outbound.module.js';
import { SchedulingModule } from '../../platform/scheduling/scheduling.module.js';
import { AdaptersModule } from '../adapters/adapters.module.js';
import { TriggerFiringModule } from '../automations/trigger-firing.module.js';
import { ContentModule } from '../content/content.module.js';
import { IntegrationsModule } from '../integrations/integrations.module.js';
import { UserManagementModule } from '../user-management/user-management.module.js';
import { CONTROL_PROVIDERS, JOB_CONTROLLERS } from './control/control-providers.js';
import { AdapterCalls } from './executors/calls/adapter-calls.service.js';
import { AdapterTasks } from './executors/calls/adapter-tasks.executor.js';
import { IntegrationTaskCalls } from './executors/calls/integration-calls.service.js';
import { RestCalls } from './executors/calls/rest-call.executor.js';
import { JobPublications } from './following/job-publications.service.js';
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
import { ClaimsRepository } from './work/claims.repository.js';
import { LocalDispatch } from './work/local-dispatch.js';
import { OutcomeDelivery } from './work/outcome-delivery.service.js';
import { ServerIdentity } from './work/server-identity.js';
import { ServerTime } from './work/server-time.repository.js';
import { TaskActors } from './work/task-actors.service.js';
import { TaskDispatch } from './work/task-dispatch.js';
import { TASK_EXECUTORS, type TaskExecutor } from './work/task-executor.js';
import { TaskRun } from './work/task-run.service.js';
import { TaskTry } from './work/task-try.service.js';
import { TaskWorker } from './work/task-worker.service.js';
import { WorkTasks } from './work/work.tasks.js';
import { WorkedJobsRepository } from './work/worked-jobs.repository.js';

const FOLLOWING = [JobPublications];
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
const WORK = [
  AdapterCalls,
  ClaimsRepository,
  IntegrationTaskCalls,
  LocalDispatch,
  OutcomeDelivery,
  ServerIdentity,
  ServerTime,
  TaskActors,
  TaskRun,
  TaskTry,
  TaskWorker,
  WorkedJobsRepository,
  WorkTasks,
  { provide: TaskDispatch, useExisting: LocalDispatch },
];
/** Each in one of these lists runs one family of dispatched tasks; they are asked in this order. */
const EXECUTORS: Type<TaskExecutor>[] = [AdapterTasks, RestCalls];

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
    MetricsModule,
    OutboundModule,
    SchedulingModule,
    TriggerFiringModule,
    UserManagementModule,
  ],
  controllers: [...JOB_CONTROLLERS, ManualTasksController],
  providers: [
    ...JOB_PROVIDERS,
    ...UPKEEP_PROVIDERS,
    ...CONTROL_PROVIDERS,
    ...FOLLOWING,
    ...LISTENING,
    ...MANUAL,
    ...WORK,
    ...EXECUTORS,
    {
      provide: TASK_EXECUTORS,
      useFactory: (...executors: TaskExecutor[]): readonly TaskExecutor[] => executors,
      inject: EXECUTORS,
    },
  ],
})
export class WorkflowEngineModule {}
