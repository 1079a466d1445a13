import { type OperationTable } from './operation-spec.js';

/** What was saved as service instances, and what became of it. */
export const SERVICE_INSTANCE_OPERATIONS = {} as const satisfies OperationTable;
