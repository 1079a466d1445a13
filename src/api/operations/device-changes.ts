import { type OperationTable } from './operation-spec.js';
import { READERS, WRITERS } from './role-sets.js';

const changes = {
  state: 'built',
  application: 'ConfigurationManager',
  basis: 'extension',
  tag: 'Device changes',
} as const;

/** Changes of devices: shown first, then pushed. Commands that only read. */
export const DEVICE_CHANGE_OPERATIONS = {
  changeDevice: {
    ...changes,
    method: 'POST',
    path: '/configuration_manager/devices/:name/changes',
    access: WRITERS,
    summary: 'Show what lines or a backup would change on a device, or push what was shown',
    body: 'documents',
    changes: true,
    problems: ['not-found', 'conflict', 'upstream-failed', 'upstream-timeout'],
  },
  listDeviceChanges: {
    ...changes,
    method: 'GET',
    path: '/configuration_manager/devices/:name/changes',
    access: READERS,
    summary: 'List the changes that were pushed to a device, the newest first',
    query: 'flat',
    problems: ['not-found'],
  },
  getDeviceChange: {
    ...changes,
    method: 'GET',
    path: '/configuration_manager/changes/:id',
    access: READERS,
    summary: 'Get a change that was pushed to a device',
    problems: ['not-found'],
  },
  runDeviceCommands: {
    ...changes,
    method: 'POST',
    path: '/configuration_manager/devices/:name/commands',
    access: {
      ...WRITERS,
      widerBecause: 'it signs in to the device, as changing it does, which reading here never does',
    },
    summary: 'Run commands that only read on a device',
    problems: ['not-found', 'conflict', 'upstream-failed', 'upstream-timeout'],
  },
} as const satisfies OperationTable;
