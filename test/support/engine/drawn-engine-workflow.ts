import fc from 'fast-check';
import { type JsonObject, type JsonValue } from '../../../src/kernel/json.js';
import { listOf, objectOf, textOf } from '../../../src/kernel/json-reading.js';

/** What may occur in the workflows that are drawn; everything is off unless it is asked for. */
export interface DrawnFeatures {
  /** Edges back, each of which is taken a bounded number of times. */
  readonly reverts: boolean;
  /** forEach, nested up to three deep. */
  readonly loops: boolean;
  /** Whether a body may end in an error that no edge catches. */
  readonly uncaught: boolean;
  /** childJob of each loop kind. */
  readonly children: boolean;
  /** delay, stub, reattempt: tasks that wait for time. */
  readonly timers: boolean;
  readonly retries: boolean;
  readonly manual: boolean;
  readonly inline: boolean;
}

/** A workflow as the laws draw it. */
export interface EngineWorkflow extends JsonObject {
  name: string;
  tasks: Record<string, JsonObject>;
  transitions: Record<string, JsonObject>;
}

interface Recipe {
  readonly tasks: number;
  readonly bodies: readonly number[];
  readonly choices: readonly number[];
}

/** Name of the workflow that drawn childJob tasks start. */
export const CHILD_WORKFLOW = 'child of laws';

const STATES = ['success', 'failure', 'error'] as const;
const FINISHES = ['success', 'success', 'success', 'failure', 'error'] as const;

/**
 * Workflows without any fault, made for running: what each task ends in, time after time, stands in its
 * own inputs (`finishes`), so that whoever carries it out needs no other oracle. Every task writes
 * variables of its own alone. Tasks whose finish state has no edge are normal.
 */
export function engineWorkflow(features: Partial<DrawnFeatures>): fc.Arbitrary<EngineWorkflow> {
  return fc
    .record({
      tasks: fc.integer({ min: 1, max: 9 }),
      bodies: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
      choices: fc.array(fc.nat(999), { minLength: 30, maxLength: 90 }),
    })
    .map((recipe) => new Drawing(recipe, features).workflow);
}

/** Ids of all tasks that are neither start nor end. */
export function innerIds({ tasks }: EngineWorkflow): readonly string[] {
  return Object.keys(tasks).filter((id) => !id.startsWith('workflow_'));
}

/** The inputs of a task as the document says them. */
export function incomingOf(task: JsonObject): JsonObject {
  return objectOf(objectOf(task['variables'])['incoming']);
}

class Drawing {
  readonly workflow: EngineWorkflow = {
    name: 'drawn',
    type: 'automation',
    tasks: {
      workflow_start: { name: 'workflow_start' },
      workflow_end: { name: 'workflow_end' },
    },
    transitions: { workflow_start: {}, workflow_end: {} },
  };
  readonly #above = new Map<string, readonly string[]>();
  #chosen = 0;
  #made = 0;

