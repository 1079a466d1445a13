import { EXAMPLE_ID, type RequestExamples } from './example-id.js';

const LOGIN = { type: 'cisco-ios', username: 'netops', password: 'a password of the device' };
const NIGHTLY = {
  name: 'Routers at night',
  devices: ['edge-1'],
  cron: '0 3 * * *',
  timeZone: 'UTC',
};
const KEPT = { name: 'A year', namePattern: 'edge-*', keepLast: 10, keepDays: 365 };
const DESCRIPTION = ['interface GigabitEthernet0/2', ' description spare port'];

/** Devices, their configurations, and changes of these. */
export const DEVICE_EXAMPLES = {
  listDevices: { options: { start: 0, limit: 10, filter: { name: 'edge' }, sort: { name: 1 } } },
  putDevice: { ...LOGIN, host: '192.0.2.10', description: 'Router of a branch' },
  updateDevice: { description: 'Router of the Berlin branch' },
  importDevices: { devices: [{ ...LOGIN, name: 'branch-2', host: '192.0.2.11' }] },
  checkDevice: { pin: false },
  createDeviceGroup: {
    groupName: 'Core',
    groupDescription: 'What everything goes through',
    deviceNames: 'core-1,leaf-1',
  },
  updateDeviceGroup: { details: { description: 'Core and leaves' } },
  deleteDeviceGroups: { groupIds: [EXAMPLE_ID] },
  takeBackups: { devices: ['edge-1'], options: { description: 'Before the change' } },
  createBackupSchedule: NIGHTLY,
  updateBackupSchedule: { ...NIGHTLY, enabled: false },
  searchBackups: {
    options: { start: 0, limit: 10, filter: { name: 'edge-1' }, sort: { date: -1 } },
  },
  searchBackupTexts: { pattern: 'description uplink', filter: { startsWith: 'edge-' } },
  updateBackup: { description: 'Known to be good' },
  importBackups: {
    backups: [
      {
        name: 'old-edge',
        type: 'cisco-ios',
        provider: 'archive',
        rawConfig: 'hostname old-edge\n',
        date: '2025-12-01T02:00:00.000Z',
      },
    ],
  },
  createRetentionPolicy: { ...KEPT, enabled: false },
  updateRetentionPolicy: { ...KEPT, enabled: false, keepDaily: 31 },
  changeDevice: { config: DESCRIPTION, dryRun: true },
  applyDeviceConfiguration: { config: { config: DESCRIPTION.join('\n') } },
  runDeviceCommands: { commands: ['show version', 'show inventory'] },
} as const satisfies RequestExamples;
