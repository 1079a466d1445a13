import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ResourceCredentialsModule } from '../../platform/auth/resource-credentials.module.js';
import { MaintenanceModule } from '../../platform/maintenance/maintenance.module.js';
import { SchedulingModule } from '../../platform/scheduling/scheduling.module.js';
import { ContentModule } from '../content/content.module.js';
import { UserManagementModule } from '../user-management/user-management.module.js';
import { AutomationsModule } from './automations.module.js';
import { CredentialCheck } from './firing/credential-check.service.js';
import { CredentialSealing } from './firing/credential-sealing.service.js';
import { EndpointCalls } from './firing/endpoint-calls.service.js';
import { EventTriggers } from './firing/event-triggers.service.js';
import { FiredTriggers } from './firing/fired-triggers.service.js';
import { FiringController } from './firing/firing.controller.js';
import { FiringTasks } from './firing/firing.tasks.js';
import { FormAnswers } from './firing/form-answers.service.js';
import { ManualRuns } from './firing/manual-runs.service.js';
import { PayloadMapper } from './firing/payload-mapper.service.js';
import { Payloads } from './firing/payloads.service.js';
import { ScheduledRuns } from './firing/scheduled-runs.service.js';
import { SchedulesLock } from './firing/schedules-lock.repository.js';
import { Schedules } from './firing/schedules.service.js';
import { TriggerCredentials } from './firing/trigger-credentials.service.js';
import { TriggerEditors } from './firing/trigger-editors.service.js';
import { TRIGGER_RUN_MODEL, triggerRunSchema } from './firing/trigger-run.schema.js';
import { TriggerRunsRepository } from './firing/trigger-runs.repository.js';
import { TriggerRuns } from './firing/trigger-runs.service.js';
import { TriggerStatesRepository } from './firing/trigger-states.repository.js';
import { TriggerDisablerService } from './firing/trigger-disabler.service.js';
import {
  JOB_START_REQUEST_MODEL,
  jobStartRequestSchema,
} from './starting/job-start-request.schema.js';
import { JobStartRequestsRepository } from './starting/job-start-requests.repository.js';
import { JobStartQueue } from './starting/job-start-queue.service.js';
import { StartableWorkflows } from './starting/startable-workflows.service.js';
import { TRIGGER_MODEL, triggerSchema } from './triggers/trigger.schema.js';

const MODELS = [
  { name: TRIGGER_MODEL, schema: triggerSchema },
  { name: TRIGGER_RUN_MODEL, schema: triggerRunSchema },
  { name: JOB_START_REQUEST_MODEL, schema: jobStartRequestSchema },
];
const STARTING = [JobStartQueue, JobStartRequestsRepository, StartableWorkflows];
const FIRED = [
  FiredTriggers,
  FormAnswers,
  PayloadMapper,
  Payloads,
  TriggerEditors,
  TriggerRuns,
  TriggerRunsRepository,
  TriggerStatesRepository,
  TriggerDisablerService,
];
const CALLS = [CredentialCheck, CredentialSealing, EndpointCalls, ManualRuns, TriggerCredentials];
const BY_THEMSELVES = [EventTriggers, FiringTasks, ScheduledRuns, Schedules, SchedulesLock];

/**
 * What fires triggers: calls, schedules and events. Owns the collections `trigger_runs` and
 * `job_start_requests`; the engine takes the latter over through `JobStartQueue`.
 */
@Module({
  imports: [
    MongooseModule.forFeature(MODELS),
    AutomationsModule,
    ContentModule,
    MaintenanceModule,
    ResourceCredentialsModule,
    SchedulingModule,
    UserManagementModule,
  ],
  controllers: [FiringController],
  providers: [...STARTING, ...FIRED, ...CALLS, ...BY_THEMSELVES],
  exports: [JobStartQueue],
})
export class TriggerFiringModule {}
