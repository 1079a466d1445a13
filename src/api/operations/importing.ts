import { type OperationTable } from './operation-spec.js';

/** What surrounds the interface's operations on importing; application ServiceCatalog. */
export const IMPORT_OPERATIONS = {} as const satisfies OperationTable;
