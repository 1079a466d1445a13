import { type OperationTable } from './operation-spec.js';

/** What surrounds the interface's operations on webhooks; application OperationsManager. */
export const WEBHOOK_OPERATIONS = {} as const satisfies OperationTable;
