import { type GuardedRecord } from '../../../kernel/gbac.js';
import { type FinishState } from '../../../cores/engine/finish-state.js';

/** `running` is with a worker, a person or the engine itself. */
export type IterationStatus = 'running' | 'complete' | 'error' | 'canceled';

/** Who works on a dispatched iteration, and until when nobody else may. */
export interface WorkLease {
  readonly owner: string;
  readonly until: Date;
  /** Rises with each claim: a result of an older one is refused. */
  readonly fence: number;
}

/** Who finished a manual task: tasks whose actor it is run in this name. */
export interface ManualFinisher {
  readonly id: string;
  readonly username: string;
  /** Ids of the roles to which the credential was held; null for all that the account has. */
  readonly limits: readonly string[] | null;
}

/** A person's hold on a manual task; `newManualWork` makes it. */
export interface ManualWork {
  /** Name of the workflow of its job. */
  readonly workflow: string;
  /** What people call it: its summary, else its name. */
  readonly title: string;
  /** Ids of groups whose members may work it; empty for everybody with the role. */
  readonly groups: readonly string[];
  readonly owner: { readonly id: string; readonly username: string } | null;
  readonly claimedAt: Date | null;
  readonly dueAt: Date | null;
  /** Whether the event of its being overdue was published. */
  readonly overdueTold: boolean;
  /** Who finished it, or tried to; null until then. */
  readonly finishedBy: ManualFinisher | null;
}

/** One run of a task as it is stored; append-only but for its end. Its groups are those of its job. */
export interface StoredIteration extends GuardedRecord {
  /** Derived from job, task and number. */
  readonly _id: string;
  readonly jobId: string;
  /** `rootStarter` of the job: who takes turns with others. Absent where an older node has stored it. */
  readonly starter?: string;
  /** `rootId` of the job: families of a starter take turns as well. Absent where an older node has stored it. */
  readonly family?: string;
  /** Id of the task in the workflow. */
  readonly task: string;
  readonly name: string;
  readonly app: string;
  /** How it is worked: within a step, by the engine's waiting, by a worker, by a person. */
  readonly kind: 'inline' | 'wait' | 'dispatched' | 'manual';
  readonly number: number;
  readonly generation: number;
  /** Index in the innermost loop; null outside of loops. */
  readonly loopIndex: number | null;
  readonly status: IterationStatus;
  readonly finish: FinishState | 'canceled' | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  /** Node that ran it. */
  readonly serverId: string;
  /** `ValueRefs` of what came in, encoded. */
  readonly input: string;
  /** `ValueRefs` of what came out, encoded; null until it ended. */
  readonly output: string | null;
  /** `ValueRef` of the error, encoded. */
  readonly error: string | null;
  readonly attempt: number;
  readonly lease: WorkLease | null;
  /**
   * What a worker made of it, as `JobValuesService.keepOutcome` writes it; status, output and error follow when
   * the step that heard of it closes the iteration. Null until then.
   */
  readonly outcome: string | null;
  /** When the worker wrote that down. */
  readonly outcomeAt: Date | null;
  /** False between what a worker wrote down and the step that heard of it; else true. */
  readonly delivered: boolean;
  /** When a worker may claim it; null for what none may. */
  readonly claimableAt: Date | null;
  readonly manual: ManualWork | null;
  /** What a waiting `eventListenerJob` listens to, as JSON text. */
  readonly listener: string | null;
  /** `listenerKey` of its source and topic: what events are looked up by. */
  readonly listensTo: string | null;
  /** Whether a mock answered instead of what is outside. */
  readonly mocked: boolean;
}

/** What iterations that wait for events of this source and topic have in `listensTo`. */
export function listenerKey(source: string, topic: string): string {
  return JSON.stringify([source, topic]);
}
