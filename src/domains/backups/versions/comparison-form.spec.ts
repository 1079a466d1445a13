import { describe, expect, it } from 'vitest';
import { DEVICE_TYPE_NAMES, deviceText } from '#connectors/devices/types/device-types.js';
import { comparisonForm, fingerprint } from './comparison-form.js';

describe('the form in which versions are compared', () => {
  it.each([
    ['cisco-ios', '! Last configuration change at 10:00:01 UTC Mon Nov 2 2026 by bob'],
    ['cisco-ios', 'Current configuration : 1543 bytes'],
    ['cisco-ios', 'ntp clock-period 17179869'],
    ['cisco-xr', 'Mon Nov  2 10:00:01.123 UTC'],
    ['cisco-xr', '!! Last configuration change at Mon Nov  2 10:00:01 2026 by bob'],
    ['cisco-nx', '!Time: Mon Nov  2 10:00:01 2026'],
    ['juniper-junos', '## Last commit: 2026-11-02 10:00:01 UTC by bob'],
    ['arista-eos', '! Command: show running-config'],
    ['linux-frr', 'Building configuration...'],
    ['an unknown type', '! Last configuration change at 10:00:01 UTC'],
  ])('of %s leaves out %j', (type, line) => {
    const { volatile } = deviceText(type);
    expect(comparisonForm(`a\n${line}\r\nb\n`, volatile)).toBe('a\nb\n');
  });

  it('tells everything else apart', () => {
    const { volatile } = deviceText('cisco-ios');
    const forms = ['a\n', 'a', 'a\r\n', ' a\n', ''].map((text) => fingerprint(text, '', volatile));
    expect(new Set([...forms, fingerprint('', 'a\n', volatile)]).size).toBe(6);
  });

  it.each(DEVICE_TYPE_NAMES)('of %s reads lines of 100,000 characters', (type) => {
    for (const part of [' ', '!', '! Last configuration change at ', '1', 'Mon ']) {
      const line = part.repeat(Math.ceil(100_000 / part.length));
      expect(typeof comparisonForm(line, deviceText(type).volatile)).toBe('string');
    }
  });
});
