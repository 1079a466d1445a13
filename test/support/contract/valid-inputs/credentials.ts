import { type ValidInputs } from './valid-inputs.js';

/** Tokens, service accounts and sessions. */
export const CREDENTIAL_INPUTS = {} as const satisfies ValidInputs;
