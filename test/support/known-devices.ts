import { type DeviceScript } from './device-script.js';
import { type FakeDevice } from './fake-device.js';
import { startDevice } from './served-device.js';
import { type TestApp } from './start-app.js';

/** Devices of the tests that a platform knows, each closed with the others. */
export class KnownDevices {
  private readonly started: FakeDevice[] = [];

  constructor(private readonly platform: () => TestApp) {}

  /** Starts a device and makes it known under this name. */
  async make(name: string, script: DeviceScript, fields: object = {}): Promise<FakeDevice> {
    const device = await startDevice(script);
    this.started.push(device);
    const { host, port, username, privateKey, hostKey, type } = device;
    const path = `/configuration_manager/devices/${encodeURIComponent(name)}`;
    const { status, text } = await this.platform().as('admin', 'PUT', path, {
      body: {
        host,
        port,
        username,
        privateKey,
        type,
        hostKey: { mode: 'pinned', pinned: hostKey },
        ...fields,
      },
    });
    if (status !== 200) throw new Error(text);
    return device;
  }

  async close(): Promise<void> {
    await Promise.all(this.started.map((device) => device.close()));
  }
}
