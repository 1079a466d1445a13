import { cycleFindings } from './cycle-findings.js';
import { edgeFindings } from './edge-findings.js';
import { type Finding, finding, FINDING_CODES, type WorkflowFindings } from './finding.js';
import { patternFindings } from './pattern-findings.js';
import { regionFindings } from './region-findings.js';
import { taskFindings } from './task-findings.js';
import { START, type WorkflowGraph } from './workflow-graph.js';

/** What a list of findings shows; who has more mends these first. */
export const FINDINGS_MAX = 1000;

/** Everything that is found in a workflow, in time that grows with its size and no faster. */
export function findingsOf(graph: WorkflowGraph): WorkflowFindings {
  const found = [
    ...graph.unreadable.map(({ path, message }) => finding('unreadable', path, message)),
    ...taskFindings(graph),
    ...edgeFindings(graph),
    ...cycleFindings(graph),
    // Without a start everything is out of its reach, which says nothing more.
    ...(graph.tasks.has(START) ? regionFindings(graph) : []),
    ...patternFindings(graph),
  ];
  const of = (severity: 'error' | 'warning'): readonly Finding[] =>
    shortened(found.filter(({ code }) => FINDING_CODES[code] === severity));
  return { errors: of('error'), warnings: of('warning') };
}

/** Whether a workflow is only kept: it cannot be started before its errors are mended. */
export function isDraft(graph: WorkflowGraph): boolean {
  return findingsOf(graph).errors.length > 0;
}

function shortened(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length <= FINDINGS_MAX) return findings;
  const more = findings.length - FINDINGS_MAX;
  return [...findings.slice(0, FINDINGS_MAX), finding('more', [], `and ${more} more like these`)];
}
