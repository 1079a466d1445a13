import { IterationsRepository } from './iterations.repository.js';
import { ITERATION_MODEL, iterationSchema } from './iteration.schema.js';
import { ChildQueueRepository } from './child-queue.repository.js';
import { EngineWrites } from './engine-writes.js';
import { FamiliesRepository } from './families.repository.js';
import { ValueCodecService } from './values/value-codec.service.js';
import { JobStateCodecService } from './values/job-state-codec.service.js';
import { JobValueFilesRepository } from './values/job-value-files.repository.js';
import { JobValuesService } from './values/job-values.service.js';
import { JOB_MODEL, JOB_PLAN_MODEL, jobPlanSchema, jobSchema } from './job.schema.js';
import { JobSecretListsService } from './values/job-secret-lists.service.js';
import { JobsRepository } from './jobs.repository.js';
import { PlansRepository } from './plans.repository.js';
import { PlansService } from './plans.service.js';
import { RecentJobs } from './recent-jobs.js';
import {
  VALUE_CHUNK_MODEL,
  VALUE_FILE_MODEL,
  valueChunkSchema,
  valueFileSchema,
} from './values/value.schema.js';
import { ValueQuotaService } from './values/value-quota.service.js';

/** The collections of jobs. */
export const JOB_MODELS = [
  { name: JOB_MODEL, schema: jobSchema },
  { name: JOB_PLAN_MODEL, schema: jobPlanSchema },
  { name: ITERATION_MODEL, schema: iterationSchema },
  { name: VALUE_FILE_MODEL, schema: valueFileSchema },
  { name: VALUE_CHUNK_MODEL, schema: valueChunkSchema },
];

/** The documents of jobs, their values, plans and secrets. */
export const STORE_PROVIDERS = [
  ChildQueueRepository,
  EngineWrites,
  FamiliesRepository,
  IterationsRepository,
  JobSecretListsService,
  JobStateCodecService,
  JobValueFilesRepository,
  JobValuesService,
  JobsRepository,
  PlansService,
  PlansRepository,
  RecentJobs,
  ValueCodecService,
  ValueQuotaService,
];
