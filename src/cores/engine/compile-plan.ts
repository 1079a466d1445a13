import { type JsonObject } from '../../kernel/json.js';
import { ownValue } from '../../kernel/json-reading.js';
import { readWorkflow } from '../workflow-graph/read-workflow.js';
import { END, START, type WorkflowTask } from '../workflow-graph/workflow-graph.js';
import { compileTask, writtenVariables } from './compiling/compile-task.js';
import { planGraph } from './compiling/plan-graph.js';
import { secretVariables, type SecretNames } from './compiling/secret-marks.js';
import { type Plan, type PlannedTask } from './plan.js';
import { type PureTaskLookup } from './pure-task.js';

/** What a workflow is compiled with. */
export interface PlanCompiling {
  /** The tasks that run within a step. */
  readonly isInline: PureTaskLookup;
  /** Names whose values are secret in every workflow. */
  readonly isSecretName?: SecretNames;
}

/** Compiles a workflow. The same document makes the same plan; only what has no errors can be run by it. */
export function compilePlan(document: JsonObject, compiling: PlanCompiling): Plan {
  const { isInline, isSecretName = () => false } = compiling;
  const graph = readWorkflow(document);
  const documents = withEnds(graph.tasks);
  const places = new Map(documents.map(({ id }, at) => [id, at]));
  const { edges, ins, inStates, bodies, owners } = planGraph(graph, places);
  const written = documents.flatMap(writtenVariables);
  const secret = secretVariables(document, written, isSecretName);
  const tasks = documents.map((task, at): PlannedTask => ({
    ...compileTask(task, at, { isInline, isSecretName, places, secretVariables: secret }),
    edges: edges[at] ?? [],
    ins: ins[at] ?? [],
    inStates: inStates[at] ?? [],
    body: bodies[at] ?? [],
    owner: owners[at] ?? null,
  }));
  const sla = ownValue(document, 'sla');
  return {
    name: graph.name,
    tasks,
    places,
    start: places.get(START) ?? 0,
    end: places.get(END) ?? 0,
    secretVariables: secret,
    slaMs: typeof sla === 'number' && sla > 0 ? sla : 0,
  };
}

/** Start and end are there in every plan, even in that of a draft. */
function withEnds(tasks: ReadonlyMap<string, WorkflowTask>): readonly WorkflowTask[] {
  const missing = [START, END].filter((id) => !tasks.has(id)).map((id) => emptyTask(id));
  return [...tasks.values(), ...missing];
}

function emptyTask(id: string): WorkflowTask {
  const nothing = { name: id, app: '', type: '', actor: undefined, error: '' };
  return { id, ...nothing, incoming: {}, outgoing: {}, document: {} };
}
