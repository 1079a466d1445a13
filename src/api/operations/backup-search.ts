import { type OperationTable } from './operation-spec.js';

/** Looking for text in the configurations of all devices. */
export const BACKUP_SEARCH_OPERATIONS = {} as const satisfies OperationTable;
