import { type JsonObject } from '../../kernel/json.js';
import { ownValue, textOf } from '../../kernel/json-reading.js';
import { edgeFinding } from './edge-findings.js';
import { type Finding, finding, shown } from './finding.js';
import { isReference } from './task-references.js';
import {
  edgesByOrigin,
  type WorkflowEdge,
  type WorkflowGraph,
  type WorkflowTask,
} from './workflow-graph.js';

/** Tasks of the engine that put something out or end in an error, and never fail. */
const NEVER_FAILING = new Set([
  'childJob',
  'deepmerge',
  'delay',
  'makeData',
  'merge',
  'newVariable',
  'push',
  'updateJobDescription',
]);
const STUB_ENDS = ['success', 'failure', 'error'];
const ENGINE = 'WorkFlowEngine';
/** Tasks for people that end in failure only by a second button, which their author names. */
const ONE_BUTTON = new Set([
  'RenderJsonSchema',
  'ShowJSONForm',
  'ShowJSONFormWithOptions',
  'ShowJsonForm',
  'ViewData',
  'ViewDiff',
  'ViewHTML',
]);

/** Ways that no job can take, and tasks that can take none of theirs. */
export function unreachableFindings(graph: WorkflowGraph): readonly Finding[] {
  const byTask = edgesByOrigin(graph, () => true);
  return [...byTask].flatMap(([id, ways]) => {
    const task = graph.tasks.get(id);
    const ends = task && endsOf(task);
    return ends ? findingsOfTask(task, ways, ends) : [];
  });
}

/** How a task can end; undefined where anything is possible. */
function endsOf({ app, name, type, incoming }: WorkflowTask): readonly string[] | undefined {
  if (type === 'manual') {
    const hasOne = ONE_BUTTON.has(name) && textOf(ownValue(incoming, 'btn_failure')) === '';
    return hasOne ? ['success', 'error'] : undefined;
  }
  if (app !== ENGINE) return undefined;
  if (name !== 'stub') return NEVER_FAILING.has(name) ? ['success', 'error'] : undefined;
  return stubEnds(incoming);
}

function stubEnds(incoming: JsonObject): readonly string[] | undefined {
  const finish = textOf(ownValue(incoming, 'type')) || 'success';
  if (!STUB_ENDS.includes(finish)) return undefined;
  // A delay that is no number is an error.
  return isReference(ownValue(incoming, 'delay')) ? [finish, 'error'] : [finish];
}

function findingsOfTask(
  { id, name }: WorkflowTask,
  ways: readonly WorkflowEdge[],
  ends: readonly string[],
): readonly Finding[] {
  const never = ways.filter(({ state }) => !ends.includes(state));
  const said = `${shown(id)} (${name}) only ends in ${ends.join(' or ')}`;
  const found = never.map((edge) =>
    edgeFinding('way-never-taken', edge, `is never taken: ${said}`),
  );
  if (never.length < ways.length) return found;
  const message = `${said}, and no way leads on from there`;
  return [...found, finding('way-missing', ['transitions', id], message)];
}
