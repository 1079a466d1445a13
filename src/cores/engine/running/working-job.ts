import { invariant } from '../../../kernel/invariant.js';
import { type JsonValue } from '../../../kernel/json.js';
import { type Command, type IterationEnd, type Publication } from '../commands.js';
import { type ValueRef, type ValueRefs } from '../value-ref.js';
import { iterationId } from '../ids.js';
import {
  type ChildrenState,
  type JobError,
  type JobState,
  type JobStatus,
  type LoopState,
  type RevertCount,
  type TaskState,
} from '../job-state.js';
import { type Plan, type PlannedTask } from '../plan.js';
import { type StepContext } from '../step-context.js';
import { isActive, isChildrenIdle, OUTSIDE } from './phases.js';
import { TimerBook } from './timer-book.js';

/** How many predecessors a task still waits for, and whether a way through one of them leads to it. */
export interface Join {
  open: number;
  live: boolean;
}

/** Errors that a job shows: the newest, because a loop can make thousands. */
const ERRORS_MAX = 100;

/** What interpreters may count before a task counts as two. */
const UNITS_PER_TASK = 2500;

/**
 * A job in the middle of a step: a copy that changes in place, because a step can finish hundreds of the
 * tasks of a workflow of thousands. Nobody outside of the step sees it; `commit` makes the next state.
 */
export class WorkingJob {
  status: JobStatus;
  description: string;
  endedAt: number | null;
  lastFinished: number | null;
  hasMore = false;
  /** Whether the step before had no fuel left for everything. */
  readonly wasUnfinished: boolean;
  /** Whether a circle of reverts was cut off in this step. */
  isRunaway = false;
  private readonly former: JobState['former'];
  readonly variables: Map<string, ValueRef>;
  readonly outputs: Map<number, ValueRefs>;
  readonly loops: Map<number, LoopState>;
  readonly children: Map<number, ChildrenState>;
  readonly attempts: Map<string, number>;
  readonly reverts: Map<number, RevertCount>;
  readonly timers: TimerBook;
  readonly commands: Command[] = [];
  readonly joins = new Map<number, Join>();
  /** Values that were asked for in this step. */
  readonly known = new Map<string, JsonValue | undefined>();
  private readonly tasks: TaskState[];
  private errors: JobError[];
  /** Tasks that are active, by the loop in whose body they are. */
  private readonly active = new Map<number, number>();
  private readonly ready: number[] = [];
  private readyHead = 0;
  /** Loops and childJobs that may be able to go on. */
  private readonly idle: number[] = [];
  private fuel: number;

  constructor(
    readonly plan: Plan,
    state: JobState,
    readonly context: StepContext,
  ) {
    const { status, description, endedAt, lastFinished } = state;
    [this.status, this.description] = [status, description];
    [this.endedAt, this.lastFinished] = [endedAt, lastFinished];
    this.wasUnfinished = state.hasMore;
    this.former = state.former;
    this.tasks = [...state.tasks];
    this.variables = new Map(Object.entries(state.variables));
    this.outputs = byPlace(state.outputs);
    this.loops = byPlace(state.loops);
    this.children = byPlace(state.children);
    this.attempts = new Map(Object.entries(state.attempts));
    this.reverts = byPlace(state.reverts);
    this.timers = new TimerBook(state.timers);
    this.errors = [...state.errors];
    this.fuel = context.limits.tasksPerStep;
    this.findWork();
  }

  get now(): number {
    return this.context.now;
  }

  /** What the plan says of a task. */
  planned(at: number): PlannedTask {
    const task = this.plan.tasks[at];
    invariant(task, `the plan has a task at ${at}`);
    return task;
  }

  /** Where a task stands. */
  task(at: number): TaskState {
    const task = this.tasks[at];
    invariant(task, `the job has a task at ${at}`);
    return task;
  }

  /** Id of the current iteration of a task. */
  iterationOf(at: number): string {
    return iterationId(this.context.jobId, this.planned(at).id, this.task(at).iterations);
  }

