import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type JsonObject, type JsonValue } from '../../../src/kernel/json.js';
import {
  decodeCommands,
  decodeState,
  encodeCommands,
  encodeState,
} from '../../../src/cores/engine/codec.js';
import { type Command, type TaskOutcome } from '../../../src/cores/engine/commands.js';
import { type ValueRef, type ValueRefs } from '../../../src/cores/engine/value-ref.js';
import { type JobState } from '../../../src/cores/engine/job-state.js';
import { mapStateValues, mapValues } from '../../../src/cores/engine/map-values.js';
import { type Plan } from '../../../src/cores/engine/plan.js';
import { type PureTaskLookup, type StepQuery } from '../../../src/cores/engine/pure-task.js';
import {
  type EngineEvent,
  type EngineLimits,
  initialState,
  step,
  type StepResult,
} from '../../../src/cores/engine/step.js';
import { deeplyFrozen } from '../deeply-frozen.js';
import { drawnOutcome } from './law-tasks.js';
import {
  type QueuedCommand,
  type SimulatedIteration,
  type SimulatedJob,
  type SimulatedParent,
  type TakenStep,
} from './simulated-job.js';

/** What goes wrong in the simulation, each by chance. */
export interface Trouble {
  /** Events come again, at once or much later. */
  readonly repeats: boolean;
  /** The process is lost in the middle of an outbox and after any write. */
  readonly crashes: boolean;
  /** Values of a job are moved away between its steps. */
  readonly parks: boolean;
  /** Whatever can happen next happens in any order; else the oldest comes first. */
  readonly disorder: boolean;
}

/** A world for jobs, without any of the platform. */
export interface WorldOptions {
  /** By the name of the workflow. */
  readonly plans: ReadonlyMap<string, Plan>;
  readonly seed: number;
  readonly limits: EngineLimits;
  readonly tasks: PureTaskLookup;
  readonly trouble?: Partial<Trouble>;
  /** How a dispatched or manual task ends; by default as its inputs say. */
  readonly outcome?: (work: SimulatedWork) => TaskOutcome;
  readonly documents?: (query: StepQuery) => JsonValue | undefined;
  readonly judge?: (taken: TakenStep, world: SimulatedShell) => readonly string[];
}

/** A dispatched or manual iteration that is to end. */
export interface SimulatedWork {
  readonly job: SimulatedJob;
  readonly task: string;
  readonly name: string;
  readonly number: number;
  readonly input: Readonly<Record<string, JsonValue>>;
}

/** Where a step begins. */
interface StepFrom {
  readonly job: SimulatedJob;
  readonly state: JobState;
  readonly now: number;
}

type Action = () => void;

/** Actions after which a job that still goes on is taken for one that never ends. */
const ACTIONS_MAX = 20_000;

/**
 * Carries out what steps command, on a store that is a few maps. Every action is one write, and what can
 * happen next is read from the store alone: so a crash between any two writes is what happens all the time.
 */
export class SimulatedShell {
  readonly jobs = new Map<string, SimulatedJob>();
  readonly iterations = new Map<string, SimulatedIteration>();
  /** What broke a law, in words. */
  readonly breaches: string[] = [];
  readonly publications: string[] = [];
  /** Every event that was applied to a job, in order. */
  readonly applied: {
    readonly job: string;
    readonly event: EngineEvent;
    readonly now: number;
  }[] = [];
  now = 1_000_000;
  /** How many commands of each kind were carried out for the first time. */
  readonly effects: string[] = [];
  readonly #stored = new Map<string, JsonValue>();
  readonly #log: { readonly job: string; readonly event: EngineEvent }[] = [];
  readonly #published = new Set<string>();
  readonly #random: () => number;

  constructor(private readonly options: WorldOptions) {
    this.#random = randomOf(options.seed);
  }

