import { LIST_GRAMMAR } from './list-grammar.js';
import { type ValidInputs } from './valid-inputs.js';

const POLICY = {
  name: 'x',
  enabled: true,
  namePattern: 'x',
  types: ['x'],
  keepLast: 1,
  keepDays: 1,
  keepDaily: 1,
  keepWeekly: 1,
  keepMonthly: 1,
};

/** Kept configurations, and the search in them. */
export const BACKUP_INPUTS = {
  searchBackupTexts: {
    body: {
      pattern: 'x',
      regex: true,
      caseSensitive: true,
      scope: 'history',
      filter: { name: 'x', startsWith: 'x', type: 'x' },
      context: 1,
      limit: 1,
      deadlineMs: 1000,
    },
  },
  searchBackups: {
    body: {
      options: {
        start: 0,
        limit: 1,
        regex: true,
        filter: { name: 'x' },
        sort: { name: 1, date: -1 },
      },
    },
  },
  updateBackup: { body: { description: 'x', notes: 'x', gbac: { read: [], write: [] } } },
  deleteBackups: { flat: { backupIds: ['absent'] } },
  importBackups: { body: { backups: [{}] } },
  diffBackups: { flat: { format: 'unified', context: '3' } },
  listDeviceBackups: { flat: LIST_GRAMMAR },
  listRetentionPolicies: { flat: LIST_GRAMMAR },
  createRetentionPolicy: { body: { ...POLICY, name: 'A valid input', enabled: false } },
  updateRetentionPolicy: { body: POLICY },
} as const satisfies ValidInputs;
