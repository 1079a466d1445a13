import { type Provider } from '@nestjs/common';
import { MaintenanceController } from '../admission/maintenance.controller.js';
import { MaintenanceSwitchService } from '../admission/maintenance-switch.service.js';
import { WorkersController } from '../admission/workers.controller.js';
import { JobCapacityService } from '../admission/job-capacity.service.js';
import { RunningJobsRepository } from '../admission/running-jobs.repository.js';
import { StartAdmissionService } from '../admission/start-admission.service.js';
import { ClaimsRepository } from './claims.repository.js';
import { LocalDispatch } from './local-dispatch.js';
import { OutcomeDeliveryService } from './outcome-delivery.service.js';
import { RedisOffersService } from './redis-offers.service.js';
import { ServerIdentity } from '../runner/server-identity.js';
import { ServerTimeRepository } from './server-time.repository.js';
import { TaskActorsService } from './task-actors.service.js';
import { TaskDispatch } from '../runner/task-dispatch.js';
import { TaskJournalsService } from './task-journals.service.js';
import { TaskPreparationService } from './task-preparation.service.js';
import { TaskRunService } from './task-run.service.js';
import { TaskOutcomesRepository } from './task-outcomes.repository.js';
import { TaskOutcomesService } from './task-outcomes.service.js';
import { TaskAttemptService } from './task-attempt.service.js';
import { TaskWorkerService } from './task-worker.service.js';
import { WorkerTasks } from './worker.tasks.js';
import { WorkerJobsRepository } from './worker-jobs.repository.js';

export const WORKER_CONTROLLERS = [MaintenanceController, WorkersController];

/** Who may begin, and who works on what has begun. */
export const WORKER_PROVIDERS: Provider[] = [
  MaintenanceSwitchService,
  JobCapacityService,
  RunningJobsRepository,
  StartAdmissionService,
  ClaimsRepository,
  LocalDispatch,
  OutcomeDeliveryService,
  RedisOffersService,
  ServerIdentity,
  ServerTimeRepository,
  TaskActorsService,
  TaskJournalsService,
  TaskPreparationService,
  TaskRunService,
  TaskAttemptService,
  TaskOutcomesRepository,
  TaskOutcomesService,
  TaskWorkerService,
  WorkerJobsRepository,
  WorkerTasks,
  { provide: TaskDispatch, useExisting: LocalDispatch },
];
