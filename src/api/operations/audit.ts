import { type OperationTable } from './operation-spec.js';
import { ADMINS } from './role-sets.js';

const common = {
  method: 'GET',
  state: 'built',
  application: 'AdminEssentials',
  access: ADMINS,
  basis: 'extension',
  tag: 'Audit',
} as const;

/** The audit trail. No operation writes to it: entries come from what the others do (ADR 0083). */
export const AUDIT_OPERATIONS = {
  listAuditEntries: {
    ...common,
    path: '/audit',
    summary: 'List what was changed, by whom and from where, and which sign-ins were refused',
    query: 'flat',
  },
  getAuditEntry: {
    ...common,
    path: '/audit/:id',
    summary: 'Get an entry of the audit trail',
    problems: ['not-found'],
  },
} as const satisfies OperationTable;
