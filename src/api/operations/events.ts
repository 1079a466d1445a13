import { type OperationTable } from './operation-spec.js';

/** What surrounds the interface's operations on events; application OperationsManager. */
export const EVENT_OPERATIONS = {} as const satisfies OperationTable;
