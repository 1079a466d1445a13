import { type OperationTable } from './operation-spec.js';

/** What surrounds the interface's operations on automations; application OperationsManager. */
export const AUTOMATION_OPERATIONS = {} as const satisfies OperationTable;
