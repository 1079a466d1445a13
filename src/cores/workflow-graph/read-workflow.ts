import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { objectOf, ownValue, textOf } from '../../kernel/json-reading.js';
import {
  type Unreadable,
  type WorkflowEdge,
  type WorkflowGraph,
  type WorkflowTask,
} from './workflow-graph.js';

/**
 * Reads a workflow document, whatever it holds: what is missing is empty, what is of another kind than
 * it must be is left out and told in `unreadable`.
 */
export function readWorkflow(document: JsonObject): WorkflowGraph {
  const unreadable: Unreadable[] = [];
  const tasks = readTasks(document, unreadable);
  const edges: WorkflowEdge[] = [];
  const transitions = entriesOf(document, 'transitions', unreadable);
  for (const [from, targets] of transitions) readEdges(from, targets, { edges, unreadable });
  return {
    name: textOf(ownValue(document, 'name')),
    tasks,
    origins: transitions.map(([from]) => from),
    edges,
    inputSchema: objectOf(ownValue(document, 'inputSchema')),
    outputSchema: objectOf(ownValue(document, 'outputSchema')),
    unreadable,
    document,
  };
}

function readTasks(
  document: JsonObject,
  unreadable: Unreadable[],
): ReadonlyMap<string, WorkflowTask> {
  const tasks = new Map<string, WorkflowTask>();
  for (const [id, task] of entriesOf(document, 'tasks', unreadable)) {
    if (isJsonObject(task)) tasks.set(id, readTask(id, task));
    else unreadable.push({ path: ['tasks', id], message: 'is no task: it must be an object' });
  }
  return tasks;
}

function readTask(id: string, document: JsonObject): WorkflowTask {
  const variables = objectOf(ownValue(document, 'variables'));
  return {
    id,
    name: textOf(ownValue(document, 'name')),
    app: textOf(ownValue(document, 'app')),
    type: textOf(ownValue(document, 'type')),
    actor: ownValue(document, 'actor'),
    incoming: objectOf(ownValue(variables, 'incoming')),
    outgoing: objectOf(ownValue(variables, 'outgoing')),
    error: textOf(ownValue(variables, 'error')),
    document,
  };
}

interface Readings {
  readonly edges: WorkflowEdge[];
  readonly unreadable: Unreadable[];
}

function readEdges(from: string, targets: JsonValue, { edges, unreadable }: Readings): void {
  if (targets === null) return;
  if (!isJsonObject(targets)) {
    const message = 'must be an object of edges by the task that they lead to';
    unreadable.push({ path: ['transitions', from], message });
    return;
  }
  for (const [to, edge] of Object.entries(targets)) {
    if (isJsonObject(edge)) {
      const [type, state] = [textOf(ownValue(edge, 'type')), textOf(ownValue(edge, 'state'))];
      edges.push({ from, to, type, state });
    } else {
      const message = 'is no edge: it must be an object with type and state';
      unreadable.push({ path: ['transitions', from, to], message });
    }
  }
}

function entriesOf(
  document: JsonObject,
  key: string,
  unreadable: Unreadable[],
): readonly [string, JsonValue][] {
  const value = ownValue(document, key);
  if (isJsonObject(value)) return Object.entries(value);
  unreadable.push({
    path: [key],
    message: value === undefined ? 'is missing' : 'must be an object',
  });
  return [];
}
