import { type ValidInputs } from './valid-inputs.js';

/** Tasks that people work: listed, claimed, released, finished. */
export const MANUAL_TASK_INPUTS = {} as const satisfies ValidInputs;
