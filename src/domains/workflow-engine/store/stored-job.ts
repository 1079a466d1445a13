import { type GuardedRecord } from '../../../kernel/gbac.js';
import { type ResponsibleAccount } from '../../../kernel/responsible-account.js';
import { type JobState, type JobStatus } from '../../../cores/engine/job-state.js';
import { decodeState } from '../../../cores/engine/codec.js';

/** Where a child belongs. */
export interface ParentOfJob {
  readonly jobId: string;
  /** Id of the iteration that started it. */
  readonly iteration: string;
  /** Id of the task of that iteration. */
  readonly task: string;
  readonly index: number;
}

/** A task at which a job stands: what lists and filters go by. */
export interface StandingAt {
  readonly task: string;
  readonly name: string;
  /** What the workflow calls the task; absent where it says nothing, and in jobs of before it was kept. */
  readonly summary?: string;
  readonly phase: 'running' | 'waiting' | 'error';
}

/**
 * A job as it is stored: what is searched, and its control state as one text. Its automation, its workflow,
 * the job that started it and whoever started it may each say who sees and controls it: only who passes all.
 */
export interface StoredJob extends GuardedRecord {
  readonly _id: string;
  /** Rises by one with each step and each change of watchers; a step that read another one is done again. */
  readonly rev: number;
  readonly status: JobStatus;
  /** Name of the workflow. */
  readonly name: string;
  /** Id of the workflow; null for one that was given with the start. */
  readonly workflowId: string | null;
  /** SHA-256 of the workflow as it was at the start: its plan and snapshot. */
  readonly planId: string;
  readonly description: string;
  readonly parent: ParentOfJob | null;
  /** `rev` of the parent whose control of its children was the last to reach this one; 0 for none. */
  readonly parentRev: number;
  /** `rev` that the last repair (continue, revert, retry, skip) has made; 0 for none. */
  readonly mendedRev: number;
  /** Ids from the root down to the job itself. */
  readonly ancestors: readonly string[];
  /** Id of the job at the top: all jobs below that one are its family. */
  readonly rootId: string;
  /** Id of the account that started the job at the top; empty for the platform itself. */
  readonly rootStarter: string;
  /** Whether it counts among those that are at work: one that only waits for others does not. */
  readonly takesPlace: boolean;
  /** How deep in its family it lies, as long as it waits for its turn to begin; null once it has begun. */
  readonly queuedDepth: number | null;
  /** When it was canceled with a job above it, as long as its state does not say so; null otherwise. */
  readonly canceledFromAbove: Date | null;
  /** Of the job at the top: how many jobs have been started below it. */
  readonly descendants: number;
  /** Account in whose name it runs; null for the platform itself. */
  readonly startedBy: { readonly id: string; readonly username: string } | null;
  /** Ids of the roles to which it is held; null for all that the account has. */
  readonly startedWith: readonly string[] | null;
  /** Who else must be admitted to what its tasks do; absent in jobs of before it was kept. */
  readonly answerable?: readonly ResponsibleAccount[];
  readonly automationId: string | null;
  readonly triggerId: string | null;
  /** Ids of the triggers that led to it. */
  readonly chain: readonly string[];
  /** Usernames. */
  readonly watchers: readonly string[];
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly updatedAt: Date;
  /** At most 20 of the tasks at which it stands. */
  readonly standsAt: readonly StandingAt[];
  /**
   * The answers that stand in for calls in a test run, as `ValueCodecService.encodeDocument` writes them: none any more
   * once it has ended. Null for a real run.
   */
  readonly mocks: string | null;
  /**
   * What the job knows to be secret (`JobSecretListsService`), sealed; empty for nothing, null for jobs of before it was
   * kept.
   */
  readonly secrets: string | null;
  /** `JobState`, encoded. */
  readonly state: string;
  /** Commands that are not carried out yet, encoded; null for none. */
  readonly outbox: string | null;
  /** Bytes that it keeps here and in its iterations; absent in jobs of before it was kept. */
  readonly keptBytes?: number;
  /** The same in units of 16 KiB, rounded. */
  readonly keptUnits?: number;
  /** When a node must look at it again: a timer, or what a crash has left. Null for never. */
  readonly wakeAt: Date | null;
}

/** Where a job stands, its secrets sealed: canceled as soon as one above it is. */
export function stateOf({
  state: text,
  canceledFromAbove,
}: Pick<StoredJob, 'state' | 'canceledFromAbove'>): JobState {
  const state = decodeState(text);
  return canceledFromAbove ? { ...state, status: 'canceled' } : state;
}
