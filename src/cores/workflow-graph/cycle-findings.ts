import { edgeFinding } from './edge-findings.js';
import { type Finding } from './finding.js';
import {
  edgesByOrigin,
  isStandard,
  START,
  type WorkflowEdge,
  type WorkflowGraph,
} from './workflow-graph.js';

interface Visit {
  readonly id: string;
  readonly edges: readonly WorkflowEdge[];
  next: number;
}

/**
 * The edges that close a cycle of standard edges: on a walk from the start, those that lead back to a
 * task on the way. Only a revert edge may lead back. Each edge is looked at once.
 */
export function cycleFindings(graph: WorkflowGraph): readonly Finding[] {
  const byOrigin = edgesByOrigin(graph, (edge) => isStandard(edge) && edge.from !== edge.to);
  const found: Finding[] = [];
  const onTheWay = new Set<string>();
  const seen = new Set<string>();
  const enter = (id: string): Visit => {
    seen.add(id);
    onTheWay.add(id);
    return { id, edges: byOrigin.get(id) ?? [], next: 0 };
  };
  for (const root of [START, ...graph.tasks.keys()]) {
    if (seen.has(root)) continue;
    // A walk of our own instead of recursion: a chain of tasks can be as long as the document.
    const way = [enter(root)];
    for (let visit = way.at(-1); visit; visit = way.at(-1)) {
      const edge = visit.edges[visit.next++];
      if (!edge) {
        onTheWay.delete(visit.id);
        way.pop();
      } else if (onTheWay.has(edge.to)) {
        found.push(edgeFinding('cycle', edge, 'closes a cycle: it must be a revert edge'));
      } else if (!seen.has(edge.to)) {
        way.push(enter(edge.to));
      }
    }
  }
  return found;
}
