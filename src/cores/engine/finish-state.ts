/** How a task ends, as edges ask for it. */
export const FINISH_STATES = ['success', 'failure', 'error'] as const;

/** How a task ends, as edges ask for it. */
export type FinishState = (typeof FINISH_STATES)[number];
