import { connect, ProblemError } from '../../client/src/client.js';

/** Fired on `window` when the platform does not know the session any more. */
export const SESSION_ENDED = 'session-ended';

/** The platform that served this page, called with the cookie of its session. */
export const client = connect({ url: location.origin, attempts: 2 });

/** Tells the frame when a failure means that the session has ended. */
export function noteFailure(error: unknown): void {
  if (isProblem(error, 401)) dispatchEvent(new Event(SESSION_ENDED));
}

export function isProblem(error: unknown, status: number): error is ProblemError {
  return error instanceof ProblemError && error.status === status;
}

/** What went wrong, as a sentence for people. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What the platform calls the request that failed, for whoever reads its log. */
export function requestOf(error: unknown): string | undefined {
  return error instanceof ProblemError ? error.requestId : undefined;
}

/** The faults of a refused input by JSON pointer. */
export function faultsOf(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof ProblemError)) return new Map();
  return new Map((error.problem.errors ?? []).map(({ pointer, detail }) => [pointer, detail]));
}
