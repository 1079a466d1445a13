import { JobRetentionService } from './job-retention.service.js';
import { JobSweepsRepository } from './job-sweeps.repository.js';
import { RollingUpgradeService } from './rolling-upgrade.service.js';
import { JobStartQueueWorkerService } from './job-start-queue-worker.service.js';
import { ValueRetentionService } from './value-retention.service.js';
import { WakerService } from './waker.service.js';
import { ImmediateStartService } from './immediate-start.service.js';
import { CanceledJobsService } from './canceled-jobs.service.js';
import { ChildLauncherService } from './child-launcher.service.js';
import { ChildTurnsService } from './child-turns.service.js';

/** What keeps jobs going by itself. */
export const BACKGROUND_PROVIDERS = [
  ImmediateStartService,
  CanceledJobsService,
  ChildLauncherService,
  ChildTurnsService,
  JobRetentionService,
  JobSweepsRepository,
  RollingUpgradeService,
  JobStartQueueWorkerService,
  ValueRetentionService,
  WakerService,
];
