import { type OperationTable } from './operation-spec.js';

/** Changes of devices: shown first, then pushed. */
export const DEVICE_CHANGE_OPERATIONS = {} as const satisfies OperationTable;
