import { type ValidInputs } from './valid-inputs.js';

/** Signing in with an identity of somebody else. */
export const EXTERNAL_SIGN_IN_INPUTS = {} as const satisfies ValidInputs;
