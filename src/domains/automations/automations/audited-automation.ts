import { EVERYONE } from '../../../kernel/gbac.js';
import { type AuditedObject } from '../../../platform/request-context/audited-change.js';
import { type Automation, AUTOMATION_TYPE } from '../stored/stored-automation.js';

/** What the audit trail calls an automation; events do not name one that only some may see. */
export function auditedAutomation({
  id,
  name,
  guard,
}: Pick<Automation, 'id' | 'name' | 'guard'>): AuditedObject {
  return { type: AUTOMATION_TYPE, id, name, hidden: !guard.readers.includes(EVERYONE) };
}
