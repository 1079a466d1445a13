import { type OperationTable } from './operation-spec.js';

/** What surrounds the interface's operations on templates; application MOP. */
export const TEMPLATE_OPERATIONS = {} as const satisfies OperationTable;