  constructor(
    private readonly recipe: Recipe,
    private readonly features: Partial<DrawnFeatures>,
  ) {
    const level = this.#level(recipe.tasks, 'workflow_start', []);
    for (const id of level) {
      if (this.#choose(3) > 0) this.#link(id, 'workflow_end', this.#likelyState(id));
    }
    const [first] = level;
    if (first !== undefined && Object.keys(this.#edges(first)).length === 0) {
      this.#link(first, 'workflow_end', 'success');
    }
    if (features.loops === true) this.#bodies();
  }

  /** Makes some tasks loops, inner ones in the bodies of outer ones. */
  #bodies(): void {
    for (const size of this.recipe.bodies) {
      const hosts = innerIds(this.workflow).filter((id) => this.#canHost(id));
      const host = hosts[this.#choose(hosts.length)];
      if (host === undefined) continue;
      const above = this.#above.get(host) ?? [];
      this.#become(host, 'forEach', {
        data_array: Array.from({ length: this.#choose(4) }, (_, at) => `${host}-${at}`),
      });
      this.#level(size, host, [...above, host]);
    }
  }

  #canHost(id: string): boolean {
    const { name } = this.#task(id);
    const reverts = Object.values(this.#edges(id)).some(
      (edge) => (edge as JsonObject)['type'] === 'revert',
    );
    return name !== 'forEach' && !reverts && (this.#above.get(id) ?? []).length < 3;
  }

  /** Tasks in a row, each of which follows one or more before it. */
  #level(size: number, entry: string, loops: readonly string[]): readonly string[] {
    const level: string[] = [];
    for (let at = 0; at < size; at += 1) {
      const id = this.#add(level, loops);
      const before = this.#choose(4) === 0 ? undefined : this.#oneOf(level);
      if (before === undefined) this.#link(entry, id, loops.length > 0 ? 'loop' : 'success');
      else this.#follow(id, before, level);
      level.push(id);
    }
    if (loops.length > 0 && this.features.uncaught !== true) this.#catch(level);
    return level;
  }

  #follow(id: string, before: string, level: readonly string[]): void {
    this.#link(before, id, this.#likelyState(before));
    const other = this.#oneOf(level);
    if (other !== undefined && this.#choose(2) === 0) {
      this.#link(other, id, this.#likelyState(other));
    }
    if (this.features.reverts === true && this.#choose(2) > 0) this.#revert(id, before);
  }

  /** Whatever ends in error in a body is given something to follow. */
  #catch(level: string[]): void {
    for (const id of [...level]) {
      const finishes = incomingOf(this.#task(id))['finishes'];
      if (!Array.isArray(finishes)) continue;
      incomingOf(this.#task(id))['finishes'] = finishes.map((finish) =>
        finish === 'error' ? 'failure' : finish,
      );
    }
  }

  /** An edge back, where the task ends otherwise in the end. */
  #revert(id: string, to: string): void {
    const incoming = incomingOf(this.#task(id));
    const finishes = listOf(incoming['finishes']);
    if (incoming['attemptID'] !== undefined) {
      this.#edges(id)[to] = { type: 'revert', state: 'success' };
    } else if (finishes.length > 0) {
      const isLoop = (this.#above.get(id) ?? []).length > 0;
      const state = isLoop && finishes[0] === 'error' ? 'failure' : textOf(finishes[0]);
      const calm = state === 'success' ? 'failure' : 'success';
      incoming['finishes'] = [...finishes.slice(0, 2), calm];
      this.#edges(id)[to] = { type: 'revert', state };
    }
  }

  #add(level: readonly string[], loops: readonly string[]): string {
    this.#made += 1;
    const id = this.#made.toString(16);
    this.#above.set(id, loops);
    this.workflow.transitions[id] = {};
    this.workflow.tasks[id] = {};
    const seen = level[this.#choose(level.length)];
    const loop = loops.at(-1);
    const references: JsonObject = {
      literal: 'no $var.absent.x',
      ...(seen === undefined ? {} : { seen: `$var.${seen}.${this.#outputOf(seen)}` }),
      ...(loop === undefined ? {} : { item: `$var.${loop}.current_item` }),
    };
    const [name, incoming] = this.#kind(id, loops.length > 0);
    this.#become(id, name, { ...references, ...incoming });
    return id;
  }

  #become(id: string, name: string, incoming: JsonObject): void {
    const type = name === 'ViewData' ? 'manual' : 'operation';
    const app = { call: 'Outside', compute: 'Laws', reattempt: 'MOP' }[name] ?? 'WorkFlowEngine';
    const output = OUTPUTS[name] ?? 'result';
    const variable = this.#choose(2) === 0 ? `$var.job.of_${id}` : null;
    this.workflow.tasks[id] = {
      ...this.#task(id),
      name,
      canvasName: name,
      app,
      type,
      location: 'Application',
      actor: 'Pronghorn',
      groups: [],
      ...(type === 'manual' ? { view: '/workflow_engine/task/ViewData' } : {}),
      variables: { incoming, outgoing: type === 'manual' ? {} : { [output]: variable } },
    };
    if (name === 'forEach') delete this.#task(id)['retrySettings'];
  }

  #outputOf(id: string): string {
    return OUTPUTS[textOf(this.#task(id)['name'])] ?? 'result';
  }

  #kind(id: string, isInBody: boolean): readonly [string, JsonObject] {
    const { children, inline, manual, timers, uncaught } = this.features;
    // The last try of a reattempt ends in error, which nothing may catch here.
    const isBounded = isInBody && uncaught !== true;
    const kinds = [
      'call',
      'call',
      ...(inline === true ? ['compute', 'compute', 'compute'] : []),
      ...(manual === true ? ['ViewData'] : []),
      ...(timers === true ? ['delay', 'stub', isBounded ? 'delay' : 'reattempt'] : []),
      ...(children === true ? ['childJob'] : []),
    ];
    const name = kinds[this.#choose(kinds.length)] ?? 'call';
    return [name, this.#incoming(name, id)];
  }

  #incoming(name: string, id: string): JsonObject {
    if (name === 'childJob') return this.#child();
    if (name === 'delay') return { time: this.#choose(3) };
    if (name === 'stub') {
      return { type: 'success', delay: this.#choose(2), response: `stub ${id}` };
    }
    if (name === 'reattempt') {
      const [minutes, attempts] = [this.#choose(2), this.#choose(3)];
      return { job_id: '$var.job._id', attemptID: `of ${id}`, minutes, attempts };
    }
    this.#retries(id);
    const length = 1 + this.#choose(3);
    return { id, finishes: Array.from({ length }, () => FINISHES[this.#choose(5)] ?? 'success') };
  }

  #retries(id: string): void {
    if (this.features.retries !== true || this.#choose(2) > 0) return;
    this.#task(id)['retrySettings'] = {
      state: this.#choose(2) === 0 ? ['error'] : ['error', 'failure'],
      autoRetry: true,
      limit: this.#choose(3),
      delay: 1000 * this.#choose(2),
    };
  }

  #child(): JsonObject {
    const loopType = ['', 'sequential', 'parallel'][this.#choose(3)] ?? '';
    const items: JsonValue =
      loopType === '' ? '' : Array.from({ length: this.#choose(6) }, (_, at) => ({ place: at }));
    return {
      task: '',
      workflow: CHILD_WORKFLOW,
      variables: { fixed: { task: 'static', value: 'as said' } },
      data_array: items,
      transformation: '',
      loopType,
    };
  }

  /** Mostly a state that the task reaches, so that much of what is drawn runs. */
  #likelyState(id: string): string {
    const reached = textOf(listOf(incomingOf(this.#task(id))['finishes']).at(-1)) || 'success';
    return this.#choose(4) === 0 ? (STATES[this.#choose(3)] ?? 'success') : reached;
  }

  #oneOf(ids: readonly string[]): string | undefined {
    return ids[this.#choose(ids.length)];
  }

  #link(from: string, to: string, state: string): void {
    if (this.#edges(from)[to] === undefined) this.#edges(from)[to] = { type: 'standard', state };
  }

  #edges(id: string): JsonObject {
    return (this.workflow.transitions[id] ??= {});
  }

  #task(id: string): JsonObject {
    return (this.workflow.tasks[id] ??= {});
  }

  #choose(of: number): number {
    this.#chosen += 1;
    const { choices } = this.recipe;
    // The round counts too: a list that is used up does not begin the same again.
    const choice = choices[this.#chosen % choices.length] ?? 0;
    return (choice + Math.floor(this.#chosen / choices.length)) % Math.max(of, 1);
  }
}

const OUTPUTS: Readonly<Record<string, string>> = {
  childJob: 'job_details',
  delay: 'time_in_milliseconds',
  forEach: 'current_item',
  reattempt: 'response',
  stub: 'response',
};
