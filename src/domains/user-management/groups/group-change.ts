import { type AuditedChange } from '../../../platform/request-context/audited-change.js';
import { recordChange } from '../records/record-change.js';
import { type Group } from '../stored/group.js';

/** What is told of a change of a group. */
export function groupChange(before: Group | null, after: Group | null): AuditedChange {
  const { _id, name } = after ?? before ?? { _id: '', name: '' };
  return recordChange({ type: 'group', id: _id, name }, [before, after]);
}
