import { type OperationTable } from './operation-spec.js';

/** Integrations and their models. */
export const INTEGRATION_OPERATIONS = {} as const satisfies OperationTable;
