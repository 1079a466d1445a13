import { type JsonObject } from '../../../kernel/json.js';
import { TimeSlicer } from '../../../platform/concurrency/time-slicer.js';
import { type WorkflowFindings } from '../../../cores/workflow-graph/finding.js';
import { findingsOf, findingSteps } from '../../../cores/workflow-graph/findings-of.js';
import { readWorkflow } from '../../../cores/workflow-graph/read-workflow.js';

/** Documents are not changed once they are read: what is asked of one several times is found once. */
const known = new WeakMap<JsonObject, WorkflowFindings>();

/** What is found in a workflow, while others have their turn. */
export async function findingsInTurns(document: JsonObject): Promise<WorkflowFindings> {
  const before = known.get(document);
  if (before) return before;
  const turns = new TimeSlicer();
  const graph = readWorkflow(document);
  const findings = await turns.finish(findingSteps(graph));
  known.set(document, findings);
  return findings;
}

/** The same at once, without looking again for what is known. */
export function knownFindings(document: JsonObject): WorkflowFindings {
  return known.get(document) ?? findingsOf(readWorkflow(document));
}
