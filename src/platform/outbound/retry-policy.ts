import { errorCode } from '../database/launcher/error-code.js';

/** When a call that failed is repeated; data, so that it can be read, tested and chosen. */
export interface RetryPolicy {
  /** The first attempt included. */
  readonly attemptsMax: number;
  readonly firstDelayMs: number;
  /** Each further delay is this many times the one before. */
  readonly factor: number;
  readonly delayMaxMs: number;
  /** Answers that pass: the gateway or server was not ready. */
  readonly statuses: readonly number[];
}

/** Three attempts within about a second; the deadline of the call ends them earlier. */
export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  attemptsMax: 3,
  firstDelayMs: 200,
  factor: 3,
  delayMaxMs: 2000,
  statuses: [502, 503, 504],
};

const IDEMPOTENT_METHODS: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'OPTIONS',
  'PUT',
  'DELETE',
]);
/** Failures of the way to the server, which the next attempt may not meet. */
const TRANSIENT_CODES: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
]);

/** Attempts that this method may take: a repeated POST could do its work twice. */
export function attemptsFor(policy: RetryPolicy, method: string): number {
  return IDEMPOTENT_METHODS.has(method) ? policy.attemptsMax : 1;
}

/** True for an answer that passes; one that says itself when to come back is the caller's matter. */
export function isTransientAnswer(
  policy: RetryPolicy,
  answer: { readonly status: number; readonly headers: Readonly<Record<string, unknown>> },
): boolean {
  return policy.statuses.includes(answer.status) && answer.headers['retry-after'] === undefined;
}

/** True for a failed connection; an answer that breaks a rule of ours will break it again. */
export function isTransientFailure(error: unknown): boolean {
  const code = errorCode(error);
  return code !== undefined && TRANSIENT_CODES.has(code);
}

/**
 * Delay after the given attempt (counted from 1): anywhere between nothing and the growing, capped
 * bound, so that callers who failed together do not come back together.
 * @param random from 0 to below 1.
 */
export function backOffMs(policy: RetryPolicy, attempt: number, random: number): number {
  const bound = Math.min(policy.delayMaxMs, policy.firstDelayMs * policy.factor ** (attempt - 1));
  return Math.round(bound * random);
}
