import { type ValidInputs } from './valid-inputs.js';

/** Adapters and what is sent through them. */
export const ADAPTER_INPUTS: ValidInputs = {};
