import { CredentialReader } from '../../../api/access/credential-reader.js';
import { EventListenersService } from '../event-waits/event-listeners.service.js';
import { ListenersRepository } from '../event-waits/listeners.repository.js';
import { ListeningTasks } from '../event-waits/listening.tasks.js';
import { FollowedJobsRepository } from './followed-jobs.repository.js';
import { JobFollowingController } from './job-following.controller.js';
import { JobFollowsService } from './job-follows.service.js';
import { JobSnapshotsService } from './job-snapshots.service.js';
import { JobPublicationsService } from '../publishing/job-publications.service.js';
import { JobCounters } from '../metrics/job-counters.js';
import { JobMetricsController } from './metrics/job-metrics.controller.js';
import { JobMetricsService } from './metrics/job-metrics.service.js';
import { MetricsRepository } from '../metrics/metrics.repository.js';

export const FOLLOWING_CONTROLLERS = [JobFollowingController, JobMetricsController];

/** What tells of jobs, shows them as they happen and counts them; and what tells jobs of events. */
export const FOLLOWING_PROVIDERS = [
  CredentialReader,
  EventListenersService,
  FollowedJobsRepository,
  JobCounters,
  JobFollowsService,
  JobSnapshotsService,
  JobMetricsService,
  JobPublicationsService,
  ListenersRepository,
  ListeningTasks,
  MetricsRepository,
];
