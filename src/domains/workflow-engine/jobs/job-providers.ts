import { IterationsRepository } from '../iterations/iterations.repository.js';
import { ITERATION_MODEL, iterationSchema } from '../iterations/iteration.schema.js';
import { JobRetention } from '../upkeep/job-retention.service.js';
import { JobSweepsRepository } from '../upkeep/job-sweeps.repository.js';
import { StartRequests } from '../upkeep/start-requests.service.js';
import { Waker } from '../upkeep/waker.service.js';
import { CanceledJobs } from '../upkeep/canceled-jobs.service.js';
import { ChildTurns } from '../upkeep/child-turns.service.js';
import { ChildQueueRepository } from './child-queue.repository.js';
import { ChildResults } from './child-results.service.js';
import { ChildStarts } from './child-starts.service.js';
import { EngineWrites } from './engine-writes.js';
import { FamiliesRepository } from './families.repository.js';
import { HeldTexts } from './held-texts.service.js';
import { JobFamilyService } from './job-family.service.js';
import { JobNudges } from './job-nudges.js';
import { TurnNudges } from './turn-nudges.js';
import { JobStarts } from './job-starts.service.js';
import { JobSteps } from './job-steps.service.js';
import { JobTexts } from './job-texts.service.js';
import { JobValueFilesRepository } from './job-value-files.repository.js';
import { JobValues } from './job-values.service.js';
import { JOB_MODEL, JOB_PLAN_MODEL, jobPlanSchema, jobSchema } from './job.schema.js';
import { JobSecretLists } from './job-secret-lists.service.js';
import { JobsRepository } from './jobs.repository.js';
import { OutboxEnds } from './outbox-ends.service.js';
import { OutboxIterations } from './outbox-iterations.service.js';
import { OutboxMessages } from './outbox-messages.service.js';
import { Outbox } from './outbox.service.js';
import { PlansRepository } from './plans.repository.js';
import { Plans } from './plans.service.js';
import { RecentJobs } from './recent-jobs.js';
import { StepRunner } from './step-runner.service.js';
import {
  VALUE_CHUNK_MODEL,
  VALUE_FILE_MODEL,
  valueChunkSchema,
  valueFileSchema,
} from './value.schema.js';
import { WakeTimers } from './wake-timers.js';
import { WorkflowsToRun } from './workflows-to-run.service.js';

/** The collections of jobs. */
export const JOB_MODELS = [
  { name: JOB_MODEL, schema: jobSchema },
  { name: JOB_PLAN_MODEL, schema: jobPlanSchema },
  { name: ITERATION_MODEL, schema: iterationSchema },
  { name: VALUE_FILE_MODEL, schema: valueFileSchema },
  { name: VALUE_CHUNK_MODEL, schema: valueChunkSchema },
];

/** What jobs are begun, stepped and carried out by. */
export const JOB_PROVIDERS = [
  ChildQueueRepository,
  ChildResults,
  ChildStarts,
  EngineWrites,
  FamiliesRepository,
  HeldTexts,
  IterationsRepository,
  JobFamilyService,
  JobNudges,
  JobSecretLists,
  JobsRepository,
  JobStarts,
  JobSteps,
  JobTexts,
  JobValueFilesRepository,
  JobValues,
  Outbox,
  OutboxEnds,
  OutboxIterations,
  OutboxMessages,
  Plans,
  PlansRepository,
  RecentJobs,
  StepRunner,
  TurnNudges,
  WakeTimers,
  WorkflowsToRun,
];

/** What keeps jobs going by itself. */
export const UPKEEP_PROVIDERS = [
  CanceledJobs,
  ChildTurns,
  JobRetention,
  JobSweepsRepository,
  StartRequests,
  Waker,
];
