import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ResourceCredentialsModule } from '../../platform/auth/resource-credentials.module.js';
import { MaintenanceModule } from '../../platform/maintenance/maintenance.module.js';
import { SchedulingModule } from '../../platform/scheduling/scheduling.module.js';
import { ContentModule } from '../content/content.module.js';
import { UserManagementModule } from '../user-management/user-management.module.js';
import { AutomationsModule } from './automations.module.js';
import { CredentialCheckService } from './firing/credential-check.service.js';
import { CredentialSealingService } from './firing/credential-sealing.service.js';
import { EndpointCallsService } from './firing/endpoint-calls.service.js';
import { EventTriggersService } from './firing/event-triggers.service.js';
import { FiredTriggersService } from './firing/fired-triggers.service.js';
import { FiringController } from './firing/firing.controller.js';
import { FiringTasks } from './firing/firing.tasks.js';
import { FormAnswersService } from './firing/form-answers.service.js';
import { ManualRunsService } from './firing/manual-runs.service.js';
import { PayloadMapperService } from './firing/payload-mapper.service.js';
import { PayloadsService } from './firing/payloads.service.js';
import { ScheduledRunsService } from './firing/scheduled-runs.service.js';
import { SchedulesService } from './firing/schedules.service.js';
import { TriggerCredentialsService } from './firing/trigger-credentials.service.js';
import { TriggerEditorsService } from './firing/trigger-editors.service.js';
import { TRIGGER_RUN_MODEL, triggerRunSchema } from './firing/trigger-run.schema.js';
import { TriggerRunsRepository } from './firing/trigger-runs.repository.js';
import { TriggerRunsService } from './firing/trigger-runs.service.js';
import { TriggerStatesRepository } from './firing/trigger-states.repository.js';
import { TriggerDisablerService } from './firing/trigger-disabler.service.js';
import {
  JOB_START_REQUEST_MODEL,
  jobStartRequestSchema,
} from './starting/job-start-request.schema.js';
import { JobStartRequestsRepository } from './starting/job-start-requests.repository.js';
import { JobStartQueueService } from './starting/job-start-queue.service.js';
import { StartableWorkflowsService } from './starting/startable-workflows.service.js';
import { TRIGGER_MODEL, triggerSchema } from './triggers/trigger.schema.js';

const MODELS = [
  { name: TRIGGER_MODEL, schema: triggerSchema },
  { name: TRIGGER_RUN_MODEL, schema: triggerRunSchema },
  { name: JOB_START_REQUEST_MODEL, schema: jobStartRequestSchema },
];
const STARTING = [JobStartQueueService, JobStartRequestsRepository, StartableWorkflowsService];
const FIRED = [
  FiredTriggersService,
  FormAnswersService,
  PayloadMapperService,
  PayloadsService,
  TriggerEditorsService,
  TriggerRunsService,
  TriggerRunsRepository,
  TriggerStatesRepository,
  TriggerDisablerService,
];
const CALLS = [
  CredentialCheckService,
  CredentialSealingService,
  EndpointCallsService,
  ManualRunsService,
  TriggerCredentialsService,
];
const BY_THEMSELVES = [EventTriggersService, FiringTasks, ScheduledRunsService, SchedulesService];

/**
 * What fires triggers: calls, schedules and events. Owns the collections `trigger_runs` and
 * `job_start_requests`; the engine takes the latter over through `JobStartQueueService`.
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
  exports: [JobStartQueueService],
})
export class TriggerFiringModule {}
