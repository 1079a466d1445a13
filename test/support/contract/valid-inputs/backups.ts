import { type ValidInputs } from './valid-inputs.js';

/** Kept configurations, and the search in them. */
export const BACKUP_INPUTS: ValidInputs = {};
