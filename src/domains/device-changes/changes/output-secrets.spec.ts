import { describe, expect, it } from 'vitest';
import { deviceText, type DeviceTypeName } from '../../../connectors/devices/types/device-types.js';
import { ChangeMask } from './change-mask.js';
import { OUTPUT_SECRETS } from './output-secrets.js';

describe('secrets in the outputs of commands', () => {
  it.each<[DeviceTypeName, string]>([
    ['cisco-ios', 'Key-chain K:\n    key 1 -- text "not for you"'],
    ['cisco-ios', '  Community name: not for you'],
    ['cisco-ios', ' key-string not for you'],
    ['cisco-ios', '   12   10:00:00 !username bob secret not for you'],
    ['juniper-junos', '<pre-shared-key><ascii-text>not for you</ascii-text></pre-shared-key>'],
    ['juniper-junos', 'set system root-authentication encrypted-password "not for you"'],
    ['arista-eos', '      "username bob secret sha512 not for you": null,'],
    ['linux-frr', ' ip ospf authentication-key not for you'],
  ])('are masked on %s: %s', async (type, output) => {
    const mask = new ChangeMask([...OUTPUT_SECRETS, ...deviceText(type).secrets]);
    expect(await mask.text(output)).not.toMatch(/\bnot\b/);
  });

  it('are looked for in long lines as well', async () => {
    const mask = new ChangeMask(OUTPUT_SECRETS);
    const long = '<ascii-text>'.repeat(20_000);
    expect((await mask.text(long)) === long).toBe(true);
  });
});
