import { cutText } from '#kernel/cut-text.js';
import { Injectable } from '@nestjs/common';
import { type PresentedIdentity } from '#api/request/presented-identity.decorator.js';
import { InternalApi, type InternalAnswer } from '#api/http/internal-api.js';
import { findOperation } from '#api/operations/find-operation.js';
import { operationSpec } from '#api/operations/operations.js';
import { isJsonObject, type JsonObject, type JsonValue } from '#kernel/json.js';
import {
  IntegrationCallerService,
  type OperationInputs,
} from '../../../integrations/calls/integration-caller.service.js';
import { ownText } from '#cores/form-answers/json-reading.js';
import { type BindingAnswer, type BindingCall } from './binding-call.js';

const LIMITS = { deadlineMs: 15_000, sizeBytes: 16 * 1024 * 1024 };
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const INTEGRATION_CALL = /^\/([^/?]+)\/([^/?]+)\/?(?:\?|$)/;

/**
 * Makes the calls of bindings: operations of this platform, and reading operations of integrations. Both go
 * through the HTTP layer in the caller's name. A binding that could change something would let the author
 * of a form act with the rights of whoever opens it, so there is none (ADR 0111).
 */
@Injectable()
export class BindingCallerService {
  constructor(
    private readonly api: InternalApi,
    private readonly integrations: IntegrationCallerService,
  ) {}

  /** @throws AppError as `InternalApi.call` does. */
  async call(call: BindingCall, identity: PresentedIdentity): Promise<BindingAnswer> {
    const id = findOperation(`${call.method} ${call.url}`);
    if (id !== undefined) {
      if (operationSpec(id).changes)
        return failed(`${call.method} ${call.url} changes something; a binding may only read`);
      const answer = await this.api.call(call, identity, LIMITS);
      return answer.status < 300 ? answered([answer.body]) : failed(problemOf(answer));
    }
    const [, integration, operation] = INTEGRATION_CALL.exec(call.url) ?? [];
    if (integration === undefined || operation === undefined) return failed(nobody(call));
    return this.callIntegration(call, { integration, operation }, identity);
  }

  private async callIntegration(
    call: BindingCall,
    names: { readonly integration: string; readonly operation: string },
    identity: PresentedIdentity,
  ): Promise<BindingAnswer> {
    const { integration, operation } = names;
    const inputs = await this.inputsOf(
      decodeURIComponent(integration),
      decodeURIComponent(operation),
    );
    if (inputs && !READS.has(inputs.method))
      return failed(`${operation} is ${inputs.method}; a binding may only read`);
    const url = `/integrations/${integration}/operations/${operation}`;
    const body = inputs ? inputFor(call, inputs) : {};
    const answer = await this.api.call({ method: 'POST', url, body }, identity, LIMITS);
    if (answer.status === 404) return failed(`${nobody(call)}: ${problemOf(answer)}`);
    if (answer.status >= 300) return failed(problemOf(answer));
    return upstream(answer.body);
  }

  /** Undefined where there is no such operation: the call, once admitted, says why. */
  private async inputsOf(
    integration: string,
    operation: string,
  ): Promise<OperationInputs | undefined> {
    try {
      return await this.integrations.inputsOf(integration, operation);
    } catch {
      return undefined;
    }
  }
}

/** Parameters by their names, wherever the form writes them; empty text is no filter. */
function inputFor({ url, body }: BindingCall, { parameters }: OperationInputs): JsonObject {
  const query = new URL(url, 'http://localhost').searchParams;
  const given = isJsonObject(body) ? Object.entries(body) : [];
  const all: [string, JsonValue][] = [...query, ...given].filter(([, value]) => value !== '');
  const named = all.filter(([name]) => parameters.includes(name));
  return { parameters: Object.fromEntries(named) };
}

/** As adapters wrap what other systems answer, and bare. */
function upstream(body: JsonValue): BindingAnswer {
  const { status, body: inner = null } = isJsonObject(body) ? body : {};
  if (typeof status !== 'number') return failed('The other system gave no answer');
  if (status >= 300) return failed(`The other system answered ${status}`);
  return answered([{ response: inner, status }, inner]);
}

function answered(views: readonly JsonValue[]): BindingAnswer {
  return { status: 'answered', views };
}

function failed(detail: string): BindingAnswer {
  return { status: 'failed', detail };
}

function nobody({ method, url }: BindingCall): string {
  return `There is no operation ${method} ${cutText(url, 200)}, here or of an integration`;
}

function problemOf({ status, body }: InternalAnswer): string {
  const detail = isJsonObject(body) ? ownText(body, 'detail') : undefined;
  return `${status}: ${detail ?? 'no reason was given'}`;
}
