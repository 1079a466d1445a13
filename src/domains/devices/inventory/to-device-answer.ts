import { DEVICE_TYPES } from '../../../connectors/devices/types/device-types.js';
import { mask } from '../../../platform/secrets/placeholders.js';
import { type Device, type JumpHost, type LoginSecrets } from './device.js';
import { type DeviceAnswer, type DeviceShown } from './device-answers.dto.js';
import { type DeviceWork, type DeviceWorks } from './device-work.js';

/** A device as answers show it: with placeholders in the place of secrets. */
export function toDevice(device: Device): DeviceShown {
  const { _id, name, description, host, port, type, username } = device;
  const { hostKey, legacyAlgorithms, groups, adapter, timeouts, gbac } = device;
  return {
    _id,
    name,
    description,
    host,
    ipaddress: host,
    port,
    type,
    ostype: type,
    'device-type': DEVICE_TYPES[type].label,
    username,
    ...masked(device),
    enablePassword: mask(device.enablePassword, '<PASSWORD>'),
    hostKey: { mode: hostKey.mode, pinned: hostKey.pinned },
    legacyAlgorithms,
    jump: device.jump && toJump(device.jump),
    groups,
    adapter: adapter && { name: adapter.name, device: adapter.device },
    timeouts: { sessionMs: timeouts.sessionMs },
    gbac: { read: gbac.read, write: gbac.write },
    ...stateOf(device),
    created: device.created.toISOString(),
    createdBy: device.createdBy,
    lastUpdated: device.updated.toISOString(),
    lastUpdatedBy: device.updatedBy,
  };
}

/** A device with who works on it. */
export function toDeviceAnswer(device: Device, { lock, waiting }: DeviceWorks): DeviceAnswer {
  const works = { lock: lock && toWork(lock), waiting: waiting.map(toWork) };
  return Object.assign(toDevice(device), works);
}

function stateOf(
  device: Device,
): Pick<
  DeviceShown,
  'lastAttempt' | 'lastSuccess' | 'lastError' | 'lastBackup' | 'stale' | 'staleSince'
> {
  const { lastError, lastBackup, staleSince } = device;
  return {
    lastAttempt: textOf(device.lastAttempt),
    lastSuccess: textOf(device.lastSuccess),
    lastError: lastError && { ...lastError, at: lastError.at.toISOString() },
    lastBackup: lastBackup && { ...lastBackup, at: lastBackup.at.toISOString() },
    stale: staleSince !== null,
    staleSince: textOf(staleSince),
  };
}

function toJump(jump: JumpHost): NonNullable<DeviceShown['jump']> {
  const { host, port, username, hostKey } = jump;
  const { mode, pinned } = hostKey;
  return { host, port, username, ...masked(jump), hostKey: { mode, pinned } };
}

function masked({ password, privateKey, passphrase }: LoginSecrets): LoginSecrets {
  return {
    password: mask(password, '<PASSWORD>'),
    privateKey: mask(privateKey, '<SECRET>'),
    passphrase: mask(passphrase, '<SECRET>'),
  };
}

function toWork({ what, by, since }: DeviceWork): NonNullable<DeviceAnswer['lock']> {
  return { what, by, since: since.toISOString() };
}

function textOf(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}
