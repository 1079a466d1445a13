import { isForEveryone } from '../../../kernel/gbac.js';
import { type AuditedObject } from '../../../platform/request-context/audited-change.js';
import { type StoredJob } from '../store/stored-job.js';

/** A job as audit entries name it. */
export function auditedJob({
  _id,
  name,
  gbac,
}: Pick<StoredJob, '_id' | 'name' | 'gbac'>): AuditedObject {
  return { type: 'job', id: _id, name, ...(!isForEveryone(gbac) && { hidden: true }) };
}
