import { type OperationTable } from './operation-spec.js';

/** Adapters: the orchestrators that the platform talks to. */
export const ADAPTER_OPERATIONS = {} as const satisfies OperationTable;
