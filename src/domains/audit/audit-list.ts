import { listOf } from '../../api/lists/list-declaration.js';
import { objectKey } from '../../platform/audit/audit-record.js';
import { type StoredList } from '../../platform/database/lists/stored-filter.js';
import { AuditEntryShown, AuditListOptions } from './audit.dto.js';

/** Entries of the audit trail, the newest first. They carry documents: 200 of them still make an answer. */
export const AUDIT_LIST = listOf('listAuditEntries', {
  item: AuditEntryShown,
  own: AuditListOptions,
  filters: {
    kind: 'kind',
    outcome: 'outcome',
    account: 'account',
    operation: 'operation',
    requestId: 'requestId',
    address: 'address',
  },
  order: ['at', -1],
  limitMax: 200,
  stored: {
    at: { path: 'at', date: true },
    kind: { path: 'kind' },
    outcome: { path: 'outcome' },
    account: { path: 'accountId' },
    username: {
      path: 'username',
      folded: 'usernameFolded',
      index: 'usernameFolded_1_at_-1__id_-1',
      apart: true,
    },
    operation: { path: 'operation' },
    requestId: { path: 'requestId' },
    address: { path: 'address' },
    'objects.type': { path: 'objectKeys', keyOf: (type) => objectKey(type) },
  },
});

/** Which part of the entries a list shows, by time. */
export interface AuditPart extends StoredList {
  /** This instant and later, ISO 8601 as a caller wrote it. */
  readonly from?: string;
  /** Before this instant. */
  readonly to?: string;
  /** Whatever the case. */
  readonly username?: string;
  readonly objectType?: string;
  /** Together with `objectType`. */
  readonly objectId?: string;
}
