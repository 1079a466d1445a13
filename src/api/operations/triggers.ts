import { type OperationTable } from './operation-spec.js';

/** What surrounds the interface's operations on triggers; application OperationsManager. */
export const TRIGGER_OPERATIONS = {} as const satisfies OperationTable;
