import { type OperationTable } from './operation-spec.js';
import { READERS, WRITERS } from './role-sets.js';

const groups = {
  state: 'built',
  application: 'ConfigurationManager',
  basis: 'extension',
  tag: 'Device groups',
} as const;

/** Groups of devices, on the paths of existing clients; `…/deviceGroups` is taken for the same. */
export const DEVICE_GROUP_OPERATIONS = {
  listDeviceGroups: {
    ...groups,
    method: 'GET',
    path: '/configuration_manager/devicegroups',
    access: READERS,
    summary: 'List the groups of devices that the caller may see, up to 2,000 at once',
    query: 'flat',
  },
  getDeviceGroup: {
    ...groups,
    method: 'GET',
    path: '/configuration_manager/devicegroups/:id',
    access: READERS,
    summary: 'Get a group of devices',
    revisioned: true,
    problems: ['not-found'],
  },
  getDeviceGroupByName: {
    ...groups,
    method: 'GET',
    path: '/configuration_manager/name/devicegroups',
    access: READERS,
    summary: 'Get a group of devices by its name',
    query: 'flat',
    revisioned: true,
    problems: ['not-found'],
  },
  createDeviceGroup: {
    ...groups,
    method: 'POST',
    path: '/configuration_manager/devicegroup',
    access: WRITERS,
    summary: 'Create a group of devices',
    body: 'medium',
    changes: true,
    problems: ['conflict'],
  },
  updateDeviceGroup: {
    ...groups,
    method: 'PUT',
    path: '/configuration_manager/devicegroups/:id',
    access: WRITERS,
    summary: 'Change members of a group of devices',
    body: 'medium',
    changes: true,
    revisioned: true,
    problems: ['not-found', 'conflict', 'precondition-failed'],
  },
  deleteDeviceGroups: {
    ...groups,
    method: 'DELETE',
    path: '/configuration_manager/devicegroups',
    access: WRITERS,
    summary: 'Delete groups of devices; the devices stay',
    changes: true,
    problems: ['conflict'],
  },
} as const satisfies OperationTable;
