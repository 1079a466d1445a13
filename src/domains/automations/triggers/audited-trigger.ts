import { type AuditedObject } from '../../../platform/request-context/audited-change.js';

/** What the audit trail calls a trigger. Its automation decides who may see it, so events do not name it. */
export function auditedTrigger(id: string, name: string): AuditedObject {
  return { type: 'trigger', id, name, hidden: true };
}
