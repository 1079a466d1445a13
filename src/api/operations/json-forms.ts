import { type OperationTable } from './operation-spec.js';

/** What surrounds the interface's operations on json-forms; application FormBuilder. */
export const JSON_FORM_OPERATIONS = {} as const satisfies OperationTable;
