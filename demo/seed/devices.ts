import { type DemoDevice, DEVICE_LOGIN, DEVICES } from '../network/devices.js';
import { type DemoPorts } from '../ports.js';
import { type PlatformApi } from './platform-api.js';

const ROOT = '/configuration_manager';

/** What is changed on each device, so that there is something to compare. */
const CHANGES: Readonly<Record<string, readonly string[]>> = {
  'edge-1': ['interface GigabitEthernet0/1', ' description uplink to core-1, ge-0/0/0'],
  'core-1': ['set interfaces ge-0/0/0 description "downlink to edge-1, Gi0/1"'],
  'leaf-1': ['interface Ethernet1', '   description servers of racks 1 and 2'],
};

/** Describes the devices, pins their host keys, takes backups before and after a change, and plans more. */
export async function seedDevices(api: PlatformApi, ports: DemoPorts): Promise<void> {
  const names = DEVICES.map(({ name }) => name);
  const describe = async ({ name, type, description }: DemoDevice): Promise<void> => {
    const address = { host: '127.0.0.1', port: ports[name], ...DEVICE_LOGIN };
    const device = { ...address, type, description, groups: ['demo'] };
    await api.put(`${ROOT}/devices/${name}`, device);
    await api.post(`${ROOT}/devices/${name}/check`, { pin: true });
  };
  await Promise.all(DEVICES.map(describe));
  await api.post(`${ROOT}/devices/backups`, {
    devices: names,
    options: { description: 'As it was delivered' },
  });
  await Promise.all(names.map((name) => push(api, name, CHANGES[name] ?? [])));
  await api.post(`${ROOT}/schedules`, {
    name: 'Every night',
    devices: names,
    cron: '0 2 * * *',
    timeZone: 'UTC',
  });
}

async function push(api: PlatformApi, name: string, config: readonly string[]): Promise<void> {
  const path = `${ROOT}/devices/${name}/changes`;
  const change = { config: [...config] };
  const { planHash } = await api.post(path, { ...change, dryRun: true });
  await api.post(path, {
    ...change,
    dryRun: false,
    planHash: planHash ?? null,
    comment: 'Better descriptions',
  });
}
