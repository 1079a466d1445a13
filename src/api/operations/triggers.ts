import { type OperationTable } from './operation-spec.js';
import { OPERATIONS_READERS, OPERATIONS_WRITERS } from './role-sets.js';

const triggers = {
  state: 'built',
  application: 'OperationsManager',
  basis: 'extension',
  tag: 'Triggers',
} as const;

/** Operations on triggers beyond the interface; application OperationsManager. */
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
  importTriggers: {
    ...triggers,
    method: 'PUT',
    path: '/operations-manager/triggers',
    access: OPERATIONS_WRITERS,
    summary: 'Import triggers of automations, each with an outcome of its own',
    body: 'documents',
    changes: true,
  },
  deleteTriggersOfAction: {
    ...triggers,
    method: 'DELETE',
    path: '/operations-manager/triggers/action/:id',
    access: OPERATIONS_WRITERS,
    summary: 'Delete all triggers of an automation but those of its package',
    message: 'Successfully deleted the triggers.',
    changes: true,
    problems: ['not-found'],
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
  listNextRuns: {
    ...triggers,
    method: 'GET',
    path: '/operations-manager/triggers/:id/nextRuns',
    access: OPERATIONS_READERS,
    summary: 'List when a schedule comes round next, up to 50 times',
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
    message: 'Successfully deleted the trigger.',
    changes: true,
    problems: ['not-found', 'conflict', 'precondition-failed'],
  },
} as const satisfies OperationTable;
