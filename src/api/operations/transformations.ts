import { type OperationTable } from './operation-spec.js';

/** What surrounds the interface's operations on transformations; application Transformations. */
export const TRANSFORMATION_OPERATIONS = {} as const satisfies OperationTable;
