import { grammarBy } from './list-grammar.js';
import { type ValidInputs } from './valid-inputs.js';

/** Work that takes longer than a request. The operations are absent. */
export const TRACKED_OPERATION_INPUTS = {
  listOperations: { flat: { ...grammarBy('subject'), kind: 'install', state: 'running' } },
} as const satisfies ValidInputs;
