import { type OperationTable } from './operation-spec.js';

/** Kept configurations of devices: versions, differences, retention. */
export const BACKUP_OPERATIONS = {} as const satisfies OperationTable;
