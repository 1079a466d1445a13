import { type JsonObject, type JsonValue } from '../../kernel/json.js';
import { type FinishState } from './finish-state.js';
import { type ValueRef, type ValueRefs } from './value-ref.js';

/** In which element of which loop an iteration runs; the innermost comes last. */
export interface LoopPlace {
  readonly task: string;
  readonly index: number;
}

/** One run of a task. Ids follow from job, task and number, so that every attempt makes the same one. */
export interface Iteration {
  readonly id: string;
  readonly task: string;
  /** 1 for the first run of the task in this job. */
  readonly number: number;
  readonly generation: number;
  readonly loops: readonly LoopPlace[];
  readonly input: ValueRefs;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

/** How an iteration ended. */
export interface IterationEnd {
  readonly finish: FinishState | 'canceled';
  readonly output: ValueRefs;
  readonly error: ValueRef | null;
  /** Epoch milliseconds. */
  readonly endedAt: number;
  /** A mock stood in for what is absent. */
  readonly mocked?: true;
}

/** Something that happened to a job, for whoever listens. */
export type Publication =
  | {
      readonly topic:
        'jobStart' | 'jobComplete' | 'jobPause' | 'jobResume' | 'jobCancel' | 'jobUpgrade';
    }
  | { readonly topic: 'jobError'; readonly task: string; readonly message: string }
  | { readonly topic: 'jobFix'; readonly task: string }
  | { readonly topic: 'jobSlaBreach' }
  | { readonly topic: 'taskSlaBreach'; readonly task: string };

/** What a step asks the world to do. All of it can be done twice without harm. */
export type Command =
  /** An iteration that began and ended within the step. */
  | { readonly kind: 'record'; readonly iteration: Iteration; readonly end: IterationEnd }
  /** An iteration that a worker is to run. */
  | { readonly kind: 'run'; readonly iteration: Iteration }
  /** An iteration that a person is to work. */
  | { readonly kind: 'open-manual'; readonly iteration: Iteration }
  /** An iteration that the engine itself waits with; `listener` for what it listens to. */
  | { readonly kind: 'wait'; readonly iteration: Iteration; readonly listener?: JsonObject }
  /** A waiting, running or manual iteration has ended; what ended already stays as it is. */
  | {
      readonly kind: 'close';
      readonly id: string;
      readonly task: string;
      readonly end: IterationEnd;
    }
  | {
      readonly kind: 'start-child';
      readonly childId: string;
      readonly iteration: string;
      readonly task: string;
      readonly index: number;
      /** Whether it is one of many: then its variable `childJobLoopIndex` is its index. */
      readonly isLoop: boolean;
      readonly workflow: string;
      readonly variables: ValueRefs;
      /** In whose name it runs, as the task says. */
      readonly actor: 'system' | 'job' | number;
    }
  /** All children of this iteration that have not ended. */
  | {
      readonly kind: 'control-children';
      readonly iteration: string;
      readonly control: 'pause' | 'resume' | 'cancel';
    }
  /** The job has ended for good, or gone on: its parent is told, if it has one. */
  | { readonly kind: 'notify-parent'; readonly status: 'complete' | 'canceled' }
  | { readonly kind: 'publish'; readonly publication: Publication };

/** How a task ended, before its outputs have names. */
export type TaskOutcome =
  | {
      readonly finish: 'success' | 'failure';
      /** The value of the one output; undefined for none. */
      readonly output?: JsonValue | undefined;
      /** Outputs by name, where there are several. */
      readonly outputs?: Readonly<Record<string, JsonValue>>;
      /** What it was told is secret, or what it made is. */
      readonly secret?: true;
    }
  | {
      readonly finish: 'error';
      readonly error: JsonValue;
      readonly outputs?: Readonly<Record<string, JsonValue>>;
    };

/** What a test run answers where something is absent and no mock says otherwise. */
export const MOCKED_SUCCESS: TaskOutcome = { finish: 'success', output: {} };
