import { JobRetention } from './job-retention.service.js';
import { JobSweepsRepository } from './job-sweeps.repository.js';
import { RollingUpgradeService } from './rolling-upgrade.service.js';
import { StartRequests } from './start-requests.service.js';
import { Waker } from './waker.service.js';
import { ImmediateStartService } from './immediate-start.service.js';
import { CanceledJobs } from './canceled-jobs.service.js';
import { ChildTurns } from './child-turns.service.js';

/** What keeps jobs going by itself. */
export const UPKEEP_PROVIDERS = [
  ImmediateStartService,
  CanceledJobs,
  ChildTurns,
  JobRetention,
  JobSweepsRepository,
  RollingUpgradeService,
  StartRequests,
  Waker,
];
