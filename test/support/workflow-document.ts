import { type JsonObject } from '../../src/kernel/json.js';
import { objectOf, textOf } from './json-view.js';

export const START = 'workflow_start';
export const END = 'workflow_end';

export interface WorkflowTask {
  readonly id: string;
  readonly name: string;
  readonly document: JsonObject;
  readonly incoming: JsonObject;
  readonly outgoing: JsonObject;
  /** Where the error object goes (`$var.job.x`), or nothing. */
  readonly error: string;
}

export interface WorkflowEdge {
  readonly from: string;
  readonly to: string;
  readonly type: string;
  readonly state: string;
}

/** A workflow document in the shape that checks of it need. */
export interface Workflow {
  readonly name: string;
  readonly tasks: ReadonlyMap<string, WorkflowTask>;
  /** The keys of `transitions`: there must be one for each task. */
  readonly origins: readonly string[];
  readonly edges: readonly WorkflowEdge[];
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject;
  readonly document: JsonObject;
}

/** Reads a workflow document; what is missing in it is empty, never an error. */
export function readWorkflow(document: JsonObject): Workflow {
  const transitions = Object.entries(objectOf(document['transitions']));
  return {
    name: textOf(document['name']),
    tasks: new Map(
      Object.entries(objectOf(document['tasks'])).map(([id, task]) => [
        id,
        readTask(id, objectOf(task)),
      ]),
    ),
    origins: transitions.map(([from]) => from),
    edges: transitions.flatMap(([from, targets]) =>
      Object.entries(objectOf(targets)).map(([to, edge]) => {
        const { type, state } = objectOf(edge);
        return { from, to, type: textOf(type), state: textOf(state) };
      }),
    ),
    inputSchema: objectOf(document['inputSchema']),
    outputSchema: objectOf(document['outputSchema']),
    document,
  };
}

function readTask(id: string, document: JsonObject): WorkflowTask {
  const variables = objectOf(document['variables']);
  return {
    id,
    name: textOf(document['name']),
    document,
    incoming: objectOf(variables['incoming']),
    outgoing: objectOf(variables['outgoing']),
    error: textOf(variables['error']),
  };
}
