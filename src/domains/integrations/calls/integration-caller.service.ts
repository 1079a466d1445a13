import { Injectable } from '@nestjs/common';
import { conflict, invalidInput, notFound } from '../../../kernel/app-error.js';
import { OutboundClient } from '../../../platform/outbound/outbound-client.js';
import { upstreamTimeout } from '../../../platform/outbound/outbound-failures.js';
import { type OutboundResponse } from '../../../platform/outbound/outbound-request.js';
import { type BuiltRequest, buildRequest, type CallInput } from '../openapi/build-request.js';
import { ownText } from '../openapi/local-refs.js';
import { type ModelOperation } from '../openapi/model-operations.js';
import { withCredentials } from '../openapi/request-security.js';
import { addressRefusal, baseUrl } from '../openapi/server-address.js';
import { integrationAddress, verifiesTls } from '../stored/integration-address.js';
import { type Integration } from '../stored/integration.js';
import { IntegrationsService } from '../records/integrations.service.js';
import { CallSettingsService } from './call-settings.service.js';
import { CallSlots } from './call-slots.js';
import { CredentialsService, type ReadyCredentials } from './credentials.service.js';
import { type LoadedModel, ModelLibraryService } from './model-library.service.js';
import { withoutEchoedCredentials } from './echoed-credentials.js';
import { type OperationAnswer, toOperationAnswer } from './upstream-answer.js';

/** A call that is ready but for its credentials. */
interface PreparedCall {
  readonly integration: Integration;
  readonly model: LoadedModel;
  readonly operation: ModelOperation;
  readonly request: BuiltRequest;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** What an operation is called with. */
export interface OperationInputs {
  /** Its HTTP method, in capitals. */
  readonly method: string;
  /** Names of its parameters. */
  readonly parameters: readonly string[];
}

/** Calls operations of integrations: for users who try them, and for the tasks of workflows. */
@Injectable()
export class IntegrationCallerService {
  private readonly slots = new CallSlots();

  constructor(
    private readonly integrations: IntegrationsService,
    private readonly library: ModelLibraryService,
    private readonly settings: CallSettingsService,
    private readonly credentials: CredentialsService,
    private readonly outbound: OutboundClient,
  ) {}

  /**
   * Calls an operation; whatever status the other system answers is the result.
   * @param signal ends the call early; it then rejects with the reason of the signal.
   * @throws AppError `not-found` for integration or operation; `conflict` when the integration is
   *   disabled, has no model, address or credentials; `invalid-input` with pointers below
   *   `#/parameters` and `#/body`; `upstream-failed`, `upstream-timeout`.
   */
  async call(
    integrationName: string,
    operationId: string,
    input: CallInput,
    signal?: AbortSignal,
  ): Promise<OperationAnswer> {
    const integration = await this.integrations.get(integrationName);
    const model = await this.usableModel(integration);
    const operation = model.operations.get(operationId);
    if (!operation) throw notFound('Operation', operationId);
    const built = buildRequest(operation, input);
    if (built.kind === 'refused') throw invalidInput(built.faults);
    const { timeoutMs, concurrent } = await this.settings.current();
    const deadline = AbortSignal.timeout(timeoutMs);
    const ends = signal ? AbortSignal.any([signal, deadline]) : deadline;
    const { request } = built;
    const call = { integration, model, operation, request, timeoutMs, signal: ends };
    try {
      const slot = { perIntegration: concurrent, signal: ends };
      return await this.slots.run(integration.id, slot, () => this.send(call));
    } catch (error) {
      signal?.throwIfAborted();
      if (deadline.aborted) throw upstreamTimeout(integrationAddress(integration.data).host, error);
      throw error;
    }
  }

  /**
   * What an operation takes, for callers that have names and values only.
   * @throws AppError `not-found`; `conflict` as `call` does.
   */
  async inputsOf(integrationName: string, operationId: string): Promise<OperationInputs> {
    const model = await this.usableModel(await this.integrations.get(integrationName));
    const operation = model.operations.get(operationId);
    if (!operation) throw notFound('Operation', operationId);
    const { method, parameters } = operation;
    return { method, parameters: parameters.map(({ name }) => name) };
  }

  private async usableModel(integration: Integration): Promise<LoadedModel> {
    const { name, data, enabled } = integration;
    if (!enabled) throw conflict(`Integration '${name}' is disabled`, 'integration-disabled');
    const model = await this.library.load(ownText(data, 'model') ?? '');
    if (!model)
      throw conflict(`The model of integration '${name}' cannot be loaded`, 'model-missing');
    const refusal = addressRefusal(integrationAddress(data));
    if (refusal !== undefined)
      throw conflict(`The server of integration '${name}' ${refusal}`, 'server-missing');
    return model;
  }

  private async send(call: PreparedCall): Promise<OperationAnswer> {
    const ready = await this.credentials.ready(call);
    const answer = await this.request(call, ready);
    if (answer.status !== 401 || ready.tokenKeys.length === 0)
      return withoutEchoedCredentials(await toOperationAnswer(answer), ready.credentials);
    // A token may end before its time; what was refused for it was not done, so it is safe to repeat.
    this.credentials.forget(ready);
    const anew = await this.credentials.ready(call);
    return withoutEchoedCredentials(
      await toOperationAnswer(await this.request(call, anew)),
      anew.credentials,
    );
  }

  private async request(call: PreparedCall, ready: ReadyCredentials): Promise<OutboundResponse> {
    const { integration, timeoutMs, signal } = call;
    const request = withCredentials(call.request, ready.credentials);
    const query = request.query.length > 0 ? `?${request.query.join('&')}` : '';
    const cookies = request.cookies.length > 0 && { cookie: request.cookies.join('; ') };
    return this.outbound.request({
      url: `${baseUrl(integrationAddress(integration.data))}${request.path}${query}`,
      method: request.method,
      headers: { ...request.headers, ...cookies },
      ...(request.body !== undefined && { body: request.body }),
      trust: 'configured',
      verifiesTls: verifiesTls(integration.data),
      deadlineMs: timeoutMs,
      signal,
    });
  }
}
