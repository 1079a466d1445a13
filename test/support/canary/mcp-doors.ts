import { type JsonObject } from '../../../src/kernel/json.js';
import { startDevice } from '../served-device.js';
import { type CanaryWorld, type Door } from './canary-world.js';

const NAME = 'Canary-of-agents';

/** Secrets in lines that an agent plans for a device. */
export const MCP_DOORS = {
  callMcp: async (world: CanaryWorld) => {
    const device = await startDevice({ type: 'cisco-ios' });
    try {
      const { host, port, username, privateKey, type } = device;
      const body = { host, port, username, privateKey, type };
      await world.call('PUT', `/configuration_manager/devices/${NAME}`, { body });
      const community = world.canaries.plant('community in a plan of an agent', '');
      const config = [`snmp-server community ${community} RO`];
      const call = (name: string, given: JsonObject) =>
        world.submit('callMcp', {
          body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
        });
      const plan = (lines: readonly string[]) =>
        call('plan', { kind: 'device', device: NAME, request: { config: [...lines] } });
      await Promise.all([plan(config), plan([...config, ''])]);
      await call('get', { kind: 'device', id: NAME });
      await call('search', { text: community });
    } finally {
      await device.close();
    }
  },
} as const satisfies Record<string, Door>;