  /** A task comes to stand elsewhere: everything that depends on who is active learns of it here. */
  change(at: number, changes: Partial<TaskState>): void {
    const before = this.task(at);
    const after = { ...before, ...changes };
    this.tasks[at] = after;
    if (after.phase === 'ready' && before.phase !== 'ready') this.ready.push(at);
    const delta = Number(isActive(after.phase)) - Number(isActive(before.phase));
    if (delta !== 0) this.count(this.planned(at).owner ?? OUTSIDE, delta);
  }

  /** Takes the next task that can run; undefined for none. */
  nextReady(): number | undefined {
    while (this.readyHead < this.ready.length) {
      const at = this.ready[this.readyHead++];
      // It may have been reset, or run, since it was put down here.
      if (at !== undefined && this.task(at).phase === 'ready') return at;
    }
    return undefined;
  }

  /** Takes the next loop or childJob that may be able to go on; undefined for none. */
  nextIdle(): number | undefined {
    return this.idle.pop();
  }

  /** A loop or childJob may be able to go on. */
  noteIdle(at: number): void {
    this.idle.push(at);
  }

  /** Tasks that are active in the body of a loop, or outside of all (`OUTSIDE`). */
  activeIn(owner: number): number {
    return this.active.get(owner) ?? 0;
  }

  /** Whether the step may begin one more task; what it may not is left to the next step. */
  takeFuel(): boolean {
    if (this.fuel <= 0) {
      this.hasMore = true;
      return false;
    }
    this.fuel -= 1;
    return true;
  }

  /** A task has computed so much: a step of few large tasks is to last no longer than one of many small ones. */
  burn(units: number): void {
    this.fuel -= units / UNITS_PER_TASK;
  }

  setVariable(name: string, held: ValueRef): void {
    const isSecret = this.plan.secretVariables.has(name);
    this.variables.set(name, isSecret ? { ...held, secret: true } : held);
  }

  noteError(task: string, message: string): void {
    this.errors.push({ task, message, timestamp: this.now });
    if (this.errors.length > 2 * ERRORS_MAX) this.errors = this.errors.slice(-ERRORS_MAX);
  }

  /** The error that was noted last. */
  lastError(): { readonly task: string; readonly message: string } {
    const last = this.errors.at(-1);
    invariant(last, 'the job has an error');
    return { task: last.task, message: last.message };
  }

  /** Forgets errors of tasks that are done again. */
  forgetErrors(isForgotten: (error: JobError) => boolean): void {
    this.errors = this.errors.filter((error) => !isForgotten(error));
  }

  publish(publication: Publication): void {
    this.commands.push({ kind: 'publish', publication });
  }

  close(at: number, end: IterationEnd): void {
    this.commands.push({ kind: 'close', id: this.iterationOf(at), task: this.planned(at).id, end });
  }

  /** The state after the step. */
  commit(): JobState {
    return {
      status: this.status,
      tasks: this.tasks,
      variables: Object.fromEntries(this.variables),
      outputs: Object.fromEntries(this.outputs),
      loops: Object.fromEntries(this.loops),
      children: Object.fromEntries(this.children),
      attempts: Object.fromEntries(this.attempts),
      timers: this.timers.all(),
      errors: this.errors.slice(-ERRORS_MAX),
      description: this.description,
      reverts: Object.fromEntries(this.reverts),
      lastFinished: this.lastFinished,
      hasMore: this.hasMore && this.status === 'running',
      endedAt: this.endedAt,
      ...(this.former && { former: this.former }),
    };
  }

  /** What earlier steps have left: ready tasks, and loops and childJobs that could not go on. */
  private findWork(): void {
    this.tasks.forEach(({ phase }, at) => {
      if (isActive(phase)) this.count(this.planned(at).owner ?? OUTSIDE, 1);
      if (phase === 'ready') this.ready.push(at);
    });
    for (const at of this.loops.keys()) if (this.activeIn(at) === 0) this.idle.push(at);
    for (const [at, children] of this.children) if (isChildrenIdle(children)) this.idle.push(at);
  }

  private count(owner: number, delta: number): void {
    const count = this.activeIn(owner) + delta;
    this.active.set(owner, count);
    if (count === 0 && this.loops.has(owner)) this.idle.push(owner);
  }
}

function byPlace<T>(members: Readonly<Record<number, T>>): Map<number, T> {
  return new Map(Object.entries(members).map(([at, member]) => [Number(at), member]));
}
