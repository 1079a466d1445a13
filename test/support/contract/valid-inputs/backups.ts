import { type ValidInputs } from './valid-inputs.js';

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
      cursor: 'x',
    },
  },
} as const satisfies ValidInputs;
