import { type OperationTable } from './operation-spec.js';

/** Tasks that people work: listed, claimed, released, finished. */
export const MANUAL_TASK_OPERATIONS = {} as const satisfies OperationTable;
