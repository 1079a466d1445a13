import { type OperationTable } from './operation-spec.js';

/** What surrounds the interface's operations on workflows; application ServiceCatalog. */
export const WORKFLOW_OPERATIONS = {} as const satisfies OperationTable;
