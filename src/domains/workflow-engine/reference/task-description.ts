import { type JsonObject, type JsonValue } from '../../../kernel/json.js';

/** What the reference says of a task beside its declaration: what it does, and arguments to copy. */
export interface TaskSummary {
  readonly does: string;
  /** Every argument that there is, with a value that it takes. */
  readonly incoming: JsonObject;
}

/** By the names of tasks. */
export type TaskSummaries = Readonly<Record<string, TaskSummary>>;

/** A task that is no line of a table, and so says here what it takes. */
export interface TaskDescription extends TaskSummary {
  readonly app: string;
  readonly type: 'automatic' | 'manual' | 'operation';
  /** In the notation of `TaskRow`. */
  readonly args: readonly string[];
  readonly outputs: readonly string[];
  /** Types of arguments where the value in `incoming` does not say all. */
  readonly types?: Readonly<Record<string, string>>;
  /** When it ends in `failure` or `error`. */
  readonly fails: string;
  /** What is put out, where it cannot be computed from `incoming` alone. */
  readonly answer?: JsonValue;
  /** What the engine is given beside the arguments, to compute the answer by. */
  readonly given?: JsonValue;
}
