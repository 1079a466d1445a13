import { type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { type TaskOutcome } from '../../../cores/engine/commands.js';
import { type TaskInput } from '../../../cores/engine/pure-task.js';
import { type TaskUsers } from './task-rights.js';

/** What tells tasks apart. */
export interface TaskType {
  readonly app: string;
  readonly name: string;
  /** `Application` or `Adapter`. */
  readonly location: string;
}

/** One try of a dispatched task. */
export interface TaskCall extends TaskType {
  readonly jobId: string;
  /** Id of the iteration: the same at each try, so it serves as an idempotency key. */
  readonly iterationId: string;
  /** 1 for the first try. */
  readonly attempt: number;
  /** Everything in clear text: no part of it may reach a log, an event or an error. */
  readonly input: TaskInput;
  /** The task as the workflow says it. */
  readonly document: JsonObject;
  /** In whose name it runs; null for the platform itself. */
  readonly actor: Principal | null;
  /** Who must be admitted to what it does outside, or changes. */
  readonly users: TaskUsers;
  /** Ends the try: the job was canceled, the lease lost, or the server stops. */
  readonly signal: AbortSignal;
}

/** Runs one family of dispatched tasks. */
export interface TaskExecutor {
  /** What metrics and messages call it. */
  readonly name: string;
  handles(type: TaskType): boolean;
  /** Whether another try after a lost lease does no harm; else the task ends in error, its outcome unknown. */
  isIdempotent(call: Pick<TaskCall, 'app' | 'name' | 'location' | 'input'>): boolean;
  /** Whether it reaches something outside of the platform: those a mock may stand in for. */
  readonly leavesPlatform: boolean;
  /** Longest time of one try in milliseconds. */
  readonly deadlineMs: number;
  /** An outcome for whatever can be expected; what it throws ends the task in error with its message. */
  run(call: TaskCall): Promise<TaskOutcome>;
}

/** Token of all executors, in the order in which they are asked. */
export const TASK_EXECUTORS = 'TASK_EXECUTORS';
