import { type OperationTable } from './operation-spec.js';

/** What surrounds the interface's operations on forms; application FormBuilder. */
export const FORM_OPERATIONS = {} as const satisfies OperationTable;
