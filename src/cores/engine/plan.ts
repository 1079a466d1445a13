import { type JsonObject, type JsonValue } from '../../kernel/json.js';
import { type FinishState } from './finish-state.js';

/**
 * Who runs a task: the engine in the step itself (`inline`: a pure function), the engine by waiting
 * (`wait`), a worker on some node (`dispatched`), or a person (`manual`).
 */
export type TaskKind = 'start' | 'end' | 'inline' | 'wait' | 'dispatched' | 'manual';

/** What the engine itself knows how to wait for. */
export const WAITING_TASKS = [
  'childJob',
  'delay',
  'eventListenerJob',
  'forEach',
  'reattempt',
  'stub',
] as const;
export type WaitingTask = (typeof WAITING_TASKS)[number];

/** What the value of an input is made of: literals, and references wherever the format has them. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: JsonValue }
  /** A variable of the job; with a pointer, what lies there in it. */
  | { readonly kind: 'variable'; readonly name: string; readonly pointer?: string }
  /** What the latest iteration of a task put out; `task` is its place in the plan. */
  | {
      readonly kind: 'output';
      readonly task: number;
      readonly name: string;
      readonly pointer?: string;
    }
  | { readonly kind: 'object'; readonly members: readonly (readonly [string, Expression])[] }
  | { readonly kind: 'list'; readonly items: readonly Expression[] };

/** An edge that is followed when its origin ends in `state`; `to` is a place in the plan. */
export interface PlannedEdge {
  readonly to: number;
  readonly type: 'standard' | 'revert';
  readonly state: FinishState | 'loop';
}

/** Runs again by itself (`retrySettings`). */
export interface RetrySettings {
  readonly states: readonly FinishState[];
  readonly limit: number;
  readonly delayMs: number;
}

export interface PlannedTask {
  /** Its place in the plan. */
  readonly at: number;
  readonly id: string;
  readonly name: string;
  readonly app: string;
  /** `Application` or `Adapter`; empty where the document says nothing. */
  readonly location: string;
  readonly kind: TaskKind;
  /** On whose behalf: `system`, `job` (who started it), or the place of a manual task (who worked it). */
  readonly actor: 'system' | 'job' | number;
  readonly inputs: readonly (readonly [string, Expression])[];
  /** Inputs and outputs that are to be kept secret, by a decorator or by their name. */
  readonly secretInputs: ReadonlySet<string>;
  readonly secretOutputs: ReadonlySet<string>;
  /** What it says of an error goes into a secret variable. */
  readonly secretError: boolean;
  /** Names of outputs in the order of the document, each with the job variable that it also writes. */
  readonly outputs: readonly (readonly [string, string | null])[];
  /** The job variable in which an error is put down. */
  readonly errorVariable: string | null;
  /** The standard predecessors outside of loop edges, the start included. */
  readonly ins: readonly number[];
  /** The state in which each of `ins` leads here, in their order. */
  readonly inStates: readonly FinishState[];
  readonly edges: readonly PlannedEdge[];
  /** Of a forEach: the tasks of its body; those of loops within it are in the bodies of these. */
  readonly body: readonly number[];
  /** The innermost forEach in whose body it lies; null for none. */
  readonly owner: number | null;
  readonly retry: RetrySettings | null;
  /** Service level in milliseconds; 0 for none. */
  readonly slaMs: number;
  /** The task as the workflow says it. */
  readonly document: JsonObject;
}

/** A workflow as the engine runs it: compiled once for each version, the same on every node. */
export interface Plan {
  readonly name: string;
  readonly tasks: readonly PlannedTask[];
  readonly places: ReadonlyMap<string, number>;
  readonly start: number;
  readonly end: number;
  /** Job variables that are kept secret (`decorators`, names, `format: password`). */
  readonly secretVariables: ReadonlySet<string>;
  readonly slaMs: number;
}
