import { type OperationTable } from './operation-spec.js';

/** Jobs: started, listed, controlled; what surrounds operation 20. */
export const JOB_OPERATIONS = {} as const satisfies OperationTable;
