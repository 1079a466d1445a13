import { type JsonObject, type JsonValue } from '../../../src/kernel/json.js';
import { listOf, objectOf, textOf } from '../../../src/kernel/json-reading.js';
import { type EngineWorkflow, incomingOf, innerIds } from './drawn-engine-workflow.js';

/** How a job must end, whatever the order of things. */
export interface ReferenceEnd {
  readonly status: 'complete' | 'error';
  /** How often each task has run. */
  readonly runs: Readonly<Record<string, number>>;
  /** How each task ended the last time in the end; absent for those that are dead. */
  readonly finishes: Readonly<Record<string, string>>;
}

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly state: string;
}

/**
 * What comes of a drawn workflow without reverts, worked out in the plainest way from the document alone:
 * tasks in the order of the graph, loops element by element. It shares nothing with the engine.
 */
export function referenceRun(workflow: EngineWorkflow): ReferenceEnd {
  const run = new ReferenceRun(workflow);
  run.region(undefined);
  const finishes = Object.fromEntries(run.finishes);
  return {
    status: run.finishes.has('workflow_end') ? 'complete' : 'error',
    runs: Object.fromEntries(innerIds(workflow).map((id) => [id, run.runs.get(id) ?? 0])),
    finishes,
  };
}

class ReferenceRun {
  readonly runs = new Map<string, number>();
  readonly finishes = new Map<string, string>();
  readonly #edges: readonly Edge[];
  readonly #bodies = new Map<string, ReadonlySet<string>>();

  constructor(private readonly workflow: EngineWorkflow) {
    this.#edges = Object.entries(workflow.transitions).flatMap(([from, targets]) =>
      Object.entries(targets).flatMap(([to, edge]) => {
        const { type, state } = edge as JsonObject;
        return type === 'standard' ? [{ from, to, state: textOf(state) }] : [];
      }),
    );
    for (const id of innerIds(workflow)) {
      const roots = this.#edges.filter(({ from, state }) => from === id && state === 'loop');
      this.#bodies.set(id, this.#reach(roots.map(({ to }) => to)));
    }
  }

  /** Runs the body of a loop once, or what lies outside of all loops. */
  region(loop: string | undefined): void {
    const own = this.#own(loop);
    for (const id of own) this.finishes.delete(id);
    for (const id of this.#ordered(own)) {
      if (this.#isLedTo(id, loop)) this.finishes.set(id, this.#run(id));
      else for (const inner of this.#bodies.get(id) ?? []) this.finishes.delete(inner);
    }
  }

  #isLedTo(id: string, loop: string | undefined): boolean {
    const ins = this.#edges.filter(({ to, state }) => to === id && state !== 'loop');
    if (ins.length === 0) return loop !== undefined || id === 'workflow_start';
    return ins.some(({ from, state }) => this.#followed(from) === state);
  }

  /** A `reattempt` that is used up follows its failure edges where it has none for its error. */
  #followed(id: string): string | undefined {
    const finish = this.finishes.get(id);
    if (this.workflow.tasks[id]?.['name'] !== 'reattempt' || finish !== 'error') return finish;
    const hasError = this.#edges.some(({ from, state }) => from === id && state === 'error');
    return hasError ? 'error' : 'failure';
  }

  #run(id: string): string {
    const task = this.workflow.tasks[id] ?? {};
    const incoming = incomingOf(task);
    if (id === 'workflow_start' || id === 'workflow_end') return 'success';
    if (task['name'] === 'forEach') return this.#loop(id, incoming['data_array']);
    if (task['name'] === 'reattempt') return this.#reattempt(id, Number(incoming['attempts']));
    return this.#tries(id, task, incoming['finishes']);
  }

  #tries(id: string, task: JsonObject, listed: JsonValue | undefined): string {
    const finishes = listOf(listed);
    const settings = objectOf(task['retrySettings']);
    for (let tries = 0; ; tries += 1) {
      const number = this.#count(id);
      const finish = textOf(finishes[Math.min(number, finishes.length) - 1]) || 'success';
      const isAgain = listOf(settings['state']).includes(finish);
      if (!isAgain || tries >= Number(settings['limit'])) return finish;
    }
  }

  #reattempt(id: string, attempts: number): string {
    return this.#count(id) <= attempts ? 'success' : 'error';
  }

  #loop(id: string, items: JsonValue | undefined): string {
    this.#count(id);
    for (const inner of this.#bodies.get(id) ?? []) this.finishes.delete(inner);
    for (let left = listOf(items).length; left > 0; left -= 1) {
      this.region(id);
      const isUncaught = this.#own(id).some(
        (one) =>
          this.finishes.get(one) === 'error' &&
          !this.#edges.some(({ from, state }) => from === one && state === 'error'),
      );
      if (isUncaught) return 'error';
    }
    return 'success';
  }

  #count(id: string): number {
    const number = (this.runs.get(id) ?? 0) + 1;
    this.runs.set(id, number);
    return number;
  }

  /** The tasks of which a loop is the innermost one; of undefined, those outside of all. */
  #own(loop: string | undefined): readonly string[] {
    const inside = loop === undefined ? Object.keys(this.workflow.tasks) : this.#bodies.get(loop);
    const loops = [...this.#bodies].filter(([id]) => id !== loop && this.#isWithin(id, loop));
    return [...(inside ?? [])].filter((id) => !loops.some(([, body]) => body.has(id)));
  }

  #isWithin(id: string, loop: string | undefined): boolean {
    return loop === undefined || this.#bodies.get(loop)?.has(id) === true;
  }

  #ordered(ids: readonly string[]): readonly string[] {
    const ordered: string[] = [];
    const visit = (id: string): void => {
      if (ordered.includes(id) || !ids.includes(id)) return;
      for (const { from, to, state } of this.#edges) if (to === id && state !== 'loop') visit(from);
      ordered.push(id);
    };
    for (const id of ids) visit(id);
    return ordered;
  }

  #reach(roots: readonly string[]): ReadonlySet<string> {
    const reached = new Set<string>();
    const open = [...roots];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (reached.has(id)) continue;
      reached.add(id);
      open.push(...this.#edges.filter(({ from }) => from === id).map(({ to }) => to));
    }
    return reached;
  }
}
