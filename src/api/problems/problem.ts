import { cutText } from '../../kernel/cut-text.js';
import { type AppError, type Fault, type UpstreamFault } from '../../kernel/app-error.js';
import { type JsonObject } from '../../kernel/json.js';
import { ANY_CHALLENGE } from '../../platform/auth/unauthenticated.js';
import { problemSpec, problemType } from './problems.js';

/** The media type of every failure (RFC 9457). */
export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** What a caller is told about a failure. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** The same as `detail`: existing clients read this name. */
  readonly message: string;
  /** The same once more, for those that print this one; codes of RFC 6749 where tokens are given out. */
  readonly error: string;
  readonly instance: string;
  readonly code: string;
  readonly errors?: readonly Fault[];
  readonly current?: JsonObject;
}

/** An answer never repeats megabytes of the request: neither long texts nor long lists of faults. */
const TEXT_SHOWN_MAX = 1000;
const FAULTS_SHOWN_MAX = 100;

/** The problem document of a failure; a fault of ours says nothing but the request id. */
export function toProblem(error: AppError, requestId: string): Problem {
  const { status, title } = problemSpec(error.kind);
  const isOurs = error.kind === 'internal';
  const detail = isOurs ? `The server failed. Request id: ${requestId}` : shortened(error.detail);
  return {
    type: problemType(error.kind),
    title,
    status,
    detail,
    message: detail,
    error: detail,
    instance: `urn:request:${requestId}`,
    code: isOurs ? error.kind : error.code,
    ...(error.errors.length > 0 && !isOurs && { errors: shownFaults(error.errors) }),
    ...(error.current && !isOurs && { current: error.current }),
  };
}

/** Headers that belong to a failure beside its document. */
export function problemHeaders(error: AppError): Readonly<Record<string, string>> {
  return {
    // RFC 9110 asks for a challenge. Not Basic: browsers would open their own dialog on it.
    ...(error.kind === 'unauthenticated' && { 'www-authenticate': ANY_CHALLENGE }),
    ...(error.retryAfterSeconds !== undefined && {
      'retry-after': String(Math.max(1, Math.ceil(error.retryAfterSeconds))),
    }),
    ...error.headers,
  };
}

function shownFaults(faults: readonly Fault[]): readonly Fault[] {
  return faults.slice(0, FAULTS_SHOWN_MAX).map(({ pointer, detail, upstream }) => ({
    pointer: shortened(pointer),
    detail: shortened(detail),
    ...(upstream && { upstream: shownUpstream(upstream) }),
  }));
}

function shownUpstream(fault: UpstreamFault): UpstreamFault {
  const { status, ...texts } = fault;
  const shown = Object.entries(texts).map(([name, text]) => [name, shortened(text)]);
  return { status, ...(Object.fromEntries(shown) as Omit<UpstreamFault, 'status'>) };
}

function shortened(text: string): string {
  return cutText(text, TEXT_SHOWN_MAX, '…');
}
