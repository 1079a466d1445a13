import { type ValidInputs } from './valid-inputs.js';

/** Service instances. */
export const SERVICE_INSTANCE_INPUTS: ValidInputs = {};
