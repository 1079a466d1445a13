import { type Access, type OperationTable } from './operation-spec.js';
import { READERS, WRITERS } from './role-sets.js';

const changes = {
  state: 'built',
  application: 'ConfigurationManager',
  basis: 'extension',
  tag: 'Device changes',
} as const;

const SIGNS_IN = {
  ...WRITERS,
  widerBecause: 'it signs in to the device, as changing it does, which reading here never does',
} as const satisfies Access;

/** What reading a device, or its orchestrator, may come to. */
const READING = ['not-found', 'conflict', 'upstream-failed', 'upstream-timeout'] as const;

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
  listConfigurationParsers: {
    ...changes,
    method: 'GET',
    path: '/configuration_manager/configurations/parser',
    access: READERS,
    summary: 'List the types of devices whose configurations are understood',
    unknownQueryKeys: 'refused',
  },
  getDeviceConfiguration: {
    ...changes,
    method: 'GET',
    path: '/configuration_manager/devices/:name/configuration',
    access: SIGNS_IN,
    summary: 'Read the configuration of a device as it is now',
    problems: READING,
  },
  getDeviceConfigurationIn: {
    ...changes,
    method: 'GET',
    path: '/configuration_manager/devices/:name/configuration/:format',
    access: SIGNS_IN,
    summary: 'The same in a named format, of which there is the native one',
    problems: READING,
  },
  isDeviceAlive: {
    ...changes,
    method: 'GET',
    path: '/configuration_manager/devices/:name/isAlive',
    access: SIGNS_IN,
    summary: 'Tell whether a session with a device can be opened',
    problems: ['not-found'],
  },
  applyDeviceConfiguration: {
    ...changes,
    method: 'POST',
    path: '/configuration_manager/devices/:name/configuration',
    access: WRITERS,
    summary: 'Push lines to a device at once, without a look at them before',
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
    access: SIGNS_IN,
    summary: 'Run commands that only read on a device',
    problems: ['not-found', 'conflict', 'upstream-failed', 'upstream-timeout'],
  },
} as const satisfies OperationTable;
