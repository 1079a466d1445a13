import { type DeviceShown } from '../../src/domains/devices/inventory/device-answers.dto.js';
import { type BackupRunAnswer } from '../../src/domains/backups/collecting/collecting.dto.js';
import { type FakeDevice } from './fake-device.js';
import { type Answer, type CallOptions, type TestApp } from './start-app.js';

const DEVICES = '/configuration_manager/devices';

/** Path of a device. */
export function pathOf(name: string): string {
  return `${DEVICES}/${encodeURIComponent(name)}`;
}

/** Makes a device of the tests known to the platform. */
export async function addDevice(
  node: TestApp,
  name: string,
  device: FakeDevice,
  fields: object = {},
): Promise<DeviceShown> {
  const { host, port, type, username, privateKey } = device;
  const body = { host, port, type, username, privateKey, ...fields };
  const { status, json, text } = await node.as<DeviceShown>('admin', 'PUT', pathOf(name), { body });
  if (status !== 200) throw new Error(text);
  return json;
}

/** Asks for backups. */
export function takeBackups(
  node: TestApp,
  body: object,
  options: CallOptions = {},
): Promise<Answer<BackupRunAnswer>> {
  return node.as('admin', 'POST', `${DEVICES}/backups`, { ...options, body });
}

/** Name, status and what came of each device of a run. */
export function outcomesOf({ devices }: BackupRunAnswer): readonly string[] {
  return devices.map(({ device, status, outcome, code }) =>
    [device, status, outcome ?? code].join(' '),
  );
}
