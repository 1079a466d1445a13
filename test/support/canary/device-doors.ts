import { type JsonObject } from '../../../src/kernel/json.js';
import { type CanaryWorld, type Door } from './canary-world.js';

const PATH = '/configuration_manager/devices/Canary';
/** Nobody listens there. */
const CLOSED = { host: '127.0.0.1', port: 1, username: 'events', type: 'cisco-ios' };

function device(world: CanaryWorld, what: string): JsonObject {
  const plant = (secret: string): string => world.canaries.plant(`${secret} of ${what}`);
  return {
    ...CLOSED,
    password: plant('password'),
    privateKey: plant('private key'),
    passphrase: plant('passphrase'),
    enablePassword: plant('enable password'),
    jump: {
      host: '127.0.0.1',
      port: 1,
      username: 'hop',
      password: plant('password of the jump host'),
      privateKey: plant('private key of the jump host'),
      passphrase: plant('passphrase of the jump host'),
    },
  };
}

/** Secrets with which the platform signs in at devices. */
export const DEVICE_DOORS = {
  putDevice: async (world: CanaryWorld) => {
    await world.submit('putDevice', { path: PATH, body: device(world, 'a device') });
    // Nobody answers.
    await world.call('POST', `${PATH}/check`, { body: { pin: true } });
    await world.call('GET', PATH);
  },

  updateDevice: async (world: CanaryWorld) => {
    await world.submit('updateDevice', { path: PATH, body: device(world, 'a changed device') });
    await world.call('POST', '/configuration_manager/devices', { body: {} });
    await world.call('POST', '/configuration_manager/devices/backups', {
      body: { devices: ['Canary'] },
      headers: { prefer: 'respond-async' },
    });
    await world.call('GET', '/configuration_manager/backup-runs');
  },

  importDevices: async (world: CanaryWorld) => {
    const path = '/configuration_manager/devices/import';
    const imported = { name: 'Imported', ...device(world, 'an imported device') };
    const refused = { name: 'Refused', host: 'a@b', ...device(world, 'a refused device') };
    await world.submit('importDevices', { path, body: { devices: [imported, refused] } });
  },
} as const satisfies Partial<Record<string, Door>>;

/** Why operations on devices take no secret. */
export const NO_DEVICE_DOORS = {
  listDevices: 'a list is asked for by names and types',
} as const;
