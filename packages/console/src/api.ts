import { type Client, connect, ProblemError } from '../../client/src/client.js';

/** Fired on `window` when the platform does not know the session any more. */
export const SESSION_ENDED = 'session-ended';

/** The platform that served this page, called with the cookie of its session. */
export const client = connect({ url: location.origin, attempts: 2 });

/** An object as it was read, with its tag. */
export interface Tagged<T> {
  readonly value: T;
  readonly tag: string;
}

/** Reads an object that a change is to be made of: the change says by `If-Match` what it was made of. */
export async function readTagged<T>(read: (client: Client) => Promise<T>): Promise<Tagged<T>> {
  let tag = '*';
  const noting: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    tag = response.headers.get('etag') ?? tag;
    return response;
  };
  const value = await read(connect({ url: location.origin, attempts: 2, fetch: noting }));
  return { value, tag };
}

/** What somebody else has made of an object, where a change of it was refused because it is older. */
export async function newerThan<T>(
  present: Tagged<T>,
  refusal: unknown,
  read: (client: Client) => Promise<T>,
): Promise<Tagged<T> | undefined> {
  if (!isProblem(refusal, 409) && !isProblem(refusal, 412)) return undefined;
  const now = await readTagged(read);
  return revisionOf(now.tag) === revisionOf(present.tag) ? undefined : now;
}

/** `12` of `"12.Jk3…"`: what comes after the point changes also without a change of the object. */
function revisionOf(tag: string): string | undefined {
  return /\d+/.exec(tag)?.[0];
}

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
