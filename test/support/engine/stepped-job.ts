import { type Command } from '../../../src/cores/engine/commands.js';
import { compilePlan } from '../../../src/cores/engine/compile-plan.js';
import { type ValueRefs } from '../../../src/cores/engine/value-ref.js';
import { type JobState } from '../../../src/cores/engine/job-state.js';
import { type Plan } from '../../../src/cores/engine/plan.js';
import { type Given, type PureTask, type StepQuery } from '../../../src/cores/engine/pure-task.js';
import {
  type EngineEvent,
  type EngineLimits,
  ENGINE_LIMITS,
  initialState,
  type MockLookup,
  step,
  type StepResult,
  type ValueBound,
} from '../../../src/cores/engine/step.js';
import { type JsonObject, type JsonValue } from '../../../src/kernel/json.js';

type Answer = (query: StepQuery) => JsonValue | undefined;

interface SteppedOptions {
  readonly tasks?: Readonly<Record<string, PureTask['run'] | PureTask>>;
  readonly limits?: Partial<EngineLimits>;
  readonly variables?: ValueRefs;
  readonly answer?: Answer;
  /** A test run, which answers this. */
  readonly mocks?: MockLookup;
  /** What values may have. */
  readonly valueBound?: ValueBound;
}

/** A job that a test steps by hand, with a clock of its own. */
export class SteppedJob {
  readonly plan: Plan;
  state: JobState;
  now = 1000;
  /** The commands of the last step. */
  commands: readonly Command[] = [];
  /** What the last step asked for. */
  queries: StepQuery[] = [];

  constructor(
    document: JsonObject,
    private readonly options: SteppedOptions = {},
  ) {
    this.plan = compilePlan(document, { isInline: this.lookup });
    this.state = initialState(this.plan, options.variables ?? {}, '');
    this.apply({ kind: 'start' });
  }

  apply(event: EngineEvent): StepResult {
    this.queries = [];
    const { limits, mocks, valueBound, answer = () => undefined } = this.options;
    const under = step(this.plan, this.state, event, {
      jobId: 'job',
      now: this.now,
      tasks: this.lookup,
      limits: { ...ENGINE_LIMITS, ...limits },
      mocks,
      valueBound,
    });
    let given: Given = [];
    for (;;) {
      const { done, value } = under.next(given);
      if (done) return this.take(value);
      this.queries.push(...value);
      given = value.map(answer);
    }
  }

  /** Ends the iteration that a task has now. */
  finish(task: string, outcome: Extract<EngineEvent, { kind: 'finished' }>['outcome']): StepResult {
    const { id } = this.begun(task);
    return this.apply({ kind: 'finished', task, iteration: id, outcome });
  }

  /** So much time passes, and whatever is due fires. */
  pass(ms: number): StepResult {
    this.now += ms;
    return this.apply({ kind: 'wake' });
  }

  task(id: string): JobState['tasks'][number] {
    const found = this.state.tasks[this.plan.places.get(id) ?? -1];
    if (!found) throw new Error(`no task ${id}`);
    return found;
  }

  /** The latest iteration of a task. */
  begun(task: string): Extract<Command, { kind: 'run' }>['iteration'] {
    const found = this.iterations.get(task);
    if (!found) throw new Error(`no iteration of ${task}`);
    return found;
  }

  /** What a value holds, where it is at hand. */
  variable(name: string): JsonValue | undefined {
    const held = this.state.variables[name];
    return held?.kind === 'here' ? held.value : undefined;
  }

  private readonly iterations = new Map<string, Extract<Command, { kind: 'run' }>['iteration']>();

  private readonly lookup = (app: string, name: string): PureTask | undefined => {
    const found = app === 'WorkFlowEngine' ? this.options.tasks?.[name] : undefined;
    return typeof found === 'function' ? { run: found } : found;
  };

  private take(result: StepResult): StepResult {
    if (result.kind !== 'applied') return result;
    this.state = result.state;
    this.commands = result.commands;
    for (const command of result.commands) {
      if (!('iteration' in command) || typeof command.iteration === 'string') continue;
      this.iterations.set(command.iteration.task, command.iteration);
    }
    return result;
  }
}
