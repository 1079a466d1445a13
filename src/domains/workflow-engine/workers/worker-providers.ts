import { type Provider } from '@nestjs/common';
import { MaintenanceController } from '../admission/maintenance.controller.js';
import { MaintenanceSwitch } from '../admission/maintenance-switch.service.js';
import { WorkersController } from '../admission/workers.controller.js';
import { JobCapacity } from '../admission/job-capacity.service.js';
import { RunningJobsRepository } from '../admission/running-jobs.repository.js';
import { StartAdmission } from '../admission/start-admission.service.js';
import { ClaimsRepository } from './claims.repository.js';
import { LocalDispatch } from './local-dispatch.js';
import { OutcomeDelivery } from './outcome-delivery.service.js';
import { RedisOffers } from './redis-offers.service.js';
import { ServerIdentity } from '../runner/server-identity.js';
import { ServerTime } from './server-time.repository.js';
import { TaskActors } from './task-actors.service.js';
import { TaskDispatch } from '../runner/task-dispatch.js';
import { TaskJournals } from './task-journals.service.js';
import { TaskRun } from './task-run.service.js';
import { TaskAttempt } from './task-attempt.service.js';
import { TaskWorker } from './task-worker.service.js';
import { WorkTasks } from './work.tasks.js';
import { WorkedJobsRepository } from './worked-jobs.repository.js';

export const WORKER_CONTROLLERS = [MaintenanceController, WorkersController];

/** Who may begin, and who works on what has begun. */
export const WORKER_PROVIDERS: Provider[] = [
  MaintenanceSwitch,
  JobCapacity,
  RunningJobsRepository,
  StartAdmission,
  ClaimsRepository,
  LocalDispatch,
  OutcomeDelivery,
  RedisOffers,
  ServerIdentity,
  ServerTime,
  TaskActors,
  TaskJournals,
  TaskRun,
  TaskAttempt,
  TaskWorker,
  WorkedJobsRepository,
  WorkTasks,
  { provide: TaskDispatch, useExisting: LocalDispatch },
];
