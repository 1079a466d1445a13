import { type ValidInputs } from './valid-inputs.js';

/** Work that takes longer than a request. The operations are absent. */
export const TRACKED_OPERATION_INPUTS = {
  listOperations: { flat: { kind: 'install', state: 'running', skip: '0', limit: '1' } },
} as const satisfies ValidInputs;