  /** Begins a job, whose first step is computed before it is stored. */
  start(
    id: string,
    workflow: string,
    given: JsonObject = {},
    parent: SimulatedParent | null = null,
  ): SimulatedJob | undefined {
    const plan = this.options.plans.get(workflow);
    if (!plan) return undefined;
    const variables = held({ ...given, _id: id, initiator: 'somebody' });
    const job: SimulatedJob = {
      id,
      plan,
      parent,
      startedWith: variables,
      state: deeplyFrozen(initialState(plan, variables, '')),
      outbox: [],
      rev: 0,
      announced: null,
      told: false,
      sleepsAt: '',
    };
    this.jobs.set(id, job);
    this.apply(job, { kind: 'start' });
    return job;
  }

  /** Lets an event happen to a job, as one write. */
  apply(job: SimulatedJob, event: EngineEvent, isRepeat = false): StepResult {
    const { state: before } = job;
    const result = this.#compute(job, event);
    if (result.kind === 'applied') {
      // What is stored is text: whatever a text cannot hold is lost here.
      job.state = deeplyFrozen(decodeState(encodeState(result.state)));
      job.rev += 1;
      const queued = decodeCommands(encodeCommands(result.commands)).map((command, at) => ({
        command,
        key: `${job.id} ${job.rev} ${at}`,
      }));
      job.outbox = [...job.outbox, ...queued];
      this.applied.push({ job: job.id, event, now: this.now });
      if (!isRepeat) this.#log.push({ job: job.id, event });
    }
    const taken: TakenStep = { job, event, before, result, now: this.now, isRepeat };
    this.breaches.push(...(this.options.judge?.(taken, this) ?? []));
    return result;
  }

  /** Goes on until nothing can happen any more, or until `isEnough`. */
  run(isEnough: () => boolean = () => false): void {
    for (let actions = 0; actions < ACTIONS_MAX; actions += 1) {
      if (isEnough() || !this.act()) return;
    }
    this.breaches.push(`still going on after ${ACTIONS_MAX} actions`);
  }

