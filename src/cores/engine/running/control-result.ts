import { type StepResult } from '../step-result.js';

/** What came of something that was asked of a job: done, nothing to do, or not allowed as it stands. */
export type ControlResult = 'done' | Exclude<StepResult, { kind: 'applied' }>;
