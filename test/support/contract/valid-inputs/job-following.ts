import { grammarBy, LIST_GRAMMAR } from './list-grammar.js';
import { type ValidInputs } from './valid-inputs.js';

const WINDOW = {
  from: '2026-01-01T00:00:00Z',
  to: '2026-01-02T00:00:00Z',
  workflow: 'x',
};

/** Jobs as they are watched. */
export const JOB_FOLLOWING_INPUTS = {
  getJobMetrics: { flat: { ...grammarBy('name', 'workflow'), ...WINDOW } },
  getTaskMetrics: { flat: { ...LIST_GRAMMAR, ...WINDOW, task: 'x' } },
} as const satisfies ValidInputs;
