import { type ValidInputs } from './valid-inputs.js';

/** Accounts, groups and roles. */
export const USER_INPUTS = {} as const satisfies ValidInputs;
