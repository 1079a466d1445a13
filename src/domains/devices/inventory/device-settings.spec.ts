import { describe, expect, it } from 'vitest';
import { type DeviceSettings } from './device.js';
import { type DeviceWrite } from './device-write.js';
import { settingsToStore } from './device-settings.js';

const KEY = `SHA256:${'a'.repeat(43)}`;
const SSH: DeviceWrite = { host: '192.0.2.1', type: 'cisco-ios', username: 'u', password: 'p' };
const JUMP = { host: '192.0.2.2', username: 'hop', password: 'p' };

function store(
  write: DeviceWrite,
  present?: DeviceSettings,
  extent: 'members' | 'whole' = 'whole',
): DeviceSettings {
  const seal = (text: string): string => `sealed ${text}`;
  return settingsToStore({ name: 'core-1', write, present, extent, pointer: '#', seal });
}

/** A device whose keys were pinned when they were first seen. */
function known(): DeviceSettings {
  const made = store({ ...SSH, jump: JUMP });
  const hostKey = { mode: 'first-use', pinned: KEY } as const;
  return { ...made, hostKey, jump: made.jump && { ...made.jump, hostKey } };
}

describe('a host key that was pinned', () => {
  it('stays with its host when the device is written again without one', () => {
    const again = store({ ...SSH, jump: JUMP }, known());
    expect([again.hostKey.pinned, again.jump?.hostKey.pinned]).toEqual([KEY, KEY]);
    const changed = store({ jump: { ...JUMP, port: 22 } }, known(), 'members');
    expect([changed.hostKey.pinned, changed.jump?.hostKey.pinned]).toEqual([KEY, KEY]);
  });

  it('stays when only the way of judging keys is written', () => {
    const again = store({ ...SSH, hostKey: { mode: 'pinned' } }, known());
    expect(again.hostKey).toEqual({ mode: 'pinned', pinned: KEY });
  });

  it('is forgotten when somebody says so', () => {
    const forgets = { hostKey: { pinned: null } };
    const again = store({ ...SSH, ...forgets, jump: { ...JUMP, ...forgets } }, known());
    expect([again.hostKey.pinned, again.jump?.hostKey.pinned]).toEqual([null, null]);
  });

  it('is not the one of another host', () => {
    const jump = { ...JUMP, port: 2222 };
    const moved = store({ ...SSH, host: '192.0.2.9', jump }, known());
    expect([moved.hostKey.pinned, moved.jump?.hostKey.pinned]).toEqual([null, null]);
  });
});
