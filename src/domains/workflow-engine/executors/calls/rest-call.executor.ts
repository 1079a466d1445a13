import { cutText } from '#kernel/cut-text.js';
import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '#kernel/app-error.js';
import { maskedText } from '#platform/secrets/secret-texts.js';
import { type Config } from '#platform/config/config.js';
import { CONFIG } from '#platform/config/config.module.js';
import { OutboundClient } from '#platform/outbound/outbound-client.js';
import { type TaskOutcome } from '#cores/engine/commands.js';
import { type TaskInput } from '#cores/engine/pure-task.js';
import { taskError } from '../../workers/task-errors.js';
import { type TaskCall, type TaskExecutor, type TaskType } from '../../workers/task-executor.js';
import { bodyValue, isWell, wordsOf } from './call-answer.js';
import {
  bodyOf,
  CallInputError,
  given,
  givenText,
  headersOf,
  isRepeatable,
  methodOf,
  withQuery,
} from './call-input.js';

/** The client has a shorter one. */
const DEADLINE_MS = 660_000;
const WORDS_MAX = 2000;

/**
 * `restCall`: a request to a URL that the workflow names. A document chose it, so it may not lie on a
 * private network unless the operator allows it. Its result is the parsed body alone.
 */
@Injectable()
export class RestCalls implements TaskExecutor {
  readonly name = 'rest-call';
  readonly leavesPlatform = true;
  readonly deadlineMs = DEADLINE_MS;
  private readonly limitBytes: number;

  constructor(
    private readonly outbound: OutboundClient,
    @Inject(CONFIG) { engine, outbound: { responseLimitBytes } }: Config,
  ) {
    this.limitBytes = Math.min(engine.taskResultLimitBytes, responseLimitBytes);
  }

  handles({ app, name, location }: TaskType): boolean {
    return location !== 'Adapter' && app === 'WorkFlowEngine' && name === 'restCall';
  }

  isIdempotent({ input }: Pick<TaskCall, 'input'>): boolean {
    return isRepeatable(given(input, 'method', 'restMethod'));
  }

  async run(call: TaskCall): Promise<TaskOutcome> {
    try {
      return await this.called(call);
    } catch (error) {
      call.signal.throwIfAborted();
      if (error instanceof CallInputError) return taskError(error.message, 'invalid-input');
      if (error instanceof AppError) return taskError(error.detail, error.code);
      throw error;
    }
  }

  private async called({ input, signal, iterationId }: TaskCall): Promise<TaskOutcome> {
    const headers = {
      accept: 'application/json, */*;q=0.5',
      ...headersOf(given(input, 'headers')),
    };
    const request = bodyOf(given(input, 'body', 'requestBody'), headers);
    const answer = await this.outbound.request({
      url: urlOf(input),
      method: methodOf(givenText(input, 'method', 'restMethod')),
      headers: { 'idempotency-key': iterationId, ...request.headers },
      ...(request.body !== undefined && { body: request.body }),
      trust: 'document',
      responseLimitBytes: this.limitBytes,
      signal,
    });
    const body = await bodyValue(answer.body);
    if (isWell(answer)) return { finish: 'success', output: body };
    const said = wordsOf(body);
    const { status } = answer;
    return taskError(`The server answered ${String(status)}`, 'upstream-refused', {
      status,
      raw: said === null ? null : cutText(maskedText(said), WORDS_MAX),
    });
  }
}

/** One text, or its parts. @throws CallInputError */
function urlOf(input: TaskInput): string {
  const whole = givenText(input, 'uri', 'url');
  // What stands behind a # is not sent, so a query must not come to stand there.
  const [address = ''] = (whole ?? fromParts(input)).split('#', 1);
  return withQuery(address, given(input, 'query', 'queryData', 'queryParameters'));
}

function fromParts(input: TaskInput): string {
  const host = givenText(input, 'host', 'hostname');
  if (host === undefined) throw new CallInputError("'uri' names no address");
  if (!/^(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])$/.test(host))
    throw new CallInputError("'host' is no name of a host");
  const protocol = (givenText(input, 'protocol') ?? 'https').replace(/:?\/{0,2}$/, '');
  const port = given(input, 'port');
  const path = givenText(input, 'path', 'uriPath') ?? '/';
  const at = port === undefined ? host : `${host}:${portOf(port)}`;
  return `${protocol}://${at}${path.startsWith('/') ? '' : '/'}${path}`;
}

function portOf(port: unknown): string {
  const text = typeof port === 'number' || typeof port === 'string' ? String(port) : '';
  if (/^\d{1,5}$/.test(text)) return text;
  throw new CallInputError("'port' is no number of a port");
}
