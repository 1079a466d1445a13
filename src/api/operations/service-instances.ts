import { type OperationTable } from './operation-spec.js';
import { SERVICE_READERS, SERVICE_WRITERS } from './role-sets.js';

const instances = {
  state: 'built',
  application: 'ServiceManagement',
  basis: 'extension',
  tag: 'Service management',
} as const;

/** What was saved as service instances, and what became of it. */
export const SERVICE_INSTANCE_OPERATIONS = {
  listServiceInstances: {
    ...instances,
    method: 'GET',
    path: '/service_management/instances',
    access: SERVICE_READERS,
    summary: 'List the instances that were saved',
    query: 'flat',
  },
  getServiceInstance: {
    ...instances,
    method: 'GET',
    path: '/service_management/instances/:id',
    access: SERVICE_READERS,
    summary: 'Get an instance as it was sent last',
    revisioned: true,
    problems: ['not-found'],
  },
  deleteServiceInstance: {
    ...instances,
    method: 'DELETE',
    path: '/service_management/instances/:id',
    access: SERVICE_WRITERS,
    summary: 'Delete an instance, from its orchestrator first',
    message: 'Successfully deleted the service instance.',
    changes: true,
    problems: [
      'not-found',
      'conflict',
      'precondition-failed',
      'upstream-failed',
      'upstream-timeout',
      'unavailable',
    ],
  },
  listServiceChanges: {
    ...instances,
    method: 'GET',
    path: '/service_management/changes',
    access: SERVICE_READERS,
    summary: 'List the requests that saved or deleted instances, newest first',
    query: 'flat',
  },
  getServiceChange: {
    ...instances,
    method: 'GET',
    path: '/service_management/changes/:id',
    access: SERVICE_READERS,
    summary: 'Get a change with its plans, and what would take it back',
    query: 'flat',
    unknownQueryKeys: 'refused',
    problems: ['not-found'],
  },
  getServiceOperation: {
    ...instances,
    method: 'GET',
    path: '/service_management/operations/:id',
    access: SERVICE_READERS,
    summary: 'Follow a save that goes on in the background',
    query: 'flat',
    unknownQueryKeys: 'refused',
    problems: ['not-found'],
  },
} as const satisfies OperationTable;
