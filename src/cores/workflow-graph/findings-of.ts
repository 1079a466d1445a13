import { argumentFindings } from './argument-findings.js';
import { cycleFindings } from './cycle-findings.js';
import { edgeFindings } from './edge-findings.js';
import { type Finding, finding, FINDING_CODES, type WorkflowFindings } from './finding.js';
import { nameFindings } from './name-findings.js';
import { patternFindings } from './pattern-findings.js';
import { regionFindings } from './region-findings.js';
import { taskFindings } from './task-findings.js';
import { unreachableFindings } from './unreachable-findings.js';
import { valueFindings } from './value-findings.js';
import { START, type WorkflowGraph } from './workflow-graph.js';

/** What a list of findings shows; who has more mends these first. */
export const FINDINGS_MAX = 1000;

/** Of tasks and transitions together: more take too long to judge, to show and to start. */
export const WORKFLOW_PARTS_MAX = 25_000;

/** Of inputs and outputs of one task together, for the same reason. */
export const TASK_NAMES_MAX = 1000;

/** What is looked for, one after the other. */
const SEARCHES: readonly ((graph: WorkflowGraph) => readonly Finding[])[] = [
  ({ unreadable }) => unreadable.map(({ path, message }) => finding('unreadable', path, message)),
  taskFindings,
  edgeFindings,
  cycleFindings,
  // Without a start everything is out of its reach, which says nothing more.
  (graph) => (graph.tasks.has(START) ? regionFindings(graph) : []),
  patternFindings,
  unreachableFindings,
  argumentFindings,
  valueFindings,
  nameFindings,
];

/** Everything that is found in a workflow, in time that grows with its size and no faster. */
export function findingsOf(graph: WorkflowGraph): WorkflowFindings {
  const steps = findingSteps(graph);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same, step by step. */
export function* findingSteps(graph: WorkflowGraph): Generator<undefined, WorkflowFindings> {
  const tooLarge = tooLargeFinding(graph);
  if (tooLarge) return { errors: [tooLarge], warnings: [] };
  const lists: (readonly Finding[])[] = [];
  for (const search of SEARCHES) {
    yield;
    lists.push(search(graph));
  }
  const found = lists.flat();
  const of = (severity: 'error' | 'warning'): readonly Finding[] =>
    shortened(found.filter(({ code }) => FINDING_CODES[code] === severity));
  return { errors: of('error'), warnings: of('warning') };
}

/** What was found, and warnings that were found elsewhere. */
export function withWarnings(
  { errors, warnings }: WorkflowFindings,
  more: readonly Finding[],
): WorkflowFindings {
  return { errors, warnings: shortened([...warnings, ...more]) };
}

/** That a workflow is larger than one may be: nothing else is looked for in it. */
export function tooLargeFinding({ tasks, edges }: WorkflowGraph): Finding | undefined {
  const parts = tasks.size + edges.length;
  if (parts > WORKFLOW_PARTS_MAX) {
    const message = `has ${parts} tasks and transitions; ${WORKFLOW_PARTS_MAX} are the most`;
    return finding('too-large', [], message);
  }
  for (const { id, incoming, outgoing } of tasks.values()) {
    const names = Object.keys(incoming).length + Object.keys(outgoing).length;
    if (names <= TASK_NAMES_MAX) continue;
    const message = `has ${names} inputs and outputs; ${TASK_NAMES_MAX} are the most`;
    return finding('too-large', ['tasks', id, 'variables'], message);
  }
  return undefined;
}

function shortened(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length <= FINDINGS_MAX) return findings;
  const more = findings.length - FINDINGS_MAX;
  return [...findings.slice(0, FINDINGS_MAX), finding('more', [], `and ${more} more like these`)];
}
