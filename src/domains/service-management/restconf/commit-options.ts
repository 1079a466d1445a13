/** Flags of a commit that travel under their own names. */
export const COMMIT_FLAGS = [
  'no-deploy',
  'no-networking',
  'no-overwrite',
  'no-out-of-sync-check',
  'no-revision-drop',
  'use-lsa',
  'no-lsa',
] as const;
export type CommitFlag = (typeof COMMIT_FLAGS)[number];

/** In which words an orchestrator says what a commit would do. */
export const DRY_RUN_FORMATS = ['xml', 'cli', 'native', 'cli-c'] as const;
export type DryRunFormat = (typeof DRY_RUN_FORMATS)[number];

/** How a commit passes the queue; they exclude each other. */
export const QUEUE_MODES = ['async', 'bypass', 'sync'] as const;
export type QueueMode = (typeof QUEUE_MODES)[number];

/** What happens when a commit in the queue fails. */
export const ERROR_OPTIONS = ['continue-on-error', 'rollback-on-error', 'stop-on-error'] as const;
export type ErrorOption = (typeof ERROR_OPTIONS)[number];

/** What a commit would do, instead of doing it. */
export interface DryRun {
  /** `cli` when absent, with `reverse` `native`. */
  readonly format?: DryRunFormat;
  /** What would take the commit back; `native` alone has it. */
  readonly reverse: boolean;
}

/** The format that is asked for: `cli` where nothing is said, and what takes a commit back is `native`. */
export function formatOf({ format, reverse }: DryRun): DryRunFormat {
  return reverse ? 'native' : (format ?? 'cli');
}

/** How a commit passes the queue of the orchestrator. */
export interface CommitQueue {
  readonly mode?: QueueMode;
  readonly tag?: string;
  readonly blockOthers: boolean;
  readonly lock: boolean;
  readonly atomic?: boolean;
  readonly errorOption?: ErrorOption;
}

/** How an orchestrator shall commit: what the option table of operation 18 holds. */
export interface CommitOptions {
  readonly flags: readonly CommitFlag[];
  /** Null for a commit. */
  readonly dryRun: DryRun | null;
  /** Null when nothing of it was said. */
  readonly queue: CommitQueue | null;
}

/** How instances shall be saved. */
export interface SaveOptions {
  readonly commit: CommitOptions;
  /** The service model is not looked for before the calls. */
  readonly skipsValidation: boolean;
  /** The single enabled adapter when absent. */
  readonly adapterId?: string;
  /** One commit for all items. */
  readonly atomic: boolean;
  /** The plan that was seen, for the only item or, with `atomic`, for all of them. */
  readonly planHash?: string;
  /** Keys that mean nothing here. */
  readonly ignored: readonly string[];
}

/** True when a failed item keeps those behind it from being sent (docs/orchestrator.md). */
export function stopsOnError({ queue }: CommitOptions): boolean {
  return queue?.errorOption === 'stop-on-error' || queue?.errorOption === 'rollback-on-error';
}
