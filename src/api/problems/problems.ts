import { type ErrorKind } from '../../kernel/app-error.js';

/** How loudly a failure of this kind is logged: what an operator must look at is a warning or more. */
export type ProblemLogLevel = 'debug' | 'info' | 'warn' | 'error';

/** What every failure of a kind has in common. */
export interface ProblemSpec {
  readonly status: number;
  readonly title: string;
  readonly logLevel: ProblemLogLevel;
  /** When it occurs and what the caller can do; for `docs/errors.md`. */
  readonly note: string;
}

/** Every kind of failure there is: the only place that knows its status and its words. */
export const PROBLEMS = {
  'invalid-input': {
    status: 400,
    title: 'The input is not valid',
    logLevel: 'debug',
    note: '`errors` names every refused place by a JSON pointer and the rule that is broken there.',
  },
  unauthenticated: {
    status: 401,
    title: 'No valid credential was presented',
    logLevel: 'info',
    note: '`WWW-Authenticate` names the scheme. Sign in with `POST /login`.',
  },
  forbidden: {
    status: 403,
    title: 'The caller may not do this',
    logLevel: 'info',
    note: 'The caller holds none of the roles of the operation, or may see a thing but not change it.',
  },
  'not-found': {
    status: 404,
    title: 'There is no such thing',
    logLevel: 'debug',
    note: 'Nothing has this name or path, or the caller may not see it.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'The path does not take this method',
    logLevel: 'debug',
    note: '`Allow` lists the methods that the path takes.',
  },
  'request-timeout': {
    status: 408,
    title: 'The request did not arrive in time',
    logLevel: 'info',
    note: 'The connection is closed. The request was not carried out and may be sent again.',
  },
  conflict: {
    status: 409,
    title: 'The present state does not allow this',
    logLevel: 'debug',
    note: 'A name is taken, a thing is in another state, or a request with the same `Idempotency-Key` still runs (`Retry-After`) or came to an end that nobody knows.',
  },
  'precondition-failed': {
    status: 412,
    title: 'The thing has changed since it was read',
    logLevel: 'debug',
    note: '`If-Match` names another revision than the present one. Read again, then change.',
  },
  'payload-too-large': {
    status: 413,
    title: 'The request body is too large',
    logLevel: 'info',
    note: 'The limit of each operation is its `x-body-limit-bytes` in the OpenAPI document: 64 KiB unless it takes documents (`BODY_LIMIT_BYTES`) or long lists (1 MiB). A JSON body of more than 200,000 values (`x-body-limit-values`) is `invalid-input`.',
  },
  'document-too-large': {
    status: 413,
    title: 'A document is too large to be stored',
    logLevel: 'info',
    note: 'One document may take 12 MiB in stored form.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The body is not in a form that is understood',
    logLevel: 'debug',
    note: 'Bodies are JSON in UTF-8, without a content encoding.',
  },
  'expectation-failed': {
    status: 417,
    title: 'What the request expects cannot be met',
    logLevel: 'debug',
    note: '`Expect` names something else than `100-continue`.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'The idempotency key belongs to another request',
    logLevel: 'info',
    note: 'The same `Idempotency-Key` was used before with other input. Take a new key.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    logLevel: 'info',
    note: '`Retry-After` says in how many seconds to try again.',
  },
  'headers-too-large': {
    status: 431,
    title: 'The request head is too large',
    logLevel: 'info',
    note: 'Request line and headers together may take 16 KiB. The connection is closed.',
  },
  internal: {
    status: 500,
    title: 'The server failed',
    logLevel: 'error',
    note: 'A fault of ours. Nothing but the request id is said; the log has the rest.',
  },
  'not-implemented': {
    status: 501,
    title: 'The server does not support this',
    logLevel: 'warn',
    note: 'SCIM clients are told so of what `ServiceProviderConfig` says is not supported: `Bulk` and `Me`.',
  },
  'upstream-failed': {
    status: 502,
    title: 'A system behind this server failed',
    logLevel: 'warn',
    note: 'A registry or an orchestrator refused or answered what cannot be understood.',
  },
  unavailable: {
    status: 503,
    title: 'The server cannot do its work now',
    logLevel: 'warn',
    note: 'The database does not answer, or the server stops. `Retry-After` says when to try again.',
  },
  'upstream-timeout': {
    status: 504,
    title: 'A system behind this server did not answer in time',
    logLevel: 'warn',
    note: 'The call was given up at its deadline; it may have been carried out there.',
  },
} as const satisfies Record<ErrorKind, ProblemSpec>;

/** The row of a kind, widened to what every row holds. */
export function problemSpec(kind: ErrorKind): ProblemSpec {
  return PROBLEMS[kind];
}

/** The URI that identifies a kind in `type`. */
export function problemType(kind: ErrorKind): string {
  return `urn:problem:${kind}`;
}
