import { describe, expect, it } from 'vitest';
import { readPrompt } from '../dialog/output-lines.js';
import { DEVICE_TYPE_NAMES, DEVICE_TYPES, findDeviceType } from './device-types.js';

/** Every pattern in a value, however deep, with its place. */
function patternsIn(value: unknown, place: string): [string, RegExp][] {
  if (value instanceof RegExp) return [[place, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => patternsIn(one, `${place}.${key}`));
}
const PATTERNS = DEVICE_TYPE_NAMES.flatMap((name) => patternsIn(DEVICE_TYPES[name], name));

describe('the table of device types', () => {
  it('finds types by name and by other spellings', () => {
    expect(['cisco-ios', 'cisco_ios', 'IOS', ' Cisco IOS ', 'ios-xe'].map(findDeviceType)).toEqual(
      Array.from({ length: 5 }, () => 'cisco-ios'),
    );
    expect(['junos', 'NXOS', 'ios-xr', 'EOS', 'frr'].map(findDeviceType)).toEqual([
      'juniper-junos',
      'cisco-nx',
      'cisco-xr',
      'arista-eos',
      'linux-frr',
    ]);
    expect(findDeviceType('toaster')).toBeUndefined();
  });

  it('gives each spelling to one type only', () => {
    const all = DEVICE_TYPE_NAMES.flatMap((name) => [name, ...DEVICE_TYPES[name].aliases]);
    expect(new Set(all).size).toBe(all.length);
    expect(all.every((name) => findDeviceType(name) !== undefined)).toBe(true);
  });

  it.each<[string, string, string, string]>([
    ['cisco-ios', 'router1#', 'router1', ''],
    ['cisco-ios', 'router1(config-router-af)#', 'router1', 'config-router-af'],
    ['cisco-xr', 'RP/0/RSP0/CPU0:edge-1(config-if)#', 'RP/0/RSP0/CPU0:edge-1', 'config-if'],
    ['cisco-nx', 'leaf-1(config-if-range)# ', 'leaf-1', 'config-if-range'],
    ['juniper-junos', 'admin@mx-1> ', 'admin@mx-1', ''],
    ['juniper-junos', 'admin@mx-1# ', 'admin@mx-1', '#'],
    ['arista-eos', 'spine(config-s-sess-1-if-Et1)#', 'spine', 'config-s-sess-1-if-Et1'],
    ['linux-frr', 'frr-1(config-router)# ', 'frr-1', 'config-router'],
  ])('reads the prompt of %s: %j', (type, line, host, mode) => {
    const { dialog } = DEVICE_TYPES[findDeviceType(type) ?? 'cisco-ios'];
    expect(readPrompt(dialog, line)).toMatchObject({ host, mode });
  });

  it.each(['% Invalid input#', 'description a # b', '!', 'end', 'router1# show run', ''])(
    'takes %j for the prompt of no type',
    (line) => {
      const found = DEVICE_TYPE_NAMES.filter((name) => readPrompt(DEVICE_TYPES[name].dialog, line));
      expect(found).toEqual([]);
    },
  );

  it('has patterns that end on long hostile lines, each in time that grows with the line', () => {
    expect(PATTERNS.length).toBeGreaterThan(60);
    const units = [
      'a',
      ' ',
      '0',
      '%',
      '% a',
      '%  is',
      '(',
      '[',
      'a ',
      'a.',
      ';',
      '#',
      '/',
      '"',
      '- ',
      'end ',
    ];
    for (const [place, pattern] of PATTERNS) {
      for (const unit of units) {
        const line = unit.repeat(Math.ceil(100_000 / unit.length));
        for (const text of [line, `banner ${line}`, `% ${line}`, `hostname ${line}`, `${line}!`]) {
          const begun = process.cpuUsage();
          pattern.test(text);
          const { user } = process.cpuUsage(begun);
          // Linear ones take a millisecond; backtracking ones would take minutes.
          expect([place, unit, user < 2_000_000]).toEqual([place, unit, true]);
        }
      }
    }
  });
});
