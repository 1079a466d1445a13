import { type JsonObject } from '../../../src/kernel/json.js';

/** A task of a workflow that engine tests run. */
export interface MadeTask {
  readonly name: string;
  readonly app?: string;
  readonly type?: string;
  readonly incoming?: JsonObject;
  readonly outgoing?: JsonObject;
  readonly error?: string;
  readonly more?: JsonObject;
}

/** `[from, to, state, type]`; an edge of a success when it says nothing else. */
export type MadeEdge = readonly [string, string, string?, string?];

/** A workflow of these tasks and edges; `start` and `end` stand for its own. */
export function engineWorkflow(
  name: string,
  tasks: Readonly<Record<string, MadeTask>>,
  edges: readonly MadeEdge[],
  more: JsonObject = {},
): JsonObject {
  const idOf = (id: string): string => (id === 'start' || id === 'end' ? `workflow_${id}` : id);
  const transitions: JsonObject = { workflow_start: {}, workflow_end: {} };
  for (const id of Object.keys(tasks)) transitions[id] = {};
  for (const [from, to, state = 'success', type = 'standard'] of edges) {
    transitions[idOf(from)] = {
      ...(transitions[idOf(from)] as JsonObject),
      [idOf(to)]: { type, state },
    };
  }
  return {
    name,
    type: 'automation',
    description: '',
    canvasVersion: 3,
    font_size: 12,
    groups: [],
    tasks: {
      workflow_start: { name: 'workflow_start', groups: [], nodeLocation: { x: 0, y: 0 } },
      workflow_end: { name: 'workflow_end', groups: [], nodeLocation: { x: 900, y: 0 } },
      ...Object.fromEntries(Object.entries(tasks).map(([id, task]) => [id, taskOf(task)])),
    },
    transitions,
    inputSchema: { type: 'object', properties: {}, required: [] },
    outputSchema: { type: 'object', properties: {} },
    ...more,
  };
}

/** Tasks one after the other, from the start to the end. */
export function chainOf(
  name: string,
  tasks: readonly MadeTask[],
  more: JsonObject = {},
): JsonObject {
  const ids = tasks.map((_, at) => (at + 1).toString(16));
  const edges = [...ids, 'end'].map((to, at): MadeEdge => [ids[at - 1] ?? 'start', to]);
  const named = Object.fromEntries(tasks.map((task, at) => [ids[at] ?? '', task]));
  return engineWorkflow(name, named, edges, more);
}

/** Sets a job variable, within the step. */
export function setsVariable(name: string, value: JsonObject[string]): MadeTask {
  return { name: 'newVariable', incoming: { name, value }, outgoing: { value: null } };
}

/** A call that a worker makes. */
export function callsTest(incoming: JsonObject = {}, more: Partial<MadeTask> = {}): MadeTask {
  const base = { name: 'call', app: 'Test', type: 'automatic', incoming };
  return { ...base, outgoing: { result: null }, more: { location: 'Adapter' }, ...more };
}

function taskOf({ name, app, type, incoming, outgoing, error, more }: MadeTask): JsonObject {
  return {
    name,
    canvasName: name,
    summary: name,
    app: app ?? 'WorkFlowEngine',
    location: 'Application',
    type: type ?? 'operation',
    groups: [],
    nodeLocation: { x: 300, y: 0 },
    variables: {
      incoming: incoming ?? {},
      outgoing: outgoing ?? {},
      error: error ?? '',
      decorators: [],
    },
    ...more,
  };
}
