import { type JobGraph } from './job-graph.js';

/** Tasks that a layout is made for. */
const TASKS_MAX = 200;
/**
 * Levels that all ways together lead down: the layout puts a knot into each, and takes half a second for so
 * many. It grows faster than the graph does.
 */
const LEVELS_MAX = 500;

/** Whether a graph is small enough to be laid out while others wait. */
export function canBeLaidOut(graph: JobGraph): boolean {
  if (graph.nodes.length > TASKS_MAX || graph.edges.length > LEVELS_MAX) return false;
  return levelsOf(graph) <= LEVELS_MAX;
}

/** How many levels ways lead down when each task lies below all that lead to it. Reverts do not count. */
function levelsOf({ nodes, edges }: JobGraph): number {
  const ways = edges.filter(({ from, to, isRevert }) => !isRevert && from !== to);
  const levels = new Map<number, number>();
  // A graph without circles is settled after as many rounds as it is deep; one with a circle never is.
  for (let round = 0; round <= nodes.length; round += 1) {
    let isSettled = true;
    for (const { from, to } of ways) {
      const below = (levels.get(from) ?? 0) + 1;
      if (below <= (levels.get(to) ?? 0)) continue;
      levels.set(to, below);
      isSettled = false;
    }
    if (isSettled) break;
  }
  const down = ways.map(({ from, to }) => (levels.get(to) ?? 0) - (levels.get(from) ?? 0));
  return down.reduce((sum, count) => sum + Math.max(1, count), 0);
}
