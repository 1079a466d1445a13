import { type JsonObject } from '../../../src/kernel/json.js';
import { type EngineWorkflow } from './drawn-engine-workflow.js';

/** An edge: from, to, the state (success by default) and the type (standard by default). */
export type LawEdge = readonly [from: string, to: string, state?: string, type?: string];

const ENGINE_TASKS: readonly string[] = [
  'childJob',
  'delay',
  'eventListenerJob',
  'forEach',
  'newVariable',
  'reattempt',
  'stub',
  'ViewData',
];

/** A task of a workflow that a test writes out. */
export function aTask(
  name: string,
  variables: {
    readonly incoming?: JsonObject;
    readonly outgoing?: JsonObject;
    readonly error?: string;
    readonly actor?: string;
    readonly retrySettings?: JsonObject;
  } = {},
): JsonObject {
  const { incoming = {}, outgoing = { result: null }, error = '', ...more } = variables;
  const base = { name, canvasName: name, app: appOf(name), location: 'Application', groups: [] };
  if (name === 'ViewData') {
    const view = '/workflow_engine/task/ViewData';
    return { ...base, type: 'manual', view, variables: { incoming, outgoing: {}, error } };
  }
  const told = { incoming, outgoing, error };
  return { ...base, type: 'operation', actor: 'Pronghorn', ...more, variables: told };
}

function appOf(name: string): string {
  if (name === 'compute') return 'Laws';
  if (name === 'reattempt') return 'MOP';
  return ENGINE_TASKS.includes(name) ? 'WorkFlowEngine' : 'Outside';
}

/** A workflow of these tasks and edges; start and end are there by themselves. */
export function aLawWorkflow(
  tasks: Readonly<Record<string, JsonObject>>,
  edges: readonly LawEdge[],
  moreTasks: Readonly<Record<string, JsonObject>> = {},
): EngineWorkflow {
  const all: Record<string, JsonObject> = {
    workflow_start: { name: 'workflow_start' },
    workflow_end: { name: 'workflow_end' },
    ...tasks,
    ...moreTasks,
  };
  const transitions: Record<string, JsonObject> = {};
  for (const id of Object.keys(all)) transitions[id] = {};
  for (const [from, to, state = 'success', type = 'standard'] of edges) {
    (transitions[from] ??= {})[to] = { type, state };
  }
  return { name: 'drawn', type: 'automation', tasks: all, transitions };
}
