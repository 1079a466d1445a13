import { LIST_GRAMMAR } from './list-grammar.js';
import { type ValidInputs } from './valid-inputs.js';

const LIST = { ...LIST_GRAMMAR, tag: 'x' };
const WORKFLOW = { name: 'A valid input', tasks: {}, transitions: {} };

/** Workflows and their versions. */
export const WORKFLOW_INPUTS = {
  searchWorkflows: { flat: LIST },
  validateWorkflow: { body: { workflow: WORKFLOW } },
  createWorkflow: { body: { automation: WORKFLOW } },
  updateWorkflow: { body: { update: WORKFLOW } },
  importWorkflow: { body: { workflow: WORKFLOW, options: { overwrite: true } } },
  importWorkflows: { body: { automations: [{ name: ' ' }], options: { overwrite: true } } },
  exportWorkflow: {
    body: { options: { name: 'absent', type: 'automation', dialect: 'original' } },
  },
  listWorkflowVersions: { flat: LIST_GRAMMAR },
  diffWorkflow: { flat: { from: '1', to: '2' } },
  restoreWorkflow: { body: { revision: 1 } },
  deleteWorkflow: { flat: { force: 'true' } },
  deleteWorkflowByName: { flat: { force: 'true' } },
} as const satisfies ValidInputs;
