import { Injectable } from '@nestjs/common';
import { AppError } from '../../../../kernel/app-error.js';
import { AdapterCaller } from '../../../adapters/calls/adapter-caller.service.js';
import { UpstreamWordsService } from '../../../adapters/calls/upstream-words.service.js';
import { AdaptersService } from '../../../adapters/records/adapters.service.js';
import { type TaskOutcome } from '../../engine/commands.js';
import { type TaskCall } from '../../work/task-executor.js';
import {
  bodyValue,
  callError,
  callResult,
  isWell,
  type SystemAnswer,
  wordsOf,
} from './call-answer.js';
import {
  bodyOf,
  type CallRequest,
  given,
  givenText,
  headersOf,
  methodOf,
  withQuery,
} from './call-input.js';

interface CalledAdapter {
  readonly id: string;
  readonly name: string;
}

/** The methods that every adapter has. */
export const GENERIC_METHODS: ReadonlySet<string> = new Set([
  'genericAdapterRequest',
  'genericAdapterRequestNoBasePath',
]);

/** Requests of tasks through adapters. */
@Injectable()
export class AdapterCalls {
  constructor(
    private readonly caller: AdapterCaller,
    private readonly adapters: AdaptersService,
    private readonly words: UpstreamWordsService,
  ) {}

  /** @throws AppError as `AdapterCaller.call`; `CallInputError`; the reason of the task's signal. */
  async run(adapter: string, call: TaskCall): Promise<TaskOutcome> {
    const { body: sent, ...request } = requestOf(call);
    const started = performance.now();
    const answer = await this.caller.call(adapter, {
      ...request,
      ...(sent !== undefined && { body: sent }),
      headers: { 'idempotency-key': call.iterationId, ...request.headers },
      fromRoot: call.name === 'genericAdapterRequestNoBasePath',
      signal: call.signal,
    });
    const { status, headers } = answer;
    const body = bodyValue(answer.body);
    const read = { status, headers, body, ms: performance.now() - started };
    return isWell(read) ? callResult(read) : this.failure(answer.adapter, read);
  }

  private async failure(adapter: CalledAdapter, read: SystemAnswer): Promise<TaskOutcome> {
    const stored = await this.adapters.get(adapter.id).catch((error: unknown) => {
      // Gone by now: then nobody can say what of the answer was its secret.
      if (error instanceof AppError && error.kind === 'not-found') return null;
      throw error;
    });
    const said = wordsOf(read.body);
    return callError({
      source: adapter.name,
      code: 'upstream-refused',
      detail: `The system behind adapter '${adapter.name}' answered ${String(read.status)}`,
      status: read.status,
      said: stored && said !== null ? this.words.shown(stored, said) : null,
    });
  }
}

function requestOf({ input }: TaskCall): CallRequest {
  const uri = givenText(input, 'uriPath') ?? '/';
  const path = withQuery(uri.startsWith('/') ? uri : `/${uri}`, given(input, 'queryData'));
  const method = methodOf(givenText(input, 'restMethod'));
  const headers = {
    accept: 'application/json, */*;q=0.5',
    ...headersOf(given(input, 'addlHeaders')),
  };
  return { method, path, ...bodyOf(given(input, 'requestBody'), headers) };
}
