import {
  type Command,
  type Iteration,
  type IterationEnd,
  type TaskOutcome,
} from '../../../src/cores/engine/commands.js';
import { type ValueRefs } from '../../../src/cores/engine/value-ref.js';
import { type JobState } from '../../../src/cores/engine/job-state.js';
import { type Plan } from '../../../src/cores/engine/plan.js';
import { type EngineEvent, type StepResult } from '../../../src/cores/engine/step.js';

/** Where a child of the simulation belongs. */
export interface SimulatedParent {
  readonly job: string;
  readonly iteration: string;
  readonly task: string;
  readonly index: number;
}

/** A command that was not carried out yet, and what tells it from all others. */
export interface QueuedCommand {
  readonly command: Command;
  readonly key: string;
}

/** What is durable of a job: its state and outbox are one document. */
export interface SimulatedJob {
  readonly id: string;
  readonly plan: Plan;
  readonly parent: SimulatedParent | null;
  readonly startedWith: ValueRefs;
  state: JobState;
  outbox: readonly QueuedCommand[];
  rev: number;
  /** Its end was announced by a command of its own. */
  announced: 'complete' | 'canceled' | null;
  /** Its parent has taken note of its end. */
  told: boolean;
  /** `rev@now` of the last wake that changed nothing. */
  sleepsAt: string;
}

/** What is durable of an iteration. */
export interface SimulatedIteration {
  readonly job: string;
  readonly kind: 'record' | 'run' | 'open-manual' | 'wait';
  readonly iteration: Iteration;
  end: IterationEnd | null;
  /** What a worker wrote down. */
  result: TaskOutcome | null;
  delivered: boolean;
}

/** One step as it was taken, for those who judge it. */
export interface TakenStep {
  readonly job: SimulatedJob;
  readonly event: EngineEvent;
  readonly before: JobState;
  readonly result: StepResult;
  readonly now: number;
  /** Whether the same event was there before. */
  readonly isRepeat: boolean;
}
