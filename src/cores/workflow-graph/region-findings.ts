import { edgeFinding } from './edge-findings.js';
import { type Finding, finding, shown } from './finding.js';
import {
  edgesByOrigin,
  END,
  isLoop,
  isStandard,
  START,
  type WorkflowEdge,
  type WorkflowGraph,
} from './workflow-graph.js';

/** The region outside of all loops. Ids of tasks cannot be taken for it: they are keys of documents. */
const OUTSIDE = Symbol('outside of loops');
type Region = string | typeof OUTSIDE;

/** Which loop each task runs in, and what is wrong with that. */
interface Regions {
  /** By task, the innermost loop whose body it is part of; tasks that nothing leads to are absent. */
  readonly of: ReadonlyMap<string, Region>;
  readonly crossings: readonly WorkflowEdge[];
  /** Whether the end is led to. */
  readonly reachesEnd: boolean;
}

/**
 * What is wrong with the levels of a workflow: tasks that cannot be reached from the start, edges that
 * cross the boundary of a loop, loops without a body.
 */
export function regionFindings(graph: WorkflowGraph): readonly Finding[] {
  const regions = regionsOf(graph);
  const crossing = (edge: WorkflowEdge): Finding =>
    edgeFinding('loop-boundary', edge, 'crosses the boundary of a loop');
  return [
    ...regions.crossings.map(crossing),
    ...graph.edges.filter((edge) => isRevertAcross(edge, regions)).map(crossing),
    ...[...graph.tasks.keys()]
      .filter((id) => (id === END ? !regions.reachesEnd : !regions.of.has(id)))
      .map((id) =>
        finding(
          'unreachable',
          ['tasks', id],
          `no way of standard edges leads from the start to ${shown(id)}`,
        ),
      ),
    ...loopsWithoutBody(graph),
  ];
}

/**
 * Walks outside of loops first, then through the body of each loop, outer ones before inner ones: what
 * is led to from two regions belongs to the outer one, and the later edge crosses a boundary.
 */
function regionsOf(graph: WorkflowGraph): Regions {
  const byOrigin = edgesByOrigin(graph, isStandard);
  const of = new Map<string, Region>([
    [START, OUTSIDE],
    [END, OUTSIDE],
  ]);
  const crossings: WorkflowEdge[] = [];
  const loops: WorkflowEdge[] = [];
  let reachesEnd = false;
  const open: string[] = [START];
  const follow = (edge: WorkflowEdge, region: Region): void => {
    reachesEnd ||= edge.to === END;
    const present = of.get(edge.to);
    if (present === undefined) {
      of.set(edge.to, region);
      open.push(edge.to);
    } else if (present !== region) crossings.push(edge);
  };
  const walk = (): void => {
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const region = of.get(id) ?? OUTSIDE;
      for (const edge of byOrigin.get(id) ?? []) {
        if (!isLoop(edge)) follow(edge, region);
        else if (edge.to === END)
          reachesEnd = true; // told as what it is: no body of a loop
        else loops.push(edge);
      }
    }
  };
  walk();
  // The list grows while it is walked: bodies hold loops.
  for (const edge of loops) {
    follow(edge, edge.from);
    walk();
  }
  return { of, crossings, reachesEnd };
}

function isRevertAcross({ type, from, to }: WorkflowEdge, { of }: Regions): boolean {
  return type === 'revert' && of.has(from) && of.has(to) && of.get(from) !== of.get(to);
}

function loopsWithoutBody({ tasks, edges }: WorkflowGraph): readonly Finding[] {
  const withBody = new Set(edges.filter(isLoop).map(({ from }) => from));
  return [...tasks.values()]
    .filter(({ id, name }) => name === 'forEach' && id !== START && id !== END && !withBody.has(id))
    .map(({ id }) =>
      finding(
        'loop-without-body',
        ['transitions', id],
        `the forEach ${shown(id)} has no loop edge`,
      ),
    );
}
