import { type JsonObject, type JsonValue } from '../../kernel/json.js';
import { type TaskOutcome } from './commands.js';
import { type ValueRef } from './value-ref.js';

/** The inputs of a task with all references resolved. An absent key is `undefined`. */
export type TaskInput = Readonly<Record<string, JsonValue>>;

/** What an inline task does to its job beside its outputs. */
export type JobEffect =
  | { readonly kind: 'set-variable'; readonly name: string; readonly value: JsonValue }
  | { readonly kind: 'set-description'; readonly description: string };

/** Documents that inline tasks read. */
export interface DocumentNeed {
  readonly kind: 'document';
  readonly type: 'transformation' | 'template';
  readonly idOrName: string;
}

/** What a task reads beside its inputs. */
export type TaskNeed = DocumentNeed | { readonly kind: 'variable'; readonly name: string };

/** What a task is given beside its inputs. */
export interface TaskContext {
  /** Epoch milliseconds. */
  readonly now: number;
  /** One answer for each of `needs`, in their order; undefined where there is none. */
  readonly given: readonly (JsonValue | undefined)[];
  /** Spends fuel; a task that has used up the step's throws `OutOfFuel`. */
  readonly spend: (units: number) => void;
}

/** A task needs more computing than one may. */
export class OutOfFuel extends Error {
  override readonly name = 'OutOfFuel';
}

/** What came of an inline task. */
export type PureOutcome = TaskOutcome & { readonly effects?: readonly JobEffect[] };

/**
 * A task that is a pure function: it runs within the step, always the same for the same input.
 * Whatever it throws ends the task in `error` with the message of what was thrown.
 */
export interface PureTask {
  readonly needs?: (input: TaskInput) => readonly TaskNeed[];
  readonly run: (input: TaskInput, context: TaskContext) => PureOutcome;
}

/** The pure task of this application and name; undefined for those that are none. */
export type PureTaskLookup = (app: string, name: string) => PureTask | undefined;

/** What a step must be given before it can go on. */
export type StepQuery =
  | { readonly kind: 'value'; readonly held: ValueRef }
  | DocumentNeed
  /** How the children of an iteration ended, in the order of their index. */
  | { readonly kind: 'children'; readonly iteration: string };

/** One answer for each query. Of children: a list of `ChildResult`. */
export type Given = readonly (JsonValue | undefined)[];

/** A child as its parent reads it. */
export interface ChildResult {
  readonly index: number;
  readonly status: string;
  readonly variables: JsonObject;
  /** Whether any of its variables is secret. */
  readonly secret?: true;
}