  /** Does one of the things that can happen; false when there is none, not even by waiting. */
  act(): boolean {
    if (this.#happens('repeats', 6)) this.#repeat();
    if (this.#happens('parks', 4)) this.#park();
    const actions = [...this.#actions()];
    if (actions.length === 0) return this.#passTime();
    if (this.#happens('disorder', 12)) this.#passTime();
    const at = this.options.trouble?.disorder === true ? this.choose(actions.length) : 0;
    actions[at]?.();
    return true;
  }

  /** The state that the events of a job lead to once more, from its first. Only where nothing was moved away. */
  replay(job: SimulatedJob): JobState {
    let state = deeplyFrozen(initialState(job.plan, job.startedWith, ''));
    for (const { event, now } of this.applied.filter((one) => one.job === job.id)) {
      const result = this.#drive({ job, state, now }, event);
      if (result.kind !== 'applied') throw new Error(`${event.kind} is ${result.kind} this time`);
      state = deeplyFrozen(decodeState(encodeState(result.state)));
    }
    return state;
  }

  choose(of: number): number {
    return Math.floor(this.#random() * Math.max(of, 1));
  }

  /** The value in clear, wherever it lies. */
  read(value: ValueRef): JsonValue | undefined {
    if (value.kind === 'here') return value.value;
    if (value.kind === 'stored') return this.#stored.get(value.hash);
    const output = this.iterations.get(value.iteration)?.end?.output[value.name];
    return output === undefined ? undefined : this.read(output);
  }

  /** All values by name. */
  readAll(values: ValueRefs): Record<string, JsonValue> {
    const read = Object.entries(values).flatMap(([name, value]) => {
      const clear = this.read(value);
      return clear === undefined ? [] : [[name, clear] as const];
    });
    return Object.fromEntries(read);
  }

  /** The iterations of a job in the order in which they began. */
  iterationsOf(job: string, task?: string): readonly SimulatedIteration[] {
    return [...this.iterations.values()].filter(
      (one) => one.job === job && (task === undefined || one.iteration.task === task),
    );
  }

  childrenOf(iteration: string): readonly SimulatedJob[] {
    return [...this.jobs.values()]
      .filter(({ parent }) => parent?.iteration === iteration)
      .sort((a, b) => (a.parent?.index ?? 0) - (b.parent?.index ?? 0));
  }

  /** Carries out what is in the outbox, and clears it. */
  drain(job: SimulatedJob): void {
    const { outbox } = job;
    for (const queued of outbox) this.#carryOut(job, queued);
    // Carrying out can lead to new commands, which stand behind these.
    job.outbox = job.outbox.slice(outbox.length);
  }

  /** Ends a dispatched, manual or listening iteration as its inputs say. */
  outcomeOf({ job: jobId, iteration }: SimulatedIteration): TaskOutcome {
    const job = this.#job(jobId);
    const input = this.readAll(iteration.input);
    const name = job.plan.tasks.find(({ id }) => id === iteration.task)?.name ?? '';
    const work = { job, task: iteration.task, name, number: iteration.number, input };
    return this.options.outcome?.(work) ?? drawnOutcome(input, iteration.task, iteration.number);
  }

  #compute(job: SimulatedJob, event: EngineEvent): StepResult {
    const at = { job, state: job.state, now: this.now };
    const [first, second] = [this.#drive(at, event), this.#drive(at, event)];
    if (!isDeepStrictEqual(first, second)) {
      this.breaches.push(`I1: ${event.kind} has two results`);
    }
    return first;
  }

  #drive({ job, state, now }: StepFrom, event: EngineEvent): StepResult {
    const { limits, tasks } = this.options;
    const context = { jobId: job.id, now, tasks, limits };
    const steps = step(job.plan, state, deeplyFrozen(event), context);
    let turn = steps.next([]);
    for (let turns = 0; turn.done !== true; turns += 1) {
      if (turns > 10_000) throw new Error('the step asks for ever');
      turn = steps.next(turn.value.map((query) => this.#answer(query)));
    }
    return turn.value;
  }

  #answer(query: StepQuery): JsonValue | undefined {
    if (query.kind === 'value') return this.read(query.held);
    if (query.kind === 'document') return this.options.documents?.(query);
    return this.childrenOf(query.iteration).map(({ parent, state }) => ({
      index: parent?.index ?? -1,
      status: state.status,
      variables: this.readAll(state.variables),
    }));
  }

  *#actions(): Generator<Action> {
    for (const job of this.jobs.values()) yield* this.#actionsOfJob(job);
    for (const one of this.iterations.values()) yield* this.#actionsOfIteration(one);
  }

  *#actionsOfJob(job: SimulatedJob): Generator<Action> {
    const { hasMore, timers } = job.state;
    if (job.outbox.length > 0) {
      yield () => {
        this.#drainSome(job);
      };
    }
    const isDue = hasMore || timers.some(({ at }) => at <= this.now);
    if (isDue && job.sleepsAt !== `${job.rev}@${this.now}`) {
      yield () => {
        this.#wake(job);
      };
    }
    // A parent is told by the outbox of its child; what that has lost is repaired by looking.
    const { announced } = job;
    if (announced !== null && !job.told) {
      yield () => {
        this.#tell(job, announced);
      };
    }
  }

  *#actionsOfIteration(one: SimulatedIteration): Generator<Action> {
    const { kind, end, result } = one;
    if (result !== null) {
      if (one.delivered) return;
      yield () => {
        this.#deliver(one, result);
      };
    } else if (end === null && kind === 'run') {
      yield () => {
        one.result = this.outcomeOf(one);
      };
    } else if (end === null && kind === 'open-manual' && this.#isRunning(one)) {
      yield () => {
        this.#finish(one, this.outcomeOf(one));
      };
    }
  }

  #isRunning({ job }: SimulatedIteration): boolean {
    return this.#job(job).state.status === 'running';
  }

  #wake(job: SimulatedJob): void {
    const result = this.apply(job, { kind: 'wake' });
    if (result.kind !== 'applied') job.sleepsAt = `${job.rev}@${this.now}`;
    if (result.kind !== 'applied' && job.state.status === 'running') {
      this.breaches.push(`a due job would not be woken: ${result.kind}`);
    }
  }

