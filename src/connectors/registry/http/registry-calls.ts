import { AppError } from '../../../kernel/app-error.js';
import { type Clock } from '../../../kernel/clock.js';
import { type HostSlots } from '../../../platform/outbound/host-slots.js';
import { type OutboundClient } from '../../../platform/outbound/outbound-client.js';
import { type OutboundResponse } from '../../../platform/outbound/outbound-request.js';
import { REDIRECTS_MAX } from '../../../platform/outbound/target-url.js';
import { RegistryError } from '../registry-error.js';
import { type ApiBase } from './api-base.js';
import { retryAfterMs } from './retry-after.js';
import { RateLimitGate, type Wait } from './rate-limit-gate.js';
import { RegistryAnswerError } from './registry-answer-error.js';

/** What calls go through. */
export interface RegistryCallPorts {
  readonly client: OutboundClient;
  readonly clock: Clock;
  readonly wait: Wait;
  /** Shared by all repositories of a process: so many calls to one host at a time. */
  readonly slots: HostSlots;
}

/** One GET. */
export interface RegistryCall {
  /** Path and query below the base. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The client's own when absent. */
  readonly limitBytes?: number;
}

/** A deadline that has passed counts as an answer of a gateway whose own has. */
const TIMED_OUT = 504;

/** Sends calls to one API and nowhere else, so many at a time, and waits when it is asked to. */
export class RegistryCalls {
  readonly #gate: RateLimitGate;

  /** @param headers sent with every call: the token in the form that the registry wants. */
  constructor(
    readonly base: ApiBase,
    private readonly headers: Readonly<Record<string, string>>,
    private readonly ports: RegistryCallPorts,
  ) {
    this.#gate = new RateLimitGate(base.host, ports.clock, ports.wait);
  }

  /**
   * The answer, whatever its status, unless it asks for a pause: that is waited for.
   * @throws RegistryPaused when the pause is long.
   * @throws RegistryAnswerError when there is no answer in time.
   * @throws RegistryError when there is none at all, or one that leads out of the API.
   * @throws AppError with code `upstream-too-large`, and the reason of the signal.
   */
  async get(call: RegistryCall, signal: AbortSignal): Promise<OutboundResponse> {
    const { slots, clock } = this.ports;
    for (;;) {
      const answer = await slots.run(this.base.host, signal, async () => {
        await this.#gate.pass(signal);
        return this.#follow(call, signal);
      });
      const until = retryAfterMs(answer, clock.now());
      if (until === null) return answer;
      this.#gate.close(until);
    }
  }

  /** Redirects are followed here, for the client knows origins and no base paths. */
  async #follow(call: RegistryCall, signal: AbortSignal): Promise<OutboundResponse> {
    let { target } = call;
    for (let hops = 0; hops <= REDIRECTS_MAX; hops += 1) {
      const answer = await this.#send({ ...call, target }, signal);
      const location = redirectOf(answer);
      if (location === null) return answer;
      const next = this.base.inside(location, target);
      if (next === null) throw this.#astray();
      target = next;
    }
    throw new RegistryError(`${this.base.host} redirects more than ${REDIRECTS_MAX} times`);
  }

  async #send(call: RegistryCall, signal: AbortSignal): Promise<OutboundResponse> {
    const { target, headers, limitBytes } = call;
    try {
      return await this.ports.client.request({
        url: this.base.href(target),
        headers: { ...this.headers, ...headers },
        trust: 'configured',
        redirects: 'none',
        signal,
        ...(limitBytes !== undefined && { responseLimitBytes: limitBytes }),
      });
    } catch (error) {
      signal.throwIfAborted();
      throw toRegistryFailure(error);
    }
  }

  #astray(): RegistryError {
    return new RegistryError(
      `${this.base.host} redirects out of its own API; the token is not sent there`,
    );
  }
}

function redirectOf({ status, headers }: OutboundResponse): string | null {
  const { location } = headers;
  const isRedirect = [301, 302, 303, 307, 308].includes(status);
  return isRedirect && typeof location === 'string' ? location : null;
}

/** The client's words name the host and no secret. */
function toRegistryFailure(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code === 'upstream-too-large') return error;
  if (error.kind === 'upstream-timeout') {
    return new RegistryAnswerError(TIMED_OUT, error.detail, { cause: error });
  }
  return new RegistryError(error.detail, { cause: error });
}
