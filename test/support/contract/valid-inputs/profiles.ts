import { type ValidInputs } from './valid-inputs.js';

/** Profiles, the documents that configure the platform. */
export const PROFILE_INPUTS = {} as const satisfies ValidInputs;
