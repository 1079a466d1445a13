import { EVERYONE } from '../../../kernel/gbac.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type AuditedObject } from '../../../platform/request-context/audited-change.js';
import { type Device } from './device.js';

/** What the audit trail calls a device; events do not name one that only some may see. */
export function auditedDevice({
  _id,
  name,
  readers,
}: Pick<Device, '_id' | 'name' | 'readers'>): AuditedObject {
  return { type: 'device', id: _id, name, hidden: !readers.includes(EVERYONE) };
}

/** What the audit trail keeps of a device: what somebody said of it, its secrets sealed. */
export function notedDevice(device: Device): JsonObject {
  const { name, description, host, port, type, username, legacyAlgorithms } = device;
  const { password, privateKey, passphrase, enablePassword, groups, gbac } = device;
  const { hostKey, jump, adapter, timeouts } = device;
  return {
    name,
    description,
    host,
    port,
    type,
    username,
    legacyAlgorithms,
    password,
    privateKey,
    passphrase,
    enablePassword,
    hostKey: { ...hostKey },
    jump: jump && { ...jump, hostKey: { ...jump.hostKey } },
    adapter: adapter && { ...adapter },
    timeouts: { ...timeouts },
    groups: [...groups],
    gbac: { read: [...gbac.read], write: [...gbac.write] },
  };
}
