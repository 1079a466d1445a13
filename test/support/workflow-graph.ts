import { objectOf } from '../../src/kernel/json-reading.js';
import { findingsOf } from '../../src/cores/workflow-graph/findings-of.js';
import {
  END,
  isLoop,
  isStandard,
  START,
  type WorkflowEdge,
  type WorkflowGraph,
  type WorkflowTask,
} from '../../src/cores/workflow-graph/workflow-graph.js';

/** Tasks that can end in `error` in the course of normal work: device, child job, loop. */
const MAY_ERROR = new Set([
  'RunCommandTemplate',
  'backUpDevice',
  'childJob',
  'forEach',
  'getDevice',
  'isAlive',
  'reattempt',
  'runAnalyticsTemplate',
]);
/** Nodes of the canvas are drawn about 200 wide and 80 high. */
const NODE_WIDTH = 200;
const NODE_HEIGHT = 80;

/**
 * Everything that is found in any workflow, plus what shipped ones must not have: what makes a job end
 * without its end (a finish state that nobody follows), ways back to what was not before, ids and
 * layouts that no canvas writes. Empty when the graph is sound.
 */
export function graphBreaches(workflow: WorkflowGraph): readonly string[] {
  const { errors, warnings } = findingsOf(workflow);
  const breaches = [
    ...[...errors, ...warnings].map(({ code, message }) => `${code}: ${message}`),
    ...keyBreaches(workflow),
    ...workflow.edges.flatMap((edge) => edgeBreaches(workflow, edge)),
    ...[...workflow.tasks.values()].flatMap((task) => finishBreaches(workflow, task)),
    ...layoutBreaches(workflow),
  ];
  return breaches.map((breach) => `${workflow.name}: ${breach}`);
}

/**
 * The tasks that have run before a task can run: what leads to it over standard edges, and the whole
 * body of each loop that is finished by then.
 */
export function upstreamOf(workflow: WorkflowGraph, id: string): ReadonlySet<string> {
  const before = follow(
    workflow,
    [id],
    (edge) => isStandard(edge) && edge.to,
    (edge) => edge.from,
  );
  before.delete(id);
  for (const loop of loopsOf(workflow)) {
    const body = bodyOf(workflow, loop.id);
    if (before.has(loop.id) && !body.has(id)) for (const inner of body) before.add(inner);
  }
  return before;
}

function keyBreaches({ tasks, origins }: WorkflowGraph): readonly string[] {
  return [
    ...[...tasks.keys()]
      .filter((id) => !origins.includes(id))
      .map((id) => `${id} has no key in transitions`),
    ...origins.filter((id) => !tasks.has(id)).map((id) => `transitions name the absent task ${id}`),
    ...[...tasks.keys()]
      .filter((id) => id !== START && id !== END && !/^[0-9a-f]{1,4}$/.test(id))
      .map((id) => `${id} is no id of 1 to 4 hexadecimal digits`),
  ];
}

function edgeBreaches(workflow: WorkflowGraph, edge: WorkflowEdge): readonly string[] {
  const { from, to, type } = edge;
  const rules: readonly (readonly [boolean, string])[] = [
    [to === START, 'leads into the start'],
    [type === 'revert' && !upstreamOf(workflow, from).has(to), 'reverts to what is not before'],
  ];
  return rules.filter(([is]) => is).map(([, text]) => `the edge ${from} > ${to} ${text}`);
}

/** The tasks that run outside of loops. */
function outermost(workflow: WorkflowGraph): ReadonlySet<string> {
  return follow(
    workflow,
    [START],
    (edge) => isStandard(edge) && !isLoop(edge) && edge.from,
    (edge) => edge.to,
  );
}

function finishBreaches(workflow: WorkflowGraph, task: WorkflowTask): readonly string[] {
  if (task.id === END) return [];
  const states = workflow.edges.filter((edge) => edge.from === task.id).map((edge) => edge.state);
  const isInLoop = !outermost(workflow).has(task.id);
  // The last task of a loop's body has nothing to follow: the next element begins.
  const needed = [...(isInLoop ? [] : ['success']), ...neededStates(task)];
  return needed
    .filter((state) => !states.includes(state))
    .map((state) => `${task.id} (${task.name}) has no edge for ${state}`);
}

/** The finish states beside success that a task can reach, going by what it is told. */
function neededStates({ name, incoming }: WorkflowTask): readonly string[] {
  const validates = objectOf(incoming['options'])['validateIncoming'] === true;
  const failure = {
    evaluation: true,
    query: incoming['pass_on_null'] !== true,
    ViewData: incoming['btn_failure'] !== '',
  }[name];
  if (failure === true) return ['failure'];
  return MAY_ERROR.has(name) || (name === 'transformation' && validates) ? ['error'] : [];
}

function layoutBreaches({ document, tasks }: WorkflowGraph): readonly string[] {
  const places = [...tasks.values()].map(({ id, document: task }) => {
    const { x, y } = objectOf(task['nodeLocation']);
    return { id, x: typeof x === 'number' ? x : NaN, y: typeof y === 'number' ? y : NaN };
  });
  const overlaps = places.flatMap((a, at) =>
    places
      .slice(at + 1)
      .filter((b) => !(Math.abs(a.x - b.x) >= NODE_WIDTH || Math.abs(a.y - b.y) >= NODE_HEIGHT))
      .map((b) => `${a.id} and ${b.id} are drawn over each other`),
  );
  return document['canvasVersion'] === 3 ? overlaps : [...overlaps, 'is not of canvas version 3'];
}

function loopsOf({ tasks }: WorkflowGraph): readonly WorkflowTask[] {
  return [...tasks.values()].filter((task) => task.name === 'forEach');
}

function loopTargets({ edges }: WorkflowGraph, id: string): readonly string[] {
  return edges.filter(({ from, state }) => from === id && state === 'loop').map(({ to }) => to);
}

function bodyOf(workflow: WorkflowGraph, id: string): ReadonlySet<string> {
  const roots = loopTargets(workflow, id);
  return follow(
    workflow,
    roots,
    (edge) => isStandard(edge) && edge.from,
    (edge) => edge.to,
  );
}

/** The tasks reached from roots; `near` gives the end of an edge to stand on, or false to skip it. */
function follow(
  { edges }: WorkflowGraph,
  roots: readonly string[],
  near: (edge: WorkflowEdge) => string | false,
  far: (edge: WorkflowEdge) => string,
): Set<string> {
  const reached = new Set<string>();
  const open = [...roots];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    open.push(...edges.filter((edge) => near(edge) === id).map(far));
  }
  return reached;
}
