import { setTimeout as delay } from 'node:timers/promises';
import { type OnApplicationShutdown } from '@nestjs/common';
import { type Dispatcher } from 'undici';
import { type Config } from '../config/config.js';
import { readAnswer } from './answer-reader.js';
import { type ResolveHost } from './checked-lookup.js';
import { Deadline } from './deadline.js';
import { HostSlots } from './host-slots.js';
import { OutboundDispatchers } from './outbound-dispatchers.js';
import { toOutboundFailure, upstreamFailed, upstreamTimeout } from './outbound-failures.js';
import { outboundHeaders } from './outbound-headers.js';
import { type OutboundRequest, type OutboundResponse } from './outbound-request.js';
import { type Trust } from './trust.js';
import { type OutboundPool, type OutboundPoolOptions } from './outbound-pool.js';
import {
  attemptsFor,
  backOffMs,
  isTransientAnswer,
  isTransientFailure,
  type RetryPolicy,
} from './retry-policy.js';
import { assertTarget, redirectedStep, REDIRECTS_MAX, type Step, targetUrl } from './target-url.js';

/** Calls to one host at a time; others wait, and their deadline runs. */
export const CALLS_PER_HOST_MAX = 16;

/** What the client takes from outside; tests hand in their own resolver and chance. */
export interface OutboundPorts {
  readonly resolve: ResolveHost;
  /** A number from 0 to below 1. */
  readonly random: () => number;
  readonly retryPolicy: RetryPolicy;
}

interface Call {
  readonly first: Step;
  readonly headers: Record<string, string>;
  readonly trust: Trust;
  readonly by: OutboundPool | boolean | undefined;
  readonly followsRedirects: boolean;
  readonly attemptsMax: number | undefined;
  readonly limitBytes: number;
  readonly signal: AbortSignal;
}

/**
 * The one way to other systems (ADR 0061): checked and pinned addresses, one deadline, one
 * size limit, redirects to the same origin alone, repeats of idempotent calls, proxy and
 * authorities as configured.
 */
export class OutboundClient implements OnApplicationShutdown {
  readonly #dispatchers: OutboundDispatchers;
  readonly #slots = new HostSlots(CALLS_PER_HOST_MAX);

  constructor(
    private readonly settings: Config['outbound'],
    private readonly ports: OutboundPorts,
  ) {
    this.#dispatchers = new OutboundDispatchers(settings, ports.resolve);
  }

  /**
   * Makes a call and reads the whole answer, whatever its status.
   * @throws AppError `upstream-failed` (code `forbidden-target` or `upstream-too-large` where it is
   *   one), `upstream-timeout`, or `invalid-input` for a header or method that cannot be sent;
   *   the reason of `request.signal` when that fires.
   */
  async request(request: OutboundRequest): Promise<OutboundResponse> {
    const first = firstStep(request);
    const { url } = first;
    const headers = outboundHeaders(request.headers ?? {});
    const deadline = new Deadline(request.deadlineMs ?? this.settings.timeoutMs, request.signal);
    const call: Call = {
      first,
      headers,
      trust: request.trust,
      by: request.pool ?? request.verifiesTls,
      followsRedirects: request.redirects !== 'none',
      attemptsMax: request.attemptsMax,
      limitBytes: request.responseLimitBytes ?? this.settings.responseLimitBytes,
      signal: deadline.signal,
    };
    try {
      return await deadline.race(this.#run(call, request.pool));
    } catch (error) {
      if (deadline.hasPassed) throw upstreamTimeout(url.hostname, error);
      request.signal?.throwIfAborted();
      throw toOutboundFailure(error, url.hostname);
    } finally {
      deadline.dispose();
    }
  }

  /** Connections of their own for one target; whoever opens a pool closes it. */
  openPool(options: OutboundPoolOptions): OutboundPool {
    return this.#dispatchers.openPool(options);
  }

  /** Closes a pool once its calls have ended; no further one may use it. */
  async closePool(pool: OutboundPool): Promise<void> {
    await this.#dispatchers.closePool(pool);
  }

  /** Cuts the connections when the platform stops; requests in flight have finished by then. */
  async onApplicationShutdown(): Promise<void> {
    await this.#dispatchers.destroy();
  }

  /** A pool bounds its own connections, and must not wait for those of others. */
  #run(call: Call, pool: OutboundPool | undefined): Promise<OutboundResponse> {
    if (pool) return this.#attempt(call);
    return this.#slots.run(call.first.url.host, call.signal, () => this.#attempt(call));
  }

  async #attempt(call: Call): Promise<OutboundResponse> {
    const policy = this.ports.retryPolicy;
    const attemptsMax = call.attemptsMax ?? attemptsFor(policy, call.first.method);
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt >= attemptsMax;
      try {
        const response = await this.#follow(call);
        if (isLast || !isTransientAnswer(policy, response)) return response;
      } catch (error) {
        if (isLast || !isTransientFailure(error)) throw error;
      }
      const pauseMs = backOffMs(policy, attempt, this.ports.random());
      await delay(pauseMs, undefined, { signal: call.signal });
    }
  }

  /** One attempt, redirects included. */
  async #follow(call: Call): Promise<OutboundResponse> {
    let step = call.first;
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
      const answer = await this.#send(step, call);
      const { statusCode: status, headers } = answer;
      const body = await readAnswer(
        {
          hostname: step.url.hostname,
          hasBody: hasBody(step.method, status),
          headers,
          body: answer.body,
        },
        call.limitBytes,
      );
      const next = call.followsRedirects
        ? redirectedStep(step, status, oneOf(headers['location']))
        : undefined;
      if (!next) return { status, headers: decodedHeaders(headers), body };
      step = next;
    }
    throw upstreamFailed(`${step.url.hostname} redirects more than ${REDIRECTS_MAX} times`);
  }

  async #send(step: Step, call: Call): Promise<Dispatcher.ResponseData> {
    const dispatcher = await this.#dispatchers.to(step.url, call.trust, call.by);
    return dispatcher.request({
      origin: step.url.origin,
      path: step.target ?? step.url.pathname + step.url.search,
      method: step.method,
      headers: step.body === undefined ? withoutContent(call.headers) : call.headers,
      body: step.body ?? null,
      signal: call.signal,
      // The one deadline of the call counts, not those of the library.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }
}

/** @throws AppError for a URL or a target that cannot be called. */
function firstStep({ url, target, method = 'GET', body }: OutboundRequest): Step {
  if (target !== undefined) assertTarget(target);
  return { url: targetUrl(url), target, method: method.toUpperCase(), body };
}

function hasBody(method: string, status: number): boolean {
  return method !== 'HEAD' && status !== 204 && status !== 304;
}

/** A redirect that turned into GET has no body to describe. */
function withoutContent(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'content-type'));
}

/** The body is decompressed, so its encoding and length on the wire are no longer true. */
function decodedHeaders(headers: OutboundResponse['headers']): OutboundResponse['headers'] {
  const gone = new Set(['content-encoding', 'content-length', 'transfer-encoding']);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !gone.has(name)));
}

function oneOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
