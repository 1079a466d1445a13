import { type AuditedObject } from '../../../platform/request-context/audited-change.js';
import { isForEveryone } from '../../../kernel/gbac.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type StoredManualTask } from './stored-manual-task.js';

/** What the audit trail calls a manual task. */
export function auditedTask({ _id, manual, gbac }: StoredManualTask): AuditedObject {
  const hidden = !isForEveryone(gbac) || manual.groups.length > 0;
  return { type: 'manual-task', id: _id, name: manual.title, hidden };
}

/** What of a task somebody can change. */
export function auditedState({ jobId, task, manual }: StoredManualTask): JsonObject {
  return {
    jobId,
    task,
    owner: manual.owner?.username ?? null,
    dueAt: manual.dueAt?.toISOString() ?? null,
  };
}
