import { AsyncLocalStorage } from 'node:async_hooks';

/** What is known of the request in hand; logs, answers and audit read it from here. */
export interface RequestContext {
  readonly requestId: string;
  operationId: string | undefined;
  principalId: string | undefined;
  /** Response headers that deeper layers ask for (`ETag`, `X-Limit-Applied` …). */
  readonly headers: Map<string, string>;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Starts a context for the rest of the request that is being handled. */
export function enterRequestContext(context: RequestContext): void {
  storage.enterWith(context);
}

/** The context of the request in hand; undefined in background work. */
export function requestContext(): RequestContext | undefined {
  return storage.getStore();
}

/** Asks for a header on the answer to the request in hand; without one there is nothing to do. */
export function noteHeader(name: string, value: string): void {
  storage.getStore()?.headers.set(name, value);
}
