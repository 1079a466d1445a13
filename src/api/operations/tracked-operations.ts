import { type OperationTable } from './operation-spec.js';

/** Work that takes longer than a request: looking at it, following it, cancelling it. */
export const TRACKED_OPERATIONS = {} as const satisfies OperationTable;
