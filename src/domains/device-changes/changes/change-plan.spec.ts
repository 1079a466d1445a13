import { describe, expect, it } from 'vitest';
import { ChangeMask } from './change-mask.js';
import { deviceText, type DeviceTypeName } from '../../../connectors/devices/types/device-types.js';
import { comparesItself, planChange, planFacts } from './change-plan.js';
import { requestedLines } from './requested-lines.js';

const NOW = `! Last configuration change at 10:00:00 UTC Mon Jan 1 2024
hostname edge
username admin secret 9 $9$abcdefgh
interface Loopback0
 description here
!
end
`;
const FACTS = { device: ['d1', '192.0.2.1', 'cisco-ios'], last: null };

describe('a plan of a change', () => {
  it('is known by what does not change by itself', async () => {
    const later = NOW.replace('10:00:00', '11:30:00');
    const of = (now: string): Promise<string> => planFacts('cisco-ios', { ...FACTS, now }, []);
    expect(await of(later)).toBe(await of(NOW));
    expect(await of(NOW.replace('here', 'there'))).not.toBe(await of(NOW));
    expect(await of(NOW.replace('abcdefgh', 'ijklmnop'))).not.toBe(await of(NOW));
  });

  it('is another one for other lines, another device and after another change', async () => {
    const wire = [{ text: 'hostname x', line: 0 }];
    const facts = { ...FACTS, now: NOW };
    const all = await Promise.all([
      planFacts('cisco-ios', facts, wire),
      planFacts('cisco-ios', facts, []),
      planFacts('cisco-ios', { ...facts, last: 'c1' }, wire),
      planFacts('cisco-ios', { ...facts, device: ['d2'] }, wire),
    ]);
    expect(new Set(all).size).toBe(all.length);
  });

  it.each<[DeviceTypeName, string]>([
    ['cisco-ios', 'description a\tb'],
    ['cisco-ios', `description ${'x'.repeat(4050)}`],
    ['cisco-nx', 'reloa'],
    ['cisco-xr', 'load disk0:x'],
    ['juniper-junos', 'set system host-name "a\tb"'],
  ])('is none on %s with a line that would not be sent: %j', (type, line) => {
    const plan = planChange(type, NOW, { kind: 'lines', lines: ['', line] });
    expect(plan).toMatchObject({ kind: 'refused', refused: [{ line: 1 }] });
  });

  it('expects a configuration where the device cannot compare, and leaves it to those that can', () => {
    const wanted = { kind: 'lines', lines: ['hostname core'] } as const;
    expect(planChange('cisco-ios', NOW, wanted)).toMatchObject({
      expected: NOW.replace('edge', 'core'),
    });
    expect(planChange('arista-eos', NOW, wanted)).toMatchObject({ expected: undefined });
    expect([comparesItself('juniper-junos'), comparesItself('linux-frr')]).toEqual([true, false]);
  });

  it('restores what was kept, and says why where it cannot', () => {
    const text = NOW.replace('here', 'there').replace('10:00', '09:00');
    expect(planChange('cisco-ios', NOW, { kind: 'restore', text })).toMatchObject({
      kind: 'plan',
      lines: ['interface Loopback0', ' description there'],
    });
    expect(
      planChange('cisco-ios', NOW, { kind: 'restore', text: 'banner motd ^C\nx\n^C' }),
    ).toMatchObject({ kind: 'not-restorable' });
  });
});

describe('lines of a request', () => {
  it('are a text or a list', () => {
    expect(requestedLines('a\r\n b\n')).toMatchObject({ lines: ['a', ' b'] });
    expect(requestedLines(['a', ' b'])).toMatchObject({ lines: ['a', ' b'] });
  });

  it.each([[3], [null], [[1]], [''], [['', ' ']], [['x\u0003']], [['a\nb']], [['x'.repeat(5000)]]])(
    'are refused as %j',
    (config) => {
      expect(requestedLines(config).kind).toBe('refused');
    },
  );
});

describe('texts of a change', () => {
  it('show that a secret was changed and never which', async () => {
    const mask = new ChangeMask(deviceText('cisco-ios').secrets);
    const before = await mask.text('username admin secret 9 $9$one\n');
    const after = await mask.text('username admin secret 9 $9$two\n');
    expect(before + after).not.toMatch(/one|two/);
    expect(after).not.toBe(before);
    const diff = '-snmp-server community hidden ro\n+snmp-server community other ro';
    expect(await mask.diff(diff)).not.toMatch(/hidden|other/);
  });
});
