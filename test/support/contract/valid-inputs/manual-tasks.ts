import { LIST_GRAMMAR } from './list-grammar.js';
import { type ValidInputs } from './valid-inputs.js';

const FILTERS = { mine: 'true', open: 'true', overdue: 'true' };

/** Tasks that people work. The tasks are absent. */
export const MANUAL_TASK_INPUTS = {
  listManualTasks: {
    flat: { ...LIST_GRAMMAR, ...FILTERS, group: 'x', workflow: 'x', job: 'x' },
  },
  assignManualTask: { body: { assignee: 'x', due_time: 1_767_225_600_000 } },
  finishManualTask: { body: { finish_state: 'success', variables: {}, message: 'x' } },
} as const satisfies ValidInputs;
