import { type ValidInputs } from './valid-inputs.js';

const LIST = {
  contains: 'x',
  containsField: 'name',
  equals: 'x',
  equalsField: 'name',
  startsWith: 'x',
  startsWithField: 'description',
  tag: 'x',
  sort: 'name',
  order: '1',
  skip: '0',
  limit: '1',
  include: 'name',
  exclude: 'tasks',
};
const WORKFLOW = { name: 'A valid input', tasks: {}, transitions: {} };

/** Workflows and their versions. */
export const WORKFLOW_INPUTS = {
  searchWorkflows: { flat: LIST },
  validateWorkflow: { body: { workflow: WORKFLOW } },
  createWorkflow: { body: { automation: WORKFLOW } },
  updateWorkflow: { body: { update: WORKFLOW } },
  importWorkflow: { body: { workflow: WORKFLOW, options: { overwrite: true } } },
  exportWorkflow: {
    body: { options: { name: 'absent', type: 'automation', dialect: 'original' } },
  },
  listWorkflowVersions: { flat: { skip: '0', limit: '1' } },
  diffWorkflow: { flat: { from: '1', to: '2' } },
  restoreWorkflow: { body: { revision: 1 } },
} as const satisfies ValidInputs;
