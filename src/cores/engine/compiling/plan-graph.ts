import {
  EDGE_STATES,
  EDGE_TYPES,
  END,
  isLoop,
  START,
  type WorkflowEdge,
  type WorkflowGraph,
} from '../../workflow-graph/workflow-graph.js';
import { type FinishState } from '../finish-state.js';
import { type PlannedEdge } from '../plan.js';

/** How the tasks of a plan hang together, by their places. */
export interface PlanGraph {
  readonly edges: readonly (readonly PlannedEdge[])[];
  readonly ins: readonly (readonly number[])[];
  readonly inStates: readonly (readonly FinishState[])[];
  readonly bodies: readonly (readonly number[])[];
  readonly owners: readonly (number | null)[];
}

/** Reads the edges. What no way leads to from the start is no predecessor: a join would wait for it forever. */
export function planGraph(graph: WorkflowGraph, places: ReadonlyMap<string, number>): PlanGraph {
  const edges = edgesByPlace(graph, places);
  const owners = ownersOf(edges, places.get(START) ?? 0);
  const ins: number[][] = edges.map(() => []);
  const inStates: FinishState[][] = edges.map(() => []);
  const bodies: number[][] = edges.map(() => []);
  edges.forEach((outgoing, from) => {
    const owner = owners[from];
    if (owner === undefined) return;
    if (owner !== null) bodies[owner]?.push(from);
    for (const { to, state } of outgoing.filter(isOnward)) {
      ins[to]?.push(from);
      inStates[to]?.push(state);
    }
  });
  return { edges, ins, inStates, bodies, owners: owners.map((owner) => owner ?? null) };
}

function isOnward(edge: PlannedEdge): edge is PlannedEdge & { readonly state: FinishState } {
  return edge.type === 'standard' && edge.state !== 'loop';
}

function edgesByPlace(
  { edges }: WorkflowGraph,
  places: ReadonlyMap<string, number>,
): readonly (readonly PlannedEdge[])[] {
  const byPlace: PlannedEdge[][] = [...places].map(() => []);
  for (const edge of edges) {
    const [from, to] = [places.get(edge.from), places.get(edge.to)];
    if (from === undefined || to === undefined || from === to || edge.from === END) continue;
    const planned = plannedEdge(edge, to);
    if (planned) byPlace[from]?.push(planned);
  }
  return byPlace;
}

function plannedEdge(edge: WorkflowEdge, to: number): PlannedEdge | undefined {
  const type = EDGE_TYPES.find((known) => known === edge.type);
  const state = EDGE_STATES.find((known) => known === edge.state);
  if (!type || !state || (state === 'loop' && !isLoop(edge))) return undefined;
  return { to, type, state };
}

/**
 * The innermost loop of each task: null outside of all, undefined for what no way leads to. Walks outside
 * of loops first, then through the body of each loop, outer ones before inner ones.
 */
function ownersOf(
  edges: readonly (readonly PlannedEdge[])[],
  start: number,
): readonly (number | null | undefined)[] {
  const owners = new Array<number | null | undefined>(edges.length).fill(undefined);
  const loops: (readonly [number, PlannedEdge])[] = [];
  const open = [start];
  owners[start] = null;
  const walk = (): void => {
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const edge of edges[at] ?? []) {
        if (edge.type !== 'standard') continue;
        if (edge.state === 'loop') loops.push([at, edge]);
        else enter(owners, open, edge.to, owners[at] ?? null);
      }
    }
  };
  walk();
  // The list grows while it is walked: bodies hold loops.
  for (const [loop, { to }] of loops) {
    enter(owners, open, to, loop);
    walk();
  }
  return owners;
}

function enter(
  owners: (number | null | undefined)[],
  open: number[],
  at: number,
  owner: number | null,
): void {
  if (owners[at] !== undefined) return;
  owners[at] = owner;
  open.push(at);
}
