import { type ValidInputs } from './valid-inputs.js';

/** Integrations and their models. */
export const INTEGRATION_INPUTS = {} as const satisfies ValidInputs;
