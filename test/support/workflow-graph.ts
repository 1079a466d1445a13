import { objectOf } from './json-view.js';
import {
  END,
  START,
  type Workflow,
  type WorkflowEdge,
  type WorkflowTask,
} from './workflow-document.js';

const STATES: Readonly<Record<string, readonly string[]>> = {
  standard: ['success', 'failure', 'error', 'loop'],
  revert: ['success', 'failure', 'error'],
};
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
 * Everything that the drawing rules forbid (no self edge, no cycle of standard edges, no edge across
 * the boundary of a loop …), plus what makes a job end without its end: a finish state that nobody
 * follows. Empty when the graph is sound.
 */
export function graphBreaches(workflow: Workflow): readonly string[] {
  const breaches = [
    ...keyBreaches(workflow),
    ...workflow.edges.flatMap((edge) => edgeBreaches(workflow, edge)),
    ...regionBreaches(workflow),
    ...cycleBreaches(workflow),
    ...[...workflow.tasks.values()].flatMap((task) => finishBreaches(workflow, task)),
    ...layoutBreaches(workflow),
  ];
  return breaches.map((breach) => `${workflow.name}: ${breach}`);
}

/**
 * The tasks that have run before a task can run: what leads to it over standard edges, and the whole
 * body of each loop that is finished by then.
 */
export function upstreamOf(workflow: Workflow, id: string): ReadonlySet<string> {
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

function keyBreaches({ tasks, origins, edges }: Workflow): readonly string[] {
  const targets = edges.map((edge) => edge.to);
  return [
    ...[START, END].filter((id) => !tasks.has(id)).map((id) => `has no ${id}`),
    ...[...tasks.keys()]
      .filter((id) => !origins.includes(id))
      .map((id) => `${id} has no key in transitions`),
    ...[...origins, ...targets]
      .filter((id) => !tasks.has(id))
      .map((id) => `transitions name the absent task ${id}`),
    ...[...tasks.keys()]
      .filter((id) => id !== START && id !== END && !/^[0-9a-f]{1,4}$/.test(id))
      .map((id) => `${id} is no id of 1 to 4 hexadecimal digits`),
  ];
}

function edgeBreaches(workflow: Workflow, edge: WorkflowEdge): readonly string[] {
  const { from, to, type, state } = edge;
  const rules: readonly (readonly [boolean, string])[] = [
    [!STATES[type]?.includes(state), `is neither a standard nor a revert edge (${type} ${state})`],
    [from === to, 'is a self edge'],
    [from === END, 'leaves the end'],
    [to === START, 'leads into the start'],
    [type === 'revert' && !upstreamOf(workflow, from).has(to), 'reverts to what is not before'],
  ];
  const broken = [...rules, ...startRules(edge), ...loopRules(workflow, edge)];
  return broken.filter(([is]) => is).map(([, text]) => `the edge ${from} > ${to} ${text}`);
}

function startRules({
  from,
  to,
  type,
  state,
}: WorkflowEdge): readonly (readonly [boolean, string])[] {
  if (from !== START) return [];
  return [
    [to === END, 'leads from start to end'],
    [type !== 'standard' || state !== 'success', 'leaves the start, but not by success'],
  ];
}

function loopRules(
  workflow: Workflow,
  { from, to, state }: WorkflowEdge,
): readonly (readonly [boolean, string])[] {
  if (state !== 'loop') return [];
  return [
    [to === END, 'is a loop into the end'],
    [workflow.tasks.get(from)?.name !== 'forEach', 'is a loop, but not out of a forEach'],
  ];
}

/** A region is what runs on one level: the workflow outside of loops, or the body of one loop. */
function regionsOf(workflow: Workflow): ReadonlyMap<string, readonly string[]> {
  const regions = new Map<string, string[]>([...workflow.tasks.keys()].map((id) => [id, []]));
  const enter = (region: string, roots: readonly string[]): void => {
    const members = follow(
      workflow,
      roots,
      (edge) => isLevel(edge) && edge.from,
      (edge) => edge.to,
    );
    for (const id of members) regions.get(id)?.push(region);
  };
  enter(START, [START]);
  for (const { id } of loopsOf(workflow)) enter(id, loopTargets(workflow, id));
  return regions;
}

function regionBreaches(workflow: Workflow): readonly string[] {
  const regions = regionsOf(workflow);
  const regionOf = (id: string): string => regions.get(id)?.join() ?? '';
  return [
    ...[...regions]
      .filter(([, found]) => found.length === 0)
      .map(([id]) => `${id} cannot be reached from the start`),
    ...[...regions]
      .filter(([, found]) => found.length > 1)
      .map(
        ([id, found]) =>
          `an edge crosses the boundary of a loop: ${id} is in ${found.join(' and ')}`,
      ),
    ...workflow.edges
      .filter(({ type, from, to }) => type === 'revert' && regionOf(from) !== regionOf(to))
      .map(({ from, to }) => `the revert edge ${from} > ${to} crosses the boundary of a loop`),
    ...loopsOf(workflow)
      .filter(({ id }) => loopTargets(workflow, id).length === 0)
      .map(({ id }) => `the forEach ${id} has no loop edge`),
  ];
}

function cycleBreaches(workflow: Workflow): readonly string[] {
  const next = (id: string): readonly string[] =>
    workflow.edges.filter((edge) => isStandard(edge) && edge.from === id).map((edge) => edge.to);
  return [...workflow.tasks.keys()]
    .filter((id) => {
      const after = follow(
        workflow,
        next(id),
        (edge) => isStandard(edge) && edge.from,
        (edge) => edge.to,
      );
      return after.has(id);
    })
    .map((id) => `${id} lies on a cycle of standard edges`);
}

function finishBreaches(workflow: Workflow, task: WorkflowTask): readonly string[] {
  if (task.id === END) return [];
  const states = workflow.edges.filter((edge) => edge.from === task.id).map((edge) => edge.state);
  const isInLoop = !regionsOf(workflow).get(task.id)?.includes(START);
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

function layoutBreaches({ document, tasks }: Workflow): readonly string[] {
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

function isStandard({ type }: WorkflowEdge): boolean {
  return type === 'standard';
}

function isLevel({ type, state }: WorkflowEdge): boolean {
  return type === 'standard' && state !== 'loop';
}

function loopsOf({ tasks }: Workflow): readonly WorkflowTask[] {
  return [...tasks.values()].filter((task) => task.name === 'forEach');
}

function loopTargets({ edges }: Workflow, id: string): readonly string[] {
  return edges.filter(({ from, state }) => from === id && state === 'loop').map(({ to }) => to);
}

function bodyOf(workflow: Workflow, id: string): ReadonlySet<string> {
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
  { edges }: Workflow,
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
