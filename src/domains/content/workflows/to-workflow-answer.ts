import { revisioned } from '../../../api/revision/revisioned.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type DocumentVersion } from '../records/content-history.service.js';
import { type ContentRecord } from '../records/content-record.js';
import { shownContent } from '../records/exported-content.js';
import { type WorkflowDiff } from '../../../cores/workflow-graph/diff-workflows.js';
import { type WorkflowDiffAnswer } from './workflow-versions.dto.js';
import {
  type CreateWorkflowAnswer,
  type ImportWorkflowAnswer,
  type UpdateWorkflowAnswer,
} from './workflows.dto.js';
import { type ValidatedWorkflow } from './workflows.service.js';

/** The workflow document, with its id. */
export function toWorkflow(record: ContentRecord): JsonObject {
  return revisioned(record.revision, shownContent('workflow', record));
}

/** The same in a list. */
export function toListedWorkflow(record: ContentRecord): JsonObject {
  return shownContent('workflow', record);
}

/** What creating a workflow answers: the document, where it is edited, and what was found in it. */
export function toCreated({ record, findings }: ValidatedWorkflow): CreateWorkflowAnswer {
  return { created: toWorkflow(record), edit: pathOf(record), ...findings };
}

/** The same of a change. */
export function toUpdated({ record, findings }: ValidatedWorkflow): UpdateWorkflowAnswer {
  return { updated: toWorkflow(record), edit: pathOf(record), ...findings };
}

/** The same of an import. */
export function toImported({ record, findings }: ValidatedWorkflow): ImportWorkflowAnswer {
  const { id: _id, name, revision } = record;
  return revisioned(revision, { _id, name, n: 1, ok: 1, ...findings });
}

/** How two versions differ. */
export function toDiff(
  [from, to]: readonly [DocumentVersion, DocumentVersion],
  diff: WorkflowDiff,
): WorkflowDiffAnswer {
  return { from: from.revision, to: to.revision, ...diff };
}

function pathOf({ id }: ContentRecord): string {
  return `/automation-studio/workflows/detailed/${encodeURIComponent(id)}`;
}
