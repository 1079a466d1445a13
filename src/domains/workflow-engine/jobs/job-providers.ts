import { IterationsRepository } from '../stored/iterations.repository.js';
import { ITERATION_MODEL, iterationSchema } from '../stored/iteration.schema.js';
import { ChildQueueRepository } from '../stored/child-queue.repository.js';
import { ChildResults } from './child-results.service.js';
import { ChildStarts } from './child-starts.service.js';
import { EngineWrites } from '../stored/engine-writes.js';
import { FamiliesRepository } from '../stored/families.repository.js';
import { ValueCodec } from './value-codec.service.js';
import { ChildJobsService } from './child-jobs.service.js';
import { JobNotifier } from './job-notifier.js';
import { TurnNotifier } from './turn-notifier.js';
import { JobFactory } from './job-factory.service.js';
import { JobSteps } from './job-steps.service.js';
import { JobStateCodec } from './job-state-codec.service.js';
import { JobValueFilesRepository } from '../stored/job-value-files.repository.js';
import { JobValues } from './job-values.service.js';
import { JOB_MODEL, JOB_PLAN_MODEL, jobPlanSchema, jobSchema } from '../stored/job.schema.js';
import { JobSecretLists } from './job-secret-lists.service.js';
import { JobsRepository } from '../stored/jobs.repository.js';
import { OutboxEnds } from './outbox-ends.service.js';
import { OutboxIterations } from './outbox-iterations.service.js';
import { OutboxMessages } from './outbox-messages.service.js';
import { Outbox } from './outbox.service.js';
import { PlansRepository } from '../stored/plans.repository.js';
import { Plans } from './plans.service.js';
import { RecentJobs } from './recent-jobs.js';
import { StepBuilder } from './step-builder.service.js';
import { StepRunner } from './step-runner.service.js';
import {
  VALUE_CHUNK_MODEL,
  VALUE_FILE_MODEL,
  valueChunkSchema,
  valueFileSchema,
} from '../stored/value.schema.js';
import { ValueQuota } from './value-quota.service.js';
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
  ValueCodec,
  IterationsRepository,
  ChildJobsService,
  JobNotifier,
  JobSecretLists,
  JobsRepository,
  JobFactory,
  JobSteps,
  JobStateCodec,
  JobValueFilesRepository,
  JobValues,
  Outbox,
  OutboxEnds,
  OutboxIterations,
  OutboxMessages,
  Plans,
  PlansRepository,
  RecentJobs,
  StepBuilder,
  StepRunner,
  TurnNotifier,
  ValueQuota,
  WakeTimers,
  WorkflowsToRun,
];
