import { cutText } from './cut-text.js';
import { type JsonObject } from './json.js';

/** Everything that can go wrong for a caller; `api/problems/problems.ts` gives each its status. */
export const ERROR_KINDS = [
  'invalid-input',
  'unauthenticated',
  'forbidden',
  'not-found',
  'method-not-allowed',
  'request-timeout',
  'conflict',
  'precondition-failed',
  'payload-too-large',
  'document-too-large',
  'headers-too-large',
  'expectation-failed',
  'unsupported-media-type',
  'idempotency-key-reused',
  'too-many-requests',
  'internal',
  'not-implemented',
  'upstream-failed',
  'unavailable',
  'upstream-timeout',
] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

/** What another system said of a fault, in its own words (RFC 8040, 7.1). */
export interface UpstreamFault {
  /** The HTTP status that it answered. */
  readonly status: number;
  readonly 'error-type'?: string;
  readonly 'error-tag'?: string;
  readonly 'error-app-tag'?: string;
  readonly 'error-path'?: string;
  readonly 'error-message'?: string;
}

/** One fault in the input: where (RFC 6901 pointer as a URI fragment, `#/options/limit`) and what. */
export interface Fault {
  readonly pointer: string;
  readonly detail: string;
  /** Where another system found the fault. Its texts carry no secret, as `detail` does not. */
  readonly upstream?: UpstreamFault;
}

export interface AppErrorOptions {
  /** Stable name for programs; the kind when absent. */
  readonly code?: string;
  readonly errors?: readonly Fault[];
  readonly retryAfterSeconds?: number;
  /** Further response headers, `Allow` of a 405 for example. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What a program needs to go on: what is there instead, or where to look. Never a secret. */
  readonly current?: JsonObject;
  readonly cause?: unknown;
}

/** A failure that a caller is told about. `detail` is for people and never carries a secret. */
export class AppError extends Error {
  readonly code: string;
  readonly errors: readonly Fault[];
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly current: JsonObject | undefined;

  constructor(
    readonly kind: ErrorKind,
    readonly detail: string,
    options: AppErrorOptions = {},
  ) {
    super(detail, { cause: options.cause });
    this.name = 'AppError';
    this.code = options.code ?? kind;
    this.errors = options.errors ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = options.headers ?? {};
    this.current = options.current;
  }
}

/** Faults that the sentence of a refusal names, and the characters that they take. */
const NAMED_MAX = 5;
const NAMED_LENGTH_MAX = 1000;

/** The input breaks a rule; every fault is named with its place. */
export function invalidInput(errors: readonly Fault[], detail?: string): AppError {
  const counted =
    errors.length === 1 ? '1 field was refused' : `${errors.length} fields were refused`;
  return new AppError('invalid-input', detail ?? counted + inWords(errors), { errors });
}

/** The first faults: who reads the sentence alone learns of more than one. */
function inWords(errors: readonly Fault[]): string {
  if (errors.length === 0) return '';
  const named = errors.slice(0, NAMED_MAX).map((fault) => `${fault.pointer} ${fault.detail}`);
  const more = errors.length > NAMED_MAX ? `; and ${errors.length - NAMED_MAX} more` : '';
  return `: ${cutText(named.join('; '), NAMED_LENGTH_MAX, '…')}${more}`;
}

/** `notFound('Integration', 'x')` reads: Integration 'x' not found. */
export function notFound(what: string, name: string): AppError {
  return new AppError('not-found', `${what} '${name}' not found`);
}

/** The request is sound, but the present state of the platform does not allow it. */
export function conflict(detail: string, code = 'conflict'): AppError {
  return new AppError('conflict', detail, { code });
}
