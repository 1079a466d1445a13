import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { upstreamTimeout } from '../../../platform/outbound/outbound-failures.js';
import { type OutboundResponse } from '../../../platform/outbound/outbound-request.js';
import { headOf, type StoredAdapter } from '../records/adapter.js';
import { type AdapterUser, assertMayUseAdapter, useOf } from '../access/adapter-access.js';
import { AdaptersService } from '../records/adapters.service.js';
import { type AdapterAnswer, type AdapterCall } from './adapter-call.js';
import {
  type AdapterConnection,
  AdapterConnectionsService,
} from './adapter-connections.service.js';
import { AdapterHttpService } from './adapter-http.service.js';
import { CallJournal } from './call-journal.js';
import { type CallOutcome, outcomeOfAnswer, outcomeOfFailure } from './call-outcome.js';
import { type Circuit } from './circuit.js';

/** A call with the time that it may take. */
interface TimedCall {
  readonly user: AdapterUser;
  readonly adapter: StoredAdapter;
  readonly call: AdapterCall;
  readonly deadlineMs: number;
  /** The caller's signal to end it, or its deadline. */
  readonly signal: AbortSignal;
}

const REPEATABLE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);
/** They set the state of a session that only the platform has. */
const KEPT_BACK: ReadonlySet<string> = new Set(['set-cookie', 'set-cookie2', 'www-authenticate']);

/** Calls through adapters: the one way to orchestrators. */
@Injectable()
export class AdapterCallerService {
  constructor(
    private readonly adapters: AdaptersService,
    private readonly connections: AdapterConnectionsService,
    private readonly http: AdapterHttpService,
    private readonly journal: CallJournal,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes a call; whatever status the other system answers is the result, redirects included.
   * @param user in whose name; the adapter must admit all of them.
   * @throws AppError `not-found`; `forbidden` (`adapter-not-usable`); `conflict` (`adapter-disabled`); `upstream-failed`; `upstream-timeout`;
   *   `unavailable` with the time to wait, while the circuit is open (`circuit-open`) or too many calls
   *   wait already (`adapter-busy`); `invalid-input` for a header that cannot be set. The reason of
   *   `call.signal` when that fires.
   */
  async call(user: AdapterUser, idOrName: string, call: AdapterCall): Promise<AdapterAnswer> {
    const first = await this.usable(user, idOrName, call);
    const deadlineMs = Math.min(call.deadlineMs ?? first.timeoutMs, first.timeoutMs);
    const deadline = AbortSignal.timeout(deadlineMs);
    const signal = call.signal ? AbortSignal.any([call.signal, deadline]) : deadline;
    const started = this.now();
    const note = (outcome: CallOutcome): void => {
      this.journal.note(first, call.method, outcome, this.now() - started);
    };
    try {
      const timed: TimedCall = { user, adapter: first, call, deadlineMs, signal };
      const { adapter, answer } = await this.answered(timed);
      note(outcomeOfAnswer(answer.status));
      return toAdapterAnswer(adapter, answer);
    } catch (error) {
      const failure = !call.signal?.aborted && deadline.aborted ? tooLate(first, error) : error;
      note(outcomeOfFailure(failure));
      throw failure;
    }
  }

  private async usable(
    user: AdapterUser,
    idOrName: string,
    { method }: AdapterCall,
  ): Promise<StoredAdapter> {
    const adapter = await this.adapters.usable(idOrName);
    assertMayUseAdapter(user, adapter, useOf(method));
    return adapter;
  }

  /** Begins anew as often as the adapter became another one while the call waited. */
  private async answered(
    timed: TimedCall,
  ): Promise<{ readonly adapter: StoredAdapter; readonly answer: OutboundResponse }> {
    let { adapter } = timed;
    for (;;) {
      const now = { ...timed, adapter };
      const answer = await this.connections.use(adapter, (connection) =>
        this.queued(now, connection),
      );
      if (answer) return { adapter, answer };
      adapter = await this.usable(timed.user, adapter._id, timed.call);
    }
  }

  /**
   * Whoever waited looks again: the adapter may be changed, restarted or disabled by then, and its circuit
   * open. @returns undefined when it has another revision.
   */
  private async queued(
    timed: TimedCall,
    connection: AdapterConnection,
  ): Promise<OutboundResponse | undefined> {
    const { adapter, signal } = timed;
    this.assertClosed(adapter, connection.circuit);
    return connection.slots.run(
      signal,
      () => busy(adapter),
      async (hasWaited) => {
        if (hasWaited && !(await this.isAsRead(adapter))) return undefined;
        this.assertClosed(adapter, connection.circuit);
        return this.tried(timed, connection);
      },
    );
  }

  /** @throws AppError `not-found`, `conflict` when it may no longer be called. */
  private async isAsRead({ _id, revision }: StoredAdapter): Promise<boolean> {
    return (await this.adapters.usable(_id)).revision === revision;
  }

  private async tried(timed: TimedCall, connection: AdapterConnection): Promise<OutboundResponse> {
    const { adapter, call, deadlineMs, signal } = timed;
    const { circuit } = connection;
    const trial = circuit.begin();
    try {
      const attemptsMax = isRepeatable(call) ? 1 + adapter.retries : 1;
      const answer = await this.http.send(adapter, connection, call, {
        deadlineMs,
        signal,
        attemptsMax,
      });
      circuit.end(trial, outcomeOfAnswer(answer.status).verdict, this.now());
      return answer;
    } catch (error) {
      // A deadline of ours that passed is the other system's; the caller's own abort says nothing.
      const isLate = signal.aborted && !call.signal?.aborted;
      circuit.end(trial, isLate ? 'failed' : outcomeOfFailure(error).verdict, this.now());
      throw error;
    }
  }

  private assertClosed({ name }: StoredAdapter, circuit: Circuit): void {
    const waitMs = circuit.waitMs(this.now());
    if (waitMs === 0) return;
    throw new AppError(
      'unavailable',
      `Adapter '${name}' did not answer lately: its calls are refused for a while`,
      { code: 'circuit-open', retryAfterSeconds: Math.ceil(waitMs / 1000) },
    );
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}

function isRepeatable({ isIdempotent, method }: AdapterCall): boolean {
  return isIdempotent ?? REPEATABLE.has(method.toUpperCase());
}

function busy({ name }: StoredAdapter): AppError {
  return new AppError('unavailable', `Too many calls wait for adapter '${name}' already`, {
    code: 'adapter-busy',
    retryAfterSeconds: 1,
  });
}

function tooLate({ baseUrl }: StoredAdapter, cause: unknown): AppError {
  return upstreamTimeout(new URL(baseUrl).hostname, cause);
}

function toAdapterAnswer(
  adapter: StoredAdapter,
  { status, headers, body }: OutboundResponse,
): AdapterAnswer {
  const shown = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || KEPT_BACK.has(name) ? [] : [[name, [value].flat().join(', ')] as const],
  );
  return { adapter: headOf(adapter), status, headers: Object.fromEntries(shown), body };
}
