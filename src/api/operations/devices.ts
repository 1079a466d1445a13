import { type OperationTable } from './operation-spec.js';
import { READERS, WRITERS } from './role-sets.js';

const devices = {
  state: 'built',
  application: 'ConfigurationManager',
  basis: 'extension',
  tag: 'Devices',
} as const;

/** Network devices, and the collection of their configurations. */
export const DEVICE_OPERATIONS = {
  listDevices: {
    ...devices,
    method: 'POST',
    path: '/configuration_manager/devices',
    access: READERS,
    summary: 'List the devices that the caller may see',
  },
  getDevice: {
    ...devices,
    method: 'GET',
    path: '/configuration_manager/devices/:name',
    access: READERS,
    summary: 'Get a device, and who works on it',
    revisioned: true,
    problems: ['not-found'],
  },
  putDevice: {
    ...devices,
    method: 'PUT',
    path: '/configuration_manager/devices/:name',
    access: WRITERS,
    summary: 'Make a device, or put another in its place',
    changes: true,
    revisioned: true,
    problems: ['not-found', 'conflict', 'precondition-failed'],
  },
  updateDevice: {
    ...devices,
    method: 'PATCH',
    path: '/configuration_manager/devices/:name',
    access: WRITERS,
    summary: 'Change members of a device',
    changes: true,
    revisioned: true,
    problems: ['not-found', 'conflict', 'precondition-failed'],
  },
  deleteDevice: {
    ...devices,
    method: 'DELETE',
    path: '/configuration_manager/devices/:name',
    access: WRITERS,
    summary: 'Delete a device; its backups stay',
    success: 204,
    changes: true,
    problems: ['not-found', 'conflict', 'precondition-failed'],
  },
  importDevices: {
    ...devices,
    method: 'POST',
    path: '/configuration_manager/devices/import',
    access: WRITERS,
    summary: 'Make many devices, each judged by itself',
    changes: true,
  },
  checkDevice: {
    ...devices,
    method: 'POST',
    path: '/configuration_manager/devices/:name/check',
    access: WRITERS,
    summary: 'Connect to a device, and show or pin its host key',
    changes: true,
    problems: ['not-found', 'conflict'],
  },
} as const satisfies OperationTable;
