import { grammarBy, LIST_GRAMMAR } from './list-grammar.js';
import { type ValidInputs } from './valid-inputs.js';

const LIST = {
  start: 0,
  limit: 1,
  filter: { name: 'x', host: 'x', ipaddress: 'x', type: 'x', ostype: 'x', groups: ['x'] },
  exactMatch: true,
  sort: { name: 1 },
  order: 'ascending',
  ostype: 'x',
};
const LOGIN = {
  host: '192.0.2.1',
  port: 22,
  username: 'x',
  password: 'x',
  privateKey: 'x',
  passphrase: 'x',
  hostKey: { mode: 'pinned', pinned: null },
};
const DEVICE = {
  ...LOGIN,
  description: 'x',
  type: 'cisco-ios',
  enablePassword: 'x',
  legacyAlgorithms: false,
  jump: LOGIN,
  groups: ['x'],
  adapter: { name: 'absent', device: 'x' },
  timeouts: { sessionMs: 1000 },
  // It is not here, so nothing is made.
  gbac: { read: ['absent'], write: [] },
};
const WANTED = { devices: ['absent'], groups: ['absent'], types: ['cisco-ios'], all: false };
const SCHEDULE = {
  ...WANTED,
  name: 'A valid input',
  description: 'x',
  enabled: false,
  cron: '0 2 * * *',
  timeZone: 'UTC',
  // Not both: it passes validation, and is refused.
  everyMinutes: 60,
  jitterSeconds: 0,
};

/** Devices and the collection of their configurations. */
export const DEVICE_INPUTS = {
  listDevices: { body: { options: LIST, ...LIST } },
  putDevice: { body: { ...DEVICE, name: 'made-by-its-path' } },
  updateDevice: { body: { ...DEVICE, name: 'x' } },
  importDevices: { body: { devices: [{}], options: { overwrite: false } } },
  checkDevice: { body: { pin: false } },
  takeBackups: { body: { ...WANTED, options: { description: 'x', notes: 'x' } } },
  listBackupRuns: { flat: grammarBy('description') },
  getBackupRun: { flat: { skip: '0', limit: '1', status: 'failed' } },
  listDeviceGroups: { flat: LIST_GRAMMAR },
  getDeviceGroupByName: { flat: { groupName: 'absent' } },
  createDeviceGroup: {
    // The devices are not here, so nothing is made.
    body: { groupName: 'x', groupDescription: 'x', deviceNames: 'absent', gbac: DEVICE.gbac },
  },
  updateDeviceGroup: {
    body: { details: { name: 'x', description: 'x', devices: ['absent'], gbac: DEVICE.gbac } },
  },
  deleteDeviceGroups: { body: { groupIds: ['absent'] } },
  listBackupSchedules: { flat: LIST_GRAMMAR },
  createBackupSchedule: { body: SCHEDULE },
  updateBackupSchedule: { body: SCHEDULE },
} as const satisfies ValidInputs;
