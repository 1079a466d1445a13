import { afterEach, describe, expect, it } from 'vitest';
import { DeviceSessions, failureOf, targetOf } from '../../../test/support/device-sessions.js';
import { type FakeDevice } from '../../../test/support/fake-device.js';
import { SSHD_MISSING } from '../../../test/support/sshd.js';
import { together } from '../../../test/support/together.js';
import { DeviceRefusal } from './device-refusal.js';
import { DEVICE_TYPE_NAMES, DEVICE_TYPES, type DeviceTypeName } from './types/device-types.js';

const sessions = new DeviceSessions();
afterEach(() => sessions.closeAll());

const UPLINK: Readonly<Record<string, readonly string[]>> = {
  'juniper-junos': ['set interfaces ge-0/0/0 description "to the core?"'],
  other: ['interface GigabitEthernet0/1', ' description to the core?'],
};
const linesFor = (type: string): readonly string[] => UPLINK[type] ?? UPLINK['other'] ?? [];

const INDENTED = (step: string): string =>
  `hostname router1
username admin privilege 15 secret 5 $1$abcd$ABCDEFGHIJKLMNOPQRSTU0
interface Loopback0
${step}description system
${step}ip address 192.0.2.1 255.255.255.255
!
interface GigabitEthernet0/1
${step}description uplink to the core
${step}ip address 198.51.100.1 255.255.255.252
!
router bgp 64512
${step}neighbor 198.51.100.2 remote-as 64513
!
snmp-server community s3cret RO
`;
const JUNOS = `## Last commit: 2026-11-21 10:11:12 UTC by admin
version 21.4R1.12;
system {
    host-name router1;
    root-authentication {
        encrypted-password "$6$abcdefgh$ABCDEFGHIJKLMNOPQRSTUVWXYZ"; ## SECRET-DATA
    }
}
interfaces {
    ge-0/0/0 {
        description "uplink to the core";
        unit 0 {
            family inet {
                address 198.51.100.1/30;
            }
        }
    }
}
`;
/** What each type shows above its own lines; nothing of it is left out. */
const TOPS: Readonly<Record<Exclude<DeviceTypeName, 'juniper-junos'>, readonly string[]>> = {
  'cisco-ios': [
    '!',
    '! Last configuration change at 10:11:12 UTC Sat Nov 21 2026 by admin',
    '!',
    'version 15.7',
  ],
  'cisco-xr': [
    '!! IOS XR Configuration 7.3.2',
    '!! Last configuration change at Sat Nov 21 10:11:12 2026 by admin',
    '!',
  ],
  'cisco-nx': [
    '!Command: show running-config',
    '!Running configuration last done at: Sat Nov 21 10:11:12 2026',
    '!Time: Sat Nov 21 10:12:13 2026',
    '',
    'version 9.3(8) Bios:version 07.69',
  ],
  'arista-eos': [
    '! Command: show running-config',
    '! device: router1 (vEOS-lab, EOS-4.28.3M)',
    '!',
  ],
  'linux-frr': ['!', 'frr version 8.4.2', 'frr defaults traditional'],
};
const STEPS: Readonly<Partial<Record<DeviceTypeName, string>>> = {
  'cisco-nx': '  ',
  'arista-eos': '   ',
};

function shownConfiguration(type: DeviceTypeName): string {
  if (type === 'juniper-junos') return JUNOS;
  const end = type === 'cisco-nx' ? '' : 'end\n';
  return `${TOPS[type].join('\n')}\n${INDENTED(STEPS[type] ?? ' ')}${end}`;
}

function manyInterfaces(type: DeviceTypeName): string {
  const numbers = Array.from({ length: 60 }, (_, at) => at);
  if (type !== 'juniper-junos')
    return `hostname router1\n${numbers.map((at) => `interface Loopback${at}\n ip mtu 1500\n`).join('')}`;
  const units = numbers.map((at) => `    lo${at} {\n        mtu 1500;\n    }\n`);
  return `system {\n    host-name router1;\n}\ninterfaces {\n${units.join('')}}\n`;
}

const withEachType = (work: (type: DeviceTypeName) => Promise<void>) =>
  together(DEVICE_TYPE_NAMES, String, work);