  #deliver(one: SimulatedIteration, result: TaskOutcome): void {
    this.#finish(one, result);
    // The mark can be lost: then another node delivers again.
    if (!this.#happens('crashes', 3)) one.delivered = true;
  }

  #finish(one: SimulatedIteration, outcome: TaskOutcome): void {
    const { task, id } = one.iteration;
    const isRepeat = one.end !== null || this.#wasApplied(one);
    this.apply(this.#job(one.job), { kind: 'finished', task, iteration: id, outcome }, isRepeat);
  }

  #wasApplied({ iteration }: SimulatedIteration): boolean {
    return this.applied.some(
      ({ event }) => event.kind === 'finished' && event.iteration === iteration.id,
    );
  }

  #tell(child: SimulatedJob, status: 'complete' | 'canceled'): void {
    const { parent } = child;
    if (parent === null) {
      child.told = true;
      return;
    }
    const { task, iteration, index } = parent;
    const event: EngineEvent = { kind: 'child', task, iteration, index, status };
    const isRepeat = this.applied.some(({ event: past }) => isDeepStrictEqual(past, event));
    this.apply(this.#job(parent.job), event, isRepeat);
    if (!this.#happens('crashes', 3)) child.told = true;
  }

  #drainSome(job: SimulatedJob): void {
    if (!this.#happens('crashes', 2)) {
      this.drain(job);
      return;
    }
    const many = this.choose(job.outbox.length + 1);
    for (const queued of job.outbox.slice(0, many)) this.#carryOut(job, queued);
  }

  // eslint-disable-next-line complexity -- one case for each kind of command
  #carryOut(job: SimulatedJob, { command, key }: QueuedCommand): void {
    switch (command.kind) {
      case 'close':
        this.#close(job, command);
        break;
      case 'start-child':
        this.#startChild(job, command);
        break;
      case 'control-children':
        this.#controlChildren(command);
        break;
      case 'notify-parent':
        job.announced = command.status;
        break;
      case 'publish':
        if (!this.#published.has(key)) this.publications.push(command.publication.topic);
        this.#published.add(key);
        break;
      case 'record':
      case 'run':
      case 'open-manual':
      case 'wait':
        this.#insert(job, command);
    }
  }

  #insert(
    job: SimulatedJob,
    command: Extract<Command, { kind: 'record' | 'run' | 'open-manual' | 'wait' }>,
  ): void {
    const { iteration, kind } = command;
    const end = command.kind === 'record' ? command.end : null;
    const present = this.iterations.get(iteration.id);
    if (present) {
      const isSame = isDeepStrictEqual(present.iteration, iteration) && present.job === job.id;
      if (!isSame) this.breaches.push(`I4: two iterations share the id of ${iteration.task}`);
      return;
    }
    const one = { job: job.id, kind, iteration, end, result: null, delivered: false };
    this.iterations.set(iteration.id, one);
    this.effects.push(`${job.id} ${kind} ${iteration.task} ${iteration.number}`);
  }

  #close(job: SimulatedJob, { id, task, end }: Extract<Command, { kind: 'close' }>): void {
    const present = this.iterations.get(id);
    if (present?.job !== job.id || present.iteration.task !== task) {
      this.breaches.push(`an iteration of ${task} is closed that is not there`);
      return;
    }
    if (present.end === null) present.end = end;
    else if (!isDeepStrictEqual(present.end, end)) {
      this.breaches.push(`I4: an iteration of ${task} ends twice`);
    }
  }

  #startChild(job: SimulatedJob, command: Extract<Command, { kind: 'start-child' }>): void {
    const { childId, iteration, task, index, isLoop } = command;
    const present = this.jobs.get(childId);
    if (present) {
      const isSame = present.parent?.iteration === iteration && present.parent.index === index;
      if (!isSame) this.breaches.push('two children share an id');
      return;
    }
    const variables = {
      ...this.readAll(command.variables),
      ...(isLoop ? { childJobLoopIndex: index } : {}),
    };
    const parent = { job: job.id, iteration, task, index };
    this.effects.push(`${job.id} child ${task} ${index}`);
    if (this.start(childId, command.workflow, variables, parent)) return;
    const message = `no workflow ${command.workflow}`;
    this.apply(job, { kind: 'child', task, iteration, index, status: 'refused', message });
  }

  #controlChildren({ iteration, control }: Extract<Command, { kind: 'control-children' }>): void {
    for (const child of this.childrenOf(iteration)) {
      if (child.state.endedAt === null) this.apply(child, { kind: control });
    }
  }

  #repeat(): void {
    const results = this.#log.filter(({ event }) => ['finished', 'child'].includes(event.kind));
    const past = results[this.choose(results.length)];
    if (past) this.apply(this.#job(past.job), past.event, true);
  }

  /** Moves a value of a job to where large ones lie. */
  #park(): void {
    const job = [...this.jobs.values()][this.choose(this.jobs.size)];
    if (job?.state.endedAt !== null) return;
    const state = mapStateValues(job.state, (value) => this.#parked(value));
    const outputs = Object.entries(state.outputs).map(([at, values]) => {
      const { id } = job.plan.tasks[Number(at)] ?? {};
      const latest = this.iterationsOf(job.id, id).at(-1);
      return [at, this.#inIteration(values, latest)] as const;
    });
    job.state = deeplyFrozen({ ...state, outputs: Object.fromEntries(outputs) });
  }

  /** What an iteration keeps anyway need not lie in the job as well. */
  #inIteration(values: ValueRefs, latest: SimulatedIteration | undefined): ValueRefs {
    if (!latest?.end || this.choose(2) === 0) return values;
    const { id } = latest.iteration;
    const { output } = latest.end;
    return mapValues(values, (value) => {
      const [name] =
        Object.entries(output).find(([, kept]) => isDeepStrictEqual(kept, value)) ?? [];
      const secret = value.secret ? { secret: value.secret } : {};
      return name === undefined ? value : { kind: 'iteration', iteration: id, name, ...secret };
    });
  }

  #parked(value: ValueRef): ValueRef {
    if (value.kind !== 'here' || this.choose(2) === 0) return value;
    const text = JSON.stringify(value.value);
    const hash = createHash('sha256').update(text).digest('hex');
    this.#stored.set(hash, value.value);
    const { secret } = value;
    return { kind: 'stored', hash, bytes: text.length, ...(secret ? { secret } : {}) };
  }

  /** Moves on to the next timer of a job that goes on. */
  #passTime(): boolean {
    const times = [...this.jobs.values()]
      .filter(({ state }) => state.endedAt === null)
      .flatMap(({ state }) => state.timers.map(({ at }) => at))
      .filter((at) => at > this.now);
    if (times.length === 0) return false;
    this.now = Math.min(...times);
    return true;
  }

  #happens(trouble: keyof Trouble, outOf: number): boolean {
    return this.options.trouble?.[trouble] === true && this.choose(outOf) === 0;
  }

  #job(id: string): SimulatedJob {
    const job = this.jobs.get(id);
    if (!job) throw new Error(`no job ${id}`);
    return job;
  }
}

/** Values as a job begins with them. */
export function held(values: JsonObject): ValueRefs {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { kind: 'here', value } as const]),
  );
}

/** Numbers from 0 up to 1 that follow from the seed. */
function randomOf(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
