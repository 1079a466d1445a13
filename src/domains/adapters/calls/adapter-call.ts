import { type AdapterHead } from '../records/adapter.js';

/** One call through an adapter. */
export interface AdapterCall {
  readonly method: string;
  /** Path and query below the adapter's base, judged by `assertLegalPath`; sent byte for byte. */
  readonly path: string;
  /** The path begins at the root of the adapter's server, not at its base: the caller answers for that. */
  readonly fromRoot?: boolean;
  readonly accept?: string;
  readonly contentType?: string;
  /** Further ones; those that say who is calling, or belong to the connection, are refused. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Ends the call early; it then rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
  /** Shortens the adapter's own time for a call. */
  readonly deadlineMs?: number;
  /** Whether it may be done twice; by its method when absent. */
  readonly isIdempotent?: boolean;
}

/** What the other system answered, whatever its status. */
export interface AdapterAnswer {
  readonly adapter: AdapterHead;
  readonly status: number;
  /** Names in lower case; several values of one name are joined. Without cookies and challenges. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed. */
  readonly body: Buffer;
}
