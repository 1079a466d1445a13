import { type OperationTable } from './operation-spec.js';
import { READERS } from './role-sets.js';

/** Looking for text in the configurations of all devices. */
export const BACKUP_SEARCH_OPERATIONS = {
  searchBackupTexts: {
    state: 'built',
    application: 'ConfigurationManager',
    basis: 'extension',
    tag: 'Backups',
    method: 'POST',
    path: '/configuration_manager/backups/search',
    access: READERS,
    summary: 'Look for lines in kept configurations, of today or of all times',
    lines: true,
  },
} as const satisfies OperationTable;