const describeWithSshd = SSHD_MISSING === undefined ? describe : describe.skip;
describeWithSshd(`a session (${SSHD_MISSING ?? 'behind sshd'})`, () => {
  it(
    'reads the configuration with the pager switched off',
    withEachType(async (type) => {
      const device = await sessions.device({ type });
      const { hostKey, ...opened } = await withConfiguration(device);
      expect(hostKey).toBe(device.hostKey);
      expect(opened.configuration).toBe(shownConfiguration(type));
      expect(device.receipts().some(({ pager }) => pager === true)).toBe(false);
      const [begun] = device.receipts();
      expect(begun).toEqual({ session: true, terminal: ['vt100', 511, 1000] });
    }),
  );

  it(
    'reads the same where the pager cannot be switched off',
    withEachType(async (type) => {
      const configuration = manyInterfaces(type);
      const device = await sessions.device({
        type,
        configuration,
        behaviour: { withoutPager: true },
      });
      const { configuration: plain } = await withConfiguration(device);
      device.behave({ behaviour: { alwaysPages: true } });
      const { configuration: paged } = await withConfiguration(device);
      expect(paged).toBe(plain);
      expect(device.receipts().filter(({ pager }) => pager).length).toBeGreaterThan(3);
    }),
  );

  it(
    'runs commands and tells which are refused',
    withEachType(async (type) => {
      const opened = await sessions.open(targetOf(await sessions.device({ type })));
      expect(await opened.run('show version')).toEqual({
        command: 'show version',
        output: `${type} on router1\nUptime is 4 weeks\n`,
        refused: false,
      });
      expect((await opened.run('show empty')).output).toBe('');
      expect((await opened.run('show bogus')).refused).toBe(true);
      expect((await opened.run('show incomplete')).refused).toBe(true);
      expect((await opened.run('show echo what? who?')).output).toBe('what? who?\n');
    }),
  );

  it(
    'changes, saves, and shows the difference where the type knows it',
    withEachType(async (type) => {
      const device = await sessions.device({ type });
      const opened = await sessions.open(targetOf(device));
      const checked = await opened.change(linesFor(type), { mode: 'check' });
      const before = await opened.readConfiguration();
      expect(before).not.toContain('to the core?');
      const applied = await opened.change(linesFor(type), { mode: 'apply' });
      const hasCandidate = 'candidate' in DEVICE_TYPES[type].change;
      expect([checked.diff, applied.diff].map((diff) => diff !== undefined)).toEqual([
        hasCandidate,
        hasCandidate,
      ]);
      expect(applied.diff).toBe(checked.diff);
      expect(await opened.readConfiguration()).toContain('to the core?');
      const state = device.state();
      const keeps = 'save' in DEVICE_TYPES[type].change;
      expect(state?.saved).toBe(keeps ? state?.running : '');
    }),
  );

  it(
    'stops at the first line that is refused and saves nothing',
    withEachType(async (type) => {
      const device = await sessions.device({ type });
      const opened = await sessions.open(targetOf(device));
      const [first = '', ...rest] = linesFor(type);
      const lines = [first, 'bogus line', ...rest];
      const error = await failureOf(opened.change(lines, { mode: 'apply' }));
      expect(error).toBeInstanceOf(DeviceRefusal);
      const hasCandidate = 'candidate' in DEVICE_TYPES[type].change;
      expect(error).toMatchObject({
        code: 'device-refused-change',
        line: 1,
        isPartlyActive: !hasCandidate,
      });
      expect(device.state()?.saved ?? '').toBe('');
      expect(device.receipts().some(({ commit }) => commit)).toBe(false);
      expect((await opened.run('show clock')).refused).toBe(false);
    }),
  );

  it(
    'follows a new name of the device',
    withEachType(async (type) => {
      const device = await sessions.device({ type });
      const opened = await sessions.open(targetOf(device));
      const line = type === 'juniper-junos' ? 'set system host-name edge-2' : 'hostname edge-2';
      await opened.change([line], { mode: 'apply' });
      expect((await opened.run('show version')).output).toContain('on edge-2');
      expect(await opened.readConfiguration()).toContain('edge-2');
    }),
  );
});

async function withConfiguration(
  device: FakeDevice,
): Promise<{ hostKey: string; configuration: string }> {
  const opened = await sessions.open(targetOf(device));
  const configuration = await opened.readConfiguration();
  await opened.close();
  return { hostKey: opened.hostKey, configuration };
}
