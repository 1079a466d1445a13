import { Body, Controller, Param } from '@nestjs/common';
import {
  type AdmittedCaller,
  CurrentAdmitted,
} from '../../../api/access/admitted-caller.decorator.js';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { CurrentCall, type RequestMarks } from '../../../api/http/current-call.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { FreeBody } from '../../../api/shapes/free-body.decorator.js';
import { LIST_LIMIT_DEFAULT } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { EndpointCalls } from './endpoint-calls.service.js';
import {
  IssuedTriggerCredential,
  IssueTriggerCredentialRequest,
  ListTriggerRunsAnswer,
  ListTriggerRunsQuery,
  RunManualTriggerRequest,
  RunTriggerAnswer,
} from './firing.dto.js';
import { ManualRuns } from './manual-runs.service.js';
import { toCredentialAnswer, toRunsAnswer, toStartedAnswer } from './run-answers.js';
import { TriggerCredentials } from './trigger-credentials.service.js';
import { TriggerRuns } from './trigger-runs.service.js';

/** Running triggers, what came of them, and what endpoints are called with. */
@Controller()
export class FiringController {
  constructor(
    private readonly manual: ManualRuns,
    private readonly endpoints: EndpointCalls,
    private readonly credentials: TriggerCredentials,
    private readonly runs: TriggerRuns,
  ) {}

  @Operation('runManualTrigger', RunTriggerAnswer)
  async runManualTrigger(
    @Param('id') id: string,
    @Body() { formData = {} }: RunManualTriggerRequest,
    @CurrentPrincipal() principal: Principal,
    @CurrentCall() call: RequestMarks,
  ): Promise<RunTriggerAnswer> {
    return toStartedAnswer(await this.manual.run(id, formData, principal, call));
  }

  @Operation('runEndpointTrigger', RunTriggerAnswer)
  @FreeBody('The payload: whatever the `schema` of the trigger takes')
  async runEndpointTrigger(
    @Param('routeName') routeName: string,
    @Body() body: unknown,
    @CurrentAdmitted() caller: AdmittedCaller,
    @CurrentCall() call: RequestMarks,
  ): Promise<RunTriggerAnswer> {
    return toStartedAnswer(await this.endpoints.call(routeName, { body, caller, ...call }));
  }

  @Operation('listTriggerRuns', ListTriggerRunsAnswer)
  async listTriggerRuns(
    @Param('id') triggerId: string,
    @QueryObject() query: ListTriggerRunsQuery,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ListTriggerRunsAnswer> {
    const list = runList(triggerId, query);
    return toRunsAnswer(list, await this.runs.list(list, principal));
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
}

function runList(
  triggerId: string,
  query: ListTriggerRunsQuery,
): Parameters<TriggerRuns['list']>[0] {
  const { outcome, skip = 0, limit = LIST_LIMIT_DEFAULT } = query;
  return { triggerId, outcome, skip, limit };
}
