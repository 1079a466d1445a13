import fc from 'fast-check';
import { type JsonObject } from '../../../src/kernel/json.js';

/** A workflow as tests change it. */
export interface DrawnWorkflow extends JsonObject {
  name: string;
  tasks: Record<string, JsonObject>;
  transitions: Record<string, JsonObject>;
}

/** How a sound workflow is drawn: a number for each choice that has to be made on the way. */
interface Plan {
  readonly tasks: number;
  readonly bodies: readonly number[];
  readonly choices: readonly number[];
}

const STATES = ['success', 'failure', 'error'] as const;

/**
 * Workflows without any fault: tasks in an order in which edges only lead on, loops whose bodies keep
 * to themselves and hold loops again, ways back by revert edges, references to tasks before.
 */
export const soundWorkflow: fc.Arbitrary<DrawnWorkflow> = fc
  .record({
    tasks: fc.integer({ min: 1, max: 12 }),
    bodies: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 4 }),
    choices: fc.array(fc.nat(1000), { minLength: 40, maxLength: 80 }),
  })
  .map((plan) => new Drawing(plan).workflow);

/** Ids of the tasks of a workflow that are neither start nor end. */
export function innerTasks({ tasks }: DrawnWorkflow): readonly string[] {
  return Object.keys(tasks).filter((id) => !id.startsWith('workflow_'));
}

/** An edge that leads on. */
export const standard = (state = 'success'): JsonObject => ({ type: 'standard', state });

class Drawing {
  readonly workflow: DrawnWorkflow = {
    name: 'drawn',
    tasks: {
      workflow_start: { name: 'workflow_start' },
      workflow_end: { name: 'workflow_end' },
    },
    transitions: { workflow_start: {}, workflow_end: {} },
  };
  #chosen = 0;
  #made = 0;

  constructor(private readonly plan: Plan) {
    const level = this.#level(plan.tasks, 'workflow_start', 'success');
    for (const id of level) this.#link(id, 'workflow_end', 'success');
    // Each body lies in a task that is no loop yet, be it in the body of another one.
    for (const size of plan.bodies) {
      const hosts = innerTasks(this.workflow).filter((id) => this.#task(id)['name'] !== 'forEach');
      const host = hosts[this.#choose(hosts.length)];
      if (host === undefined) continue;
      this.#task(host)['name'] = 'forEach';
      this.#level(size, host, 'loop');
    }
  }

  /** Tasks in a row of which each follows one or more before it; a few of them can go back. */
  #level(size: number, entry: string, state: string): readonly string[] {
    const level: string[] = [];
    for (let at = 0; at < size; at += 1) {
      const id = this.#add(level);
      const before = level[this.#choose(level.length)];
      if (before === undefined) this.#link(entry, id, state);
      else this.#link(before, id, STATES[this.#choose(3)] ?? 'success');
      const other = level[this.#choose(level.length)];
      if (other !== undefined) this.#link(other, id, 'success');
      if (before !== undefined && this.#choose(3) === 0) {
        this.#entry(id)[before] = { type: 'revert', state: 'success' };
      }
      level.push(id);
    }
    return level;
  }

  #add(level: readonly string[]): string {
    this.#made += 1;
    const id = this.#made.toString(16);
    const source = level[this.#choose(level.length)] ?? 'job';
    const incoming = { text: `$var.${source}.out`, literal: 'no $var.absent.x' };
    this.workflow.tasks[id] = {
      name: ['query', 'parse', 'ViewData'][this.#choose(3)] ?? 'query',
      type: 'operation',
      variables: { incoming, outgoing: { out: null } },
    };
    this.workflow.transitions[id] = {};
    return id;
  }

  #link(from: string, to: string, state: string): void {
    if (this.#entry(from)[to] === undefined) this.#entry(from)[to] = standard(state);
  }

  #entry(id: string): JsonObject {
    return (this.workflow.transitions[id] ??= {});
  }

  #task(id: string): JsonObject {
    return (this.workflow.tasks[id] ??= {});
  }

  #choose(of: number): number {
    this.#chosen += 1;
    return (this.plan.choices[this.#chosen % this.plan.choices.length] ?? 0) % Math.max(of, 1);
  }
}
