import { IterationListRepository } from '../listing/iteration-list.repository.js';
import { EngineJobsController } from '../listing/engine-jobs.controller.js';
import { IterationReaderService } from '../listing/iteration-reader.service.js';
import { JobListRepository } from '../listing/job-list.repository.js';
import { JobValueReaderService } from '../listing/job-value-reader.service.js';
import { JobReaderService } from '../listing/job-reader.service.js';
import { JobsController } from '../listing/jobs.controller.js';
import { JobsListingService } from '../listing/jobs-listing.service.js';
import { BulkControlService } from './bulk-control.service.js';
import { JobControlService } from './job-control.service.js';
import { JobRepairController } from './job-repair.controller.js';
import { JobStartService } from './job-start.service.js';
import { JobsControlController } from './jobs-control.controller.js';
import { JobUpgradeService } from './job-upgrade.service.js';
import { WatchersRepository } from './watchers.repository.js';
import { WatchingService } from './watching.service.js';

/** What answers the operations on jobs. Paths with a fixed last segment come before those with an id. */
export const JOB_CONTROLLERS = [
  JobsControlController,
  JobsController,
  JobRepairController,
  EngineJobsController,
];

/** What stands behind them. */
export const CONTROL_PROVIDERS = [
  BulkControlService,
  IterationListRepository,
  IterationReaderService,
  JobControlService,
  JobListRepository,
  JobReaderService,
  JobsListingService,
  JobStartService,
  JobUpgradeService,
  JobValueReaderService,
  WatchersRepository,
  WatchingService,
];
