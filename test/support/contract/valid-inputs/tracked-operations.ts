import { type ValidInputs } from './valid-inputs.js';

/** Work that takes longer than a request. The operations are absent. */
export const TRACKED_OPERATION_INPUTS = {} as const satisfies ValidInputs;
