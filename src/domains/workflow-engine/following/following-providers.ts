import { CredentialReader } from '../../../api/access/credential-reader.js';
import { StreamAdmission } from '../../../api/access/stream-admission.js';
import { EventListeners } from '../listening/event-listeners.service.js';
import { ListenersRepository } from '../listening/listeners.repository.js';
import { ListeningTasks } from '../listening/listening.tasks.js';
import { FollowedJobsRepository } from './followed-jobs.repository.js';
import { JobFollowingController } from './job-following.controller.js';
import { JobFollows } from './job-follows.service.js';
import { JobSnapshots } from './job-snapshots.service.js';
import { JobPublications } from '../publishing/job-publications.service.js';
import { JobCounters } from '../metrics/job-counters.js';
import { JobMetricsController } from './metrics/job-metrics.controller.js';
import { JobMetrics } from './metrics/job-metrics.service.js';
import { MetricsRepository } from '../metrics/metrics.repository.js';

export const FOLLOWING_CONTROLLERS = [JobFollowingController, JobMetricsController];

/** What tells of jobs, shows them as they happen and counts them; and what tells jobs of events. */
export const FOLLOWING_PROVIDERS = [
  CredentialReader,
  EventListeners,
  FollowedJobsRepository,
  JobCounters,
  JobFollows,
  JobSnapshots,
  JobMetrics,
  JobPublications,
  ListenersRepository,
  ListeningTasks,
  MetricsRepository,
  StreamAdmission,
];
