import { type ValidInputs } from './valid-inputs.js';

/** The audit trail. */
export const AUDIT_INPUTS = {} as const satisfies ValidInputs;
