/** What the engine's process is told on its command line, as one JSON text. */
export interface EngineOrder {
  /** Directory of the engine's files. */
  readonly directory: string;
  readonly cacheMb: number;
  /** How long to wait for another process to let go of the directory. */
  readonly lockWaitMs: number;
  /** Private temporary directory of the process; the engine's socket lies in it. */
  readonly sockets: string;
  /** Path of the link that clients connect to; it outlives restarts of the engine. */
  readonly link: string;
  /** File that names the URI to other programs of this user. */
  readonly uriFile: string;
  readonly uri: string;
}

/** What the engine's process tells its parent. */
export type EngineMessage =
  | { readonly kind: 'listening' }
  /** The engine said no, in its own words; the process ends. */
  | { readonly kind: 'refused'; readonly inUse: boolean; readonly message: string };
