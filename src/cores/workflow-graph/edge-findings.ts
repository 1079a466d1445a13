import { type Finding, finding, type FindingCode, shown } from './finding.js';
import {
  EDGE_STATES,
  EDGE_TYPES,
  END,
  isLoop,
  START,
  type WorkflowEdge,
  type WorkflowGraph,
} from './workflow-graph.js';

interface EdgeRule {
  readonly code: FindingCode;
  readonly message: string;
  readonly isBroken: (edge: WorkflowEdge, graph: WorkflowGraph) => boolean;
}

/** The drawing rules that one edge breaks by itself; the first of them is told. */
const RULES: readonly EdgeRule[] = [
  {
    code: 'edge-of-absent-task',
    message: 'leaves a task that does not exist',
    isBroken: ({ from }, { tasks }) => !tasks.has(from),
  },
  {
    code: 'edge-to-absent-task',
    message: 'leads to a task that does not exist',
    isBroken: ({ to }, { tasks }) => !tasks.has(to),
  },
  {
    code: 'edge-unknown',
    message:
      'must be of type standard with the state success, failure, error or loop, ' +
      'or of type revert with success, failure or error',
    isBroken: ({ type, state }) => !isKnown(type, state),
  },
  {
    code: 'edge-to-itself',
    message: 'leads to the task that it leaves',
    isBroken: ({ from, to }) => from === to,
  },
  {
    code: 'edge-from-start-to-end',
    message: 'leads from start to end',
    isBroken: ({ from, to }) => from === START && to === END,
  },
  {
    code: 'edge-out-of-start',
    message: 'leaves the start, which always succeeds: only standard edges of success may',
    isBroken: ({ from, type, state }) =>
      from === START && (type !== 'standard' || state !== 'success'),
  },
  {
    code: 'edge-out-of-end',
    message: 'leaves the end, after which nothing runs',
    isBroken: ({ from }) => from === END,
  },
  {
    code: 'loop-into-end',
    message: 'makes the end the body of a loop',
    isBroken: (edge) => isLoop(edge) && edge.to === END,
  },
  {
    code: 'loop-not-of-for-each',
    message: 'is a loop, which only a forEach task has',
    isBroken: (edge, { tasks }) => isLoop(edge) && tasks.get(edge.from)?.name !== 'forEach',
  },
];

/** What is wrong with single edges. */
export function edgeFindings(graph: WorkflowGraph): readonly Finding[] {
  return graph.edges.flatMap((edge) => {
    const broken = RULES.find(({ isBroken }) => isBroken(edge, graph));
    return broken ? [edgeFinding(broken.code, edge, broken.message)] : [];
  });
}

/** Something found at an edge: `the edge 'a' > 'b' leads …`. */
export function edgeFinding(
  code: FindingCode,
  { from, to }: WorkflowEdge,
  message: string,
): Finding {
  return finding(
    code,
    ['transitions', from, to],
    `the edge ${shown(from)} > ${shown(to)} ${message}`,
  );
}

function isKnown(type: string, state: string): boolean {
  const [types, states]: readonly (readonly string[])[] = [EDGE_TYPES, EDGE_STATES];
  if (!types?.includes(type) || !states?.includes(state)) return false;
  return type === 'standard' || state !== 'loop';
}
