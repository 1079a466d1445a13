/** Where a database is at this moment, as far as its launcher can tell. */
export type DatabaseState =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'running' }
  /** Not there; `reason` is a sentence for the operator. The launcher goes on trying. */
  | { readonly kind: 'down'; readonly reason: string };

/** What the application needs of a database: its address, valid until `stop`. */
export interface DatabaseAddress {
  /** A `mongodb://` URI. It stays the same when the database is restarted behind it. */
  readonly uri: string;
}

/** Brings a database up and keeps it up. Two ways exist: a server of others, and our own engine. */
export abstract class DatabaseLauncher {
  /** @throws DatabaseStartError with one sentence for the operator. */
  abstract start(): Promise<DatabaseAddress>;

  /** Returns when everything is on disk and closed; calling it twice does no harm. */
  abstract stop(): Promise<void>;

  abstract state(): DatabaseState;

  /** Calls back at every change of state; returns the function that ends it. */
  abstract onStateChange(listener: (state: DatabaseState) => void): () => void;
}
