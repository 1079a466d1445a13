import { type OperationTable } from './operation-spec.js';
import { OPERATIONS_READERS, OPERATIONS_WRITERS } from './role-sets.js';

const automations = {
  state: 'built',
  application: 'OperationsManager',
  basis: 'extension',
  tag: 'Automations',
} as const;

/** Operations on automations beyond the interface; application OperationsManager. */
export const AUTOMATION_OPERATIONS = {
  listAutomations: {
    ...automations,
    method: 'GET',
    path: '/operations-manager/automations',
    access: OPERATIONS_READERS,
    summary: 'List the automations that the caller may see',
    query: 'flat',
  },
  createAutomation: {
    ...automations,
    method: 'POST',
    path: '/operations-manager/automations',
    access: OPERATIONS_WRITERS,
    summary: 'Create an automation, with its triggers if there are any',
    body: 'documents',
    changes: true,
    problems: ['conflict', 'document-too-large'],
  },
  getAutomation: {
    ...automations,
    method: 'GET',
    path: '/operations-manager/automations/:id',
    access: OPERATIONS_READERS,
    summary: 'Get an automation by its id or name',
    revisioned: true,
    problems: ['not-found'],
  },
  exportAutomation: {
    ...automations,
    method: 'GET',
    path: '/operations-manager/automations/:id/export',
    access: OPERATIONS_READERS,
    summary: 'Export an automation with its triggers',
    problems: ['not-found'],
  },
  updateAutomation: {
    ...automations,
    method: 'PATCH',
    path: '/operations-manager/automations/:id',
    access: OPERATIONS_WRITERS,
    summary: 'Change members of an automation',
    body: 'documents',
    changes: true,
    revisioned: true,
    problems: ['not-found', 'conflict', 'precondition-failed', 'document-too-large'],
  },
  deleteAutomation: {
    ...automations,
    method: 'DELETE',
    path: '/operations-manager/automations/:id',
    access: OPERATIONS_WRITERS,
    summary: 'Delete an automation and its triggers',
    message: 'Successfully deleted the automation.',
    changes: true,
    problems: ['not-found', 'conflict', 'precondition-failed'],
  },
} as const satisfies OperationTable;
