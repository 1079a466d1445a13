import { type ValidInputs } from './valid-inputs.js';

/** Jobs: started, listed, controlled; what surrounds operation 20. */
export const JOB_INPUTS = {} as const satisfies ValidInputs;
