import { startDevice } from '../served-device.js';
import { type CanaryWorld, type Door } from './canary-world.js';

const DEVICE = '/configuration_manager/devices/Canary-changed';

/** Secrets in lines that are pushed to devices. */
export const DEVICE_CHANGE_DOORS = {
  changeDevice: async (world: CanaryWorld) => {
    const device = await startDevice({ type: 'cisco-ios' });
    try {
      const { host, port, username, privateKey, type } = device;
      await world.call('PUT', DEVICE, { body: { host, port, username, privateKey, type } });
      const community = world.canaries.plant('community in lines for a device', '');
      const config = [`snmp-server community ${community} RO`];
      const path = `${DEVICE}/changes`;
      const { text } = await world.submit('changeDevice', { path, body: { config, dryRun: true } });
      const { planHash } = JSON.parse(text) as { planHash: string };
      await world.call('POST', path, { body: { config, dryRun: false, planHash } });
      await world.call('POST', path, { body: { config: [...config, 'bogus'], dryRun: true } });
      await world.call('GET', path);
      const body = { commands: ['show running-config'] };
      await world.call('POST', `${DEVICE}/commands`, { body });
    } finally {
      await device.close();
    }
  },
} as const satisfies Record<string, Door>;
