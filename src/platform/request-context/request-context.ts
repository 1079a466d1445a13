import { AsyncLocalStorage } from 'node:async_hooks';
import { type AuditedChange } from './audited-change.js';
import { type NamedAccount } from './known-accounts.js';

/** What is known of the request in hand; logs, answers and audit read it from here. */
export interface RequestContext {
  readonly requestId: string;
  /** The caller's W3C trace context; outbound calls pass it on. */
  readonly traceparent?: string | undefined;
  /** What called the operation within the process, where a caller asked for something else: `mcp`. */
  readonly via?: string | undefined;
  operationId: string | undefined;
  principalId: string | undefined;
  /** Ids of the roles that the credential is limited to; absent when it is not. */
  restrictedTo?: readonly string[] | undefined;
  /** Response headers that deeper layers ask for, by lower-case name (`etag`, `x-limit-applied` …). */
  readonly headers: Map<string, string>;
  /** What the operation changed so far. */
  readonly changes: AuditedChange[];
  /** The name somebody tried to sign in with, known or not. */
  signInName: string | undefined;
  /** Who signed in, and the session or token that began with it. */
  signedIn?: { readonly account: NamedAccount; readonly credentialId: string } | undefined;
  /** The session that the caller ended. */
  signedOut?: string | undefined;
  /** Code of the failure that the request is answered with. */
  failure?: string | undefined;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs a task, and whatever it starts, inside a context; without one the task just runs. */
export function withRequestContext<T>(context: RequestContext | undefined, task: () => T): T {
  return context ? storage.run(context, task) : task();
}

/** The context of the request in hand; undefined in background work. */
export function requestContext(): RequestContext | undefined {
  return storage.getStore();
}

/** Asks for a header on the answer to the request in hand; without one there is nothing to do. */
export function noteHeader(name: string, value: string): void {
  storage.getStore()?.headers.set(name.toLowerCase(), value);
}
