import { type ValidInputs } from './valid-inputs.js';

/** Repositories that are read. They are absent. */
export const REPOSITORY_REFRESH_INPUTS = {} as const satisfies ValidInputs;
