import { IterationListRepository } from '../listing/iteration-list.repository.js';
import { EngineJobsController } from '../listing/engine-jobs.controller.js';
import { IterationReader } from '../listing/iteration-reader.service.js';
import { JobListRepository } from '../listing/job-list.repository.js';
import { JobReader } from '../listing/job-reader.service.js';
import { JobsController } from '../listing/jobs.controller.js';
import { JobsListing } from '../listing/jobs-listing.service.js';
import { BulkControl } from './bulk-control.service.js';
import { JobControl } from './job-control.service.js';
import { JobRepairController } from './job-repair.controller.js';
import { JobStart } from './job-start.service.js';
import { JobsControlController } from './jobs-control.controller.js';
import { ShownJobs } from './shown-jobs.js';
import { WatchersRepository } from './watchers.repository.js';
import { Watching } from './watching.service.js';

/** What answers the operations on jobs. Paths with a fixed last segment come before those with an id. */
export const JOB_CONTROLLERS = [
  JobsControlController,
  JobsController,
  JobRepairController,
  EngineJobsController,
];

/** What stands behind them. */
export const CONTROL_PROVIDERS = [
  BulkControl,
  IterationListRepository,
  IterationReader,
  JobControl,
  JobListRepository,
  JobReader,
  JobsListing,
  JobStart,
  ShownJobs,
  WatchersRepository,
  Watching,
];
