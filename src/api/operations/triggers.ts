import { type OperationTable } from './operation-spec.js';
import { OPERATIONS_READERS, OPERATIONS_WRITERS } from './role-sets.js';

const triggers = {
  state: 'built',
  application: 'OperationsManager',
  basis: 'extension',
  tag: 'Triggers',
} as const;

/** What surrounds the interface's operations on triggers; application OperationsManager. */
export const TRIGGER_OPERATIONS = {
  listTriggers: {
    ...triggers,
    method: 'GET',
    path: '/operations-manager/triggers',
    access: OPERATIONS_READERS,
    summary: 'List the triggers of automations that the caller may see',
    query: 'flat',
  },
  createTrigger: {
    ...triggers,
    method: 'POST',
    path: '/operations-manager/triggers',
    access: OPERATIONS_WRITERS,
    summary: 'Create a trigger of an automation',
    body: 'documents',
    changes: true,
    problems: ['not-found', 'conflict', 'document-too-large'],
  },
  getTrigger: {
    ...triggers,
    method: 'GET',
    path: '/operations-manager/triggers/:id',
    access: OPERATIONS_READERS,
    summary: 'Get a trigger',
    revisioned: true,
    problems: ['not-found'],
  },
  updateTrigger: {
    ...triggers,
    method: 'PATCH',
    path: '/operations-manager/triggers/:id',
    access: OPERATIONS_WRITERS,
    summary: 'Change members of a trigger, which runs in the name of the caller from then on',
    body: 'documents',
    changes: true,
    revisioned: true,
    problems: ['not-found', 'conflict', 'precondition-failed', 'document-too-large'],
  },
  deleteTrigger: {
    ...triggers,
    method: 'DELETE',
    path: '/operations-manager/triggers/:id',
    access: OPERATIONS_WRITERS,
    summary: 'Delete a trigger',
    success: 204,
    changes: true,
    problems: ['not-found', 'conflict', 'precondition-failed'],
  },
} as const satisfies OperationTable;
