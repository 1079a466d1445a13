import { Injectable } from '@nestjs/common';
import { AppError } from '#kernel/app-error.js';
import { AdapterCallerService } from '../../../adapters/calls/adapter-caller.service.js';
import { UpstreamMessagesService } from '../../../adapters/calls/upstream-messages.service.js';
import { type AdapterUser, AS_PLATFORM, useOf } from '../../../adapters/access/adapter-access.js';
import { AdaptersService } from '../../../adapters/records/adapters.service.js';
import { type TaskOutcome } from '#cores/engine/commands.js';
import { type TaskCall } from '../../workers/task-executor.js';
import { usersOf } from '../../workers/task-rights.js';
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

/** Requests of tasks through adapters. */
@Injectable()
export class AdapterCallsService {
  constructor(
    private readonly caller: AdapterCallerService,
    private readonly adapters: AdaptersService,
    private readonly messages: UpstreamMessagesService,
  ) {}

  /** @throws AppError as `AdapterCallerService.call`; `CallInputError`; the reason of the task's signal. */
  async run(adapter: string, call: TaskCall): Promise<TaskOutcome> {
    const { body: sent, ...request } = requestOf(call);
    const started = performance.now();
    const answer = await this.caller.call(userOf(call, request), adapter, {
      ...request,
      ...(sent !== undefined && { body: sent }),
      headers: { 'idempotency-key': call.iterationId, ...request.headers },
      fromRoot: call.name === 'genericAdapterRequestNoBasePath',
      signal: call.signal,
    });
    const { status, headers } = answer;
    const body = await bodyValue(answer.body);
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
      said: stored && said !== null ? this.messages.shown(stored, said) : null,
    });
  }
}

/** A job that the platform itself has started is nobody's. */
function userOf({ users }: TaskCall, { method }: Pick<CallRequest, 'method'>): AdapterUser {
  const all = usersOf(users, useOf(method) === 'read');
  return all.length === 0 ? AS_PLATFORM : all;
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
