import { type OperationTable } from './operation-spec.js';

/** The audit trail. */
export const AUDIT_OPERATIONS = {} as const satisfies OperationTable;
