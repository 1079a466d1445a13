import { type ValidInputs } from './valid-inputs.js';

/** What the platform says of itself. */
export const OPERATIONAL_INPUTS = {
  indexStatus: { flat: { collections: 'accounts' } },
} as const satisfies ValidInputs;
