import { type ValidInputs } from './valid-inputs.js';

/** Jobs as they are watched: live, as pictures, in numbers. */
export const JOB_FOLLOWING_INPUTS = {} as const satisfies ValidInputs;
