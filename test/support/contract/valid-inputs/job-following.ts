import { type ValidInputs } from './valid-inputs.js';

const WINDOW = {
  from: '2026-01-01T00:00:00Z',
  to: '2026-01-02T00:00:00Z',
  workflow: 'x',
  skip: '0',
  limit: '1',
};

/** Jobs as they are watched. */
export const JOB_FOLLOWING_INPUTS = {
  getJobMetrics: { flat: WINDOW },
  getTaskMetrics: { flat: { ...WINDOW, task: 'x' } },
} as const satisfies ValidInputs;
