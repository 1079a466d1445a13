import { Secret } from '../../src/kernel/secret.js';
import { AppError } from '../../src/kernel/app-error.js';
import { DeviceConnector } from '../../src/connectors/devices/device-connector.js';
import { deviceAddressValidatorFor } from '../../src/connectors/devices/device-connector.module.js';
import { type DeviceSession } from '../../src/connectors/devices/device-session.js';
import {
  type DeviceTarget,
  type SessionOptions,
} from '../../src/connectors/devices/device-target.js';
import { type DeviceTypeName } from '../../src/connectors/devices/types/device-types.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { resolveBySystem } from '../../src/platform/outbound/checked-lookup.js';
import { type DeviceScript } from './device-script.js';
import { type FakeDevice } from './fake-device.js';
import { type SshdOptions, startSshdDevice } from './sshd.js';

/** Devices and sessions of one test file, closed together. */
export class DeviceSessions {
  readonly #open: (() => Promise<unknown>)[] = [];

  async device(script: DeviceScript, sshd?: SshdOptions): Promise<FakeDevice> {
    const device = await startSshdDevice(script, sshd);
    this.#open.push(() => device.close());
    return device;
  }

  async open(
    target: DeviceTarget,
    options: SessionOptions = {},
    environment: Record<string, string> = {},
  ): Promise<DeviceSession> {
    const session = await connectorWith(environment).open(target, options);
    this.#open.push(() => session.close());
    return session;
  }

  async closeAll(): Promise<void> {
    for (const close of this.#open.splice(0).reverse()) await close();
  }
}

/** A connector with settings of the environment. */
export function connectorWith(environment: Record<string, string> = {}): DeviceConnector {
  const config = loadConfig({ OUTBOUND_ALLOW: '127.0.0.0/8,::1', ...environment });
  return new DeviceConnector(config.devices, {
    resolve: resolveBySystem,
    refusalOf: deviceAddressValidatorFor(config),
    onUnreachable: () => undefined,
  });
}

/** How to reach a device of the tests, with its key pinned. */
export function targetOf(device: FakeDevice, change: Partial<DeviceTarget> = {}): DeviceTarget {
  return {
    host: device.host,
    port: device.port,
    // The tests name no other types than those of the table.
    type: device.type as DeviceTypeName,
    username: device.username,
    privateKey: new Secret(device.privateKey),
    hostKey: { mode: 'pinned', pinned: device.hostKey },
    legacyAlgorithms: false,
    ...change,
  };
}

/** The failure that is expected; anything else that is thrown stays thrown. */
export async function failureOf(work: Promise<unknown>): Promise<AppError> {
  const error: unknown = await work.then(
    () => new Error('nothing failed'),
    (reason: unknown) => reason,
  );
  if (error instanceof AppError) return error;
  throw error;
}
