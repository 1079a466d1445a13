import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { SchedulingModule } from '../../platform/scheduling/scheduling.module.js';
import { AdaptersModule } from '../adapters/adapters.module.js';
import { TriggerFiringModule } from '../automations/trigger-firing.module.js';
import { ContentModule } from '../content/content.module.js';
import { IntegrationsModule } from '../integrations/integrations.module.js';
import { UserManagementModule } from '../user-management/user-management.module.js';
import { JobPublications } from './following/job-publications.service.js';
import { ITERATION_MODEL, iterationSchema } from './iterations/iteration.schema.js';
import { IterationsRepository } from './iterations/iterations.repository.js';
import { EngineWrites } from './jobs/engine-writes.js';
import { JOB_MODEL, JOB_PLAN_MODEL, jobPlanSchema, jobSchema } from './jobs/job.schema.js';
import { JobsRepository } from './jobs/jobs.repository.js';
import { JobStarts } from './jobs/job-starts.service.js';
import { JobSteps } from './jobs/job-steps.service.js';
import { JobValues } from './jobs/job-values.service.js';
import { Plans } from './jobs/plans.service.js';

const MODELS = [
  { name: JOB_MODEL, schema: jobSchema },
  { name: JOB_PLAN_MODEL, schema: jobPlanSchema },
  { name: ITERATION_MODEL, schema: iterationSchema },
];
const JOBS = [
  EngineWrites,
  IterationsRepository,
  JobsRepository,
  JobStarts,
  JobSteps,
  JobValues,
  Plans,
];
const FOLLOWING = [JobPublications];

/**
 * The workflow engine: operation 20 and everything about jobs and their tasks. Owns the collections `jobs`,
 * `job_tasks`, `job_plans` and `job_values`.
 */
@Module({
  imports: [
    MongooseModule.forFeature(MODELS),
    AdaptersModule,
    ContentModule,
    IntegrationsModule,
    SchedulingModule,
    TriggerFiringModule,
    UserManagementModule,
  ],
  controllers: [],
  providers: [...JOBS, ...FOLLOWING],
})
export class WorkflowEngineModule {}
