import { Body, Controller, Param } from '@nestjs/common';
import {
  type AdmittedCaller,
  CurrentAdmitted,
} from '../../../api/access/admitted-caller.decorator.js';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { CurrentCall, type RequestMarks } from '../../../api/http/current-call.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { ListOptions } from '../../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOf } from '../../../api/lists/page-of.js';
import { FreeBody } from '../../../api/shapes/free-body.decorator.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { JobStartQueueService } from '../starting/job-start-queue.service.js';
import { EndpointCallsService } from './endpoint-calls.service.js';
import { type FiringOutcome } from './fired-triggers.service.js';
import {
  IssuedTriggerCredential,
  IssueTriggerCredentialRequest,
  ListTriggerRunsAnswer,
  RunManualTriggerRequest,
  RunTriggerAnswer,
} from './firing.dto.js';
import { ManualRunsService } from './manual-runs.service.js';
import { toCredentialAnswer, toRunAnswer, toRunsAnswer, toStartedAnswer } from './run-answers.js';
import { TriggerCredentialsService } from './trigger-credentials.service.js';
import { type TriggerRun } from './trigger-run.js';
import { TRIGGER_RUN_LIST } from './trigger-run-list.js';
import { TriggerRunsService } from './trigger-runs.service.js';

/** Running triggers, what came of them, and what endpoints are called with. */
@Controller()
export class FiringController {
  constructor(
    private readonly manual: ManualRunsService,
    private readonly endpoints: EndpointCallsService,
    private readonly credentials: TriggerCredentialsService,
    private readonly runs: TriggerRunsService,
    private readonly queue: JobStartQueueService,
  ) {}

  @Operation('runManualTrigger', RunTriggerAnswer)
  async runManualTrigger(
    @Param('id') id: string,
    @Body() { formData = {} }: RunManualTriggerRequest,
    @CurrentPrincipal() principal: Principal,
    @CurrentCall() call: RequestMarks,
  ): Promise<RunTriggerAnswer> {
    return this.started(await this.manual.run(id, formData, principal, call));
  }

  @Operation('runEndpointTrigger', RunTriggerAnswer)
  @FreeBody('The payload: whatever the `schema` of the trigger takes')
  async runEndpointTrigger(
    @Param('routeName') routeName: string,
    @Body() body: unknown,
    @CurrentAdmitted() caller: AdmittedCaller,
    @CurrentCall() call: RequestMarks,
  ): Promise<RunTriggerAnswer> {
    return this.started(await this.endpoints.call(routeName, { body, caller, ...call }));
  }

  @Operation('listTriggerRuns', ListTriggerRunsAnswer)
  async listTriggerRuns(
    @Param('id') triggerId: string,
    @ListOptions(TRIGGER_RUN_LIST) list: ListRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ListTriggerRunsAnswer> {
    const read = (part: StoredList): Promise<Page<TriggerRun>> =>
      this.runs.list(triggerId, part, principal);
    return toRunsAnswer(list, await pageOf(list, read, toRunAnswer));
  }

  @Operation('issueTriggerCredential', IssuedTriggerCredential)
  async issueTriggerCredential(
    @Param('id') id: string,
    @Body() { kind }: IssueTriggerCredentialRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<IssuedTriggerCredential> {
    return toCredentialAnswer(id, await this.credentials.issue(id, kind, principal));
  }

  @Operation('revokeTriggerCredential')
  async revokeTriggerCredential(
    @Param('id') id: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<void> {
    await this.credentials.revoke(id, principal);
  }

  private async started(outcome: FiringOutcome): Promise<RunTriggerAnswer> {
    const isStarted = outcome.kind === 'started' && outcome.isSame;
    const begun = isStarted ? await this.queue.startNow(outcome.job.jobId) : null;
    return toStartedAnswer(outcome, begun);
  }
}
