import { type JsonObject, type JsonValue } from '../../src/kernel/json.js';
import { objectOf } from '../../src/kernel/json-reading.js';
import { type ShippedPackage } from './shipped-package.js';
import { at, copyOf, dataOf } from './shipped-package-copy.js';

/** The id of a task by its summary. */
export function idOf(workflow: JsonObject, summary: string): string {
  const found = Object.entries(objectOf(workflow['tasks'])).find(
    ([, task]) => objectOf(task)['summary'] === summary,
  );
  if (!found) throw new Error(`no task ${summary}`);
  return found[0];
}

/** A shipped workflow on its way to be broken, in a copy of the package that holds it. */
export class BrokenWorkflow {
  readonly shipped: ShippedPackage;
  readonly workflow: JsonObject;

  constructor(folder: string, name: string) {
    this.shipped = copyOf(folder);
    this.workflow = dataOf(this.shipped, 'workflow', name);
  }

  /** Draws an edge, or takes it away; tasks go by their summary. */
  edge(from: string, to: string, edge: JsonObject | null): this {
    const [start, end] = [from, to].map((name) =>
      name.startsWith('workflow_') ? name : idOf(this.workflow, name),
    );
    const place = at(this.workflow, `transitions/${start ?? ''}/${end ?? ''}`);
    if (edge) place.set(edge);
    else place.drop();
    return this;
  }

  /** Sets a member of a task. */
  task(summary: string, path: string, value: JsonValue): this {
    at(this.workflow, `tasks/${idOf(this.workflow, summary)}/${path}`).set(value);
    return this;
  }

  /** Sets a member of the workflow. */
  set(path: string, value: JsonValue): this {
    at(this.workflow, path).set(value);
    return this;
  }

  /** Takes a member of the workflow away. */
  drop(path: string): this {
    at(this.workflow, path).drop();
    return this;
  }
}
