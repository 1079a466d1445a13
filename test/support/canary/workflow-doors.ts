const READ_BY_MANY = 'a workflow is read by everybody who may list workflows';

/** Operations on workflows and projects that take no secrets: why. */
export const NO_WORKFLOW_DOORS = {
  createWorkflow: READ_BY_MANY,
  updateWorkflow: READ_BY_MANY,
  importWorkflow: READ_BY_MANY,
  importWorkflows: READ_BY_MANY,
  validateWorkflow: 'a document is judged, and kept nowhere',
  createProject: 'a project is read by everybody who may list projects',
  importProject: 'a project is read by everybody who may list projects',
} as const;
