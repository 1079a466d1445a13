import { type OperationTable } from './operation-spec.js';

/** Network devices, and the collection of their configurations. */
export const DEVICE_OPERATIONS = {} as const satisfies OperationTable;
