import { changedLines } from './fake-device-tree.mjs';

const caret = (message) => [' '.repeat(10) + '^', message, ''];

const ciscoRefusals = {
  unknown: caret("% Invalid input detected at '^' marker."),
  incomplete: ['% Incomplete command.', ''],
};

/** How each type talks: what the fake device says where the types differ. */
export const DIALECTS = {
  'cisco-ios': {
    style: 'indented',
    prompt: ({ host, privileged, mode }) =>
      mode ? `${host.slice(0, 20)}(${mode})#` : `${host}${privileged ? '#' : '>'}`,
    pagingOff: ['terminal length 0'],
    pager: ' --More-- ',
    erase: '\b'.repeat(9) + ' '.repeat(8) + '\b'.repeat(9),
    show: 'show running-config',
    header: (text) => [
      'Building configuration...',
      '',
      `Current configuration : ${text.length} bytes`,
    ],
    top: (host) => [
      '!',
      '! Last configuration change at 10:11:12 UTC Sat Nov 21 2026 by admin',
      '!',
      'version 15.7',
    ],
    end: ['end', ''],
    refusals: ciscoRefusals,
    enter: 'configure terminal',
    entered: ['Enter configuration commands, one per line.  End with CNTL/Z.'],
    save: 'write memory',
    saved: ['Building configuration...', '[OK]'],
  },
  'cisco-xr': {
    style: 'indented',
    hostPrefix: 'RP/0/RP0/CPU0:',
    prompt: ({ host, mode }) => `RP/0/RP0/CPU0:${host}${mode ? `(${mode})` : ''}#`,
    pagingOff: ['terminal length 0'],
    timestamps: 'terminal exec prompt no-timestamp',
    pager: ' --More-- ',
    erase: '\b'.repeat(9) + '\u001b[K',
    show: 'show running-config',
    header: () => ['Building configuration...'],
    top: () => [
      '!! IOS XR Configuration 7.3.2',
      '!! Last configuration change at Sat Nov 21 10:11:12 2026 by admin',
      '!',
    ],
    end: ['end', ''],
    refusals: ciscoRefusals,
    enter: 'configure terminal',
    entered: [],
    candidate: {
      diffs: ['show commit changes diff'],
      diff: (before, after) => [
        'Building configuration...',
        '!! IOS XR Configuration 7.3.2',
        ...changedLines(before, after).flatMap(({ sign, top, text }) =>
          top === text ? [`${sign}  ${text}`] : [`   ${top}`, `${sign}  ${text}`, '   !'],
        ),
        'end',
        '',
      ],
      failed: [
        "% Failed to commit one or more configuration items during a pseudo-atomic operation. All changes made have been reverted. Please issue 'show configuration failed [inheritance]' from this session to view the errors",
      ],
      leaves: ['abort'],
    },
  },
  'cisco-nx': {
    style: 'indented',
    indent: 2,
    prompt: ({ host, mode }) => `${host}${mode ? `(${mode})` : ''}# `,
    pagingOff: ['terminal length 0'],
    pager: '--More--',
    erase: '\r\u001b[K',
    show: 'show running-config',
    header: () => [''],
    top: () => [
      '!Command: show running-config',
      '!Running configuration last done at: Sat Nov 21 10:11:12 2026',
      '!Time: Sat Nov 21 10:12:13 2026',
      '',
      'version 9.3(8) Bios:version 07.69',
    ],
    end: [''],
    refusals: {
      unknown: caret("% Invalid command at '^' marker."),
      incomplete: caret("% Incomplete command at '^' marker."),
    },
    enter: 'configure terminal',
    entered: ['Enter configuration commands, one per line. End with CNTL/Z.'],
    save: 'copy running-config startup-config',
    saved: [
      '[###                                     ]   7%\r[########################################] 100%',
      'Copy complete, now saving to disk (please wait)...',
      'Copy complete.',
    ],
  },
  'arista-eos': {
    style: 'indented',
    indent: 3,
    prompt: ({ host, privileged, mode }) =>
      `${host}${mode ? `(${mode})#` : privileged ? '#' : '>'}`,
    pagingOff: ['terminal length 0'],
    pager: '--More--',
    erase: '\r\u001b[K',
    show: 'show running-config',
    header: () => [],
    top: (host) => [
      '! Command: show running-config',
      `! device: ${host} (vEOS-lab, EOS-4.28.3M)`,
      '!',
    ],
    end: ['end'],
    refusals: { unknown: ['% Invalid input'], incomplete: ['% Incomplete command'] },
    enter: 'configure session',
    entered: [],
    baseMode: 'config-s-sess-1',
    candidate: {
      diffs: ['show session-config diffs'],
      diff: (before, after) => {
        const changed = changedLines(before, after);
        if (changed.length === 0) return [];
        return [
          '--- system:/running-config',
          '+++ session:/sess-1-session-config',
          ...changed.flatMap(({ sign, top, text }) =>
            top === text ? [`${sign}${text}`] : [` ${top}`, `${sign}${text}`],
          ),
        ];
      },
      failed: ['% Commit failed'],
      commitLeaves: true,
      leaves: ['abort'],
    },
    save: 'write memory',
    saved: ['Copy completed successfully.'],
  },
  'juniper-junos': {
    style: 'braces',
    prompt: ({ host, mode }) => `admin@${host}${mode ? '#' : '>'} `,
    beforePrompt: ({ mode }) => ['', ...(mode ? ['[edit]'] : ['{master:0}'])],
    pagingOff: ['set cli screen-length 0'],
    accepted: {
      'set cli screen-length 0': ['Screen length set to 0'],
      'set cli screen-width 511': ['Screen width set to 511'],
      'set cli complete-on-space off': ['Disabling complete-on-space'],
    },
    pager: '---(more)---',
    erase: '\r' + ' '.repeat(40) + '\r',
    show: 'show configuration',
    header: () => [],
    top: () => ['## Last commit: 2026-11-21 10:11:12 UTC by admin'],
    end: [],
    refusals: {
      unknown: caret('unknown command.').slice(0, 2),
      incomplete: caret('syntax error, expecting <command>.').slice(0, 2),
    },
    enter: 'configure exclusive',
    entered: [
      'warning: uncommitted changes will be discarded on exit',
      'Entering configuration mode',
    ],
    candidate: {
      diffs: ['show | compare'],
      diff: (before, after) =>
        changedLines(before, after).flatMap(({ sign, top, text }) =>
          top === text
            ? [`${sign}  ${text}`]
            : [`[edit ${top.replace(' {', '')}]`, `${sign}  ${text}`],
        ),
      check: 'commit check',
      checked: ['configuration check succeeds'],
      committed: ['commit complete'],
      failed: [
        '[edit interfaces]',
        "  'unit 0'",
        '    family must be set',
        'error: configuration check-out failed',
      ],
      rollback: 'rollback 0',
      rolledBack: ['load complete'],
      leaves: ['exit configuration-mode'],
      left: ['Exiting configuration mode'],
    },
  },
  'linux-frr': {
    style: 'indented',
    prompt: ({ host, mode }) => `${host}${mode ? `(${mode})` : ''}# `,
    shellPrompt: (host) =>
      `\u001b]0;admin@${host}: ~\u0007\u001b[01;32madmin@${host}\u001b[00m:~$ `,
    shellCommand: 'vtysh',
    greeting: [
      '',
      'Hello, this is FRRouting (version 8.4.2).',
      'Copyright 1996-2005 Kunihiro Ishiguro, et al.',
      '',
    ],
    pagingOff: ['terminal length 0'],
    pager: '--More--',
    erase: '\r\u001b[K',
    show: 'show running-config',
    header: () => ['Building configuration...', '', 'Current configuration:'],
    top: () => ['!', 'frr version 8.4.2', 'frr defaults traditional'],
    end: ['end'],
    refusals: { unknown: ['% Unknown command: that'], incomplete: ['% Command incomplete: that'] },
    enter: 'configure terminal',
    entered: [],
    save: 'write memory',
    saved: [
      'Note: this version of vtysh never writes vtysh.conf',
      'Building Configuration...',
      'Integrated configuration saved to /etc/frr/frr.conf',
      '[OK]',
    ],
  },
};

/** Modes of sub-sections, by the line that enters them. */
export function subMode(line, base) {
  if (/^interface\b/.test(line)) return `${base}-if`;
  if (/^router\b/.test(line)) return `${base}-router`;
  return undefined;
}

/** Configurations to begin with; the tests change them. */
export const CONFIGURATIONS = {
  indented: (host) => `hostname ${host}
username admin privilege 15 secret 5 $1$abcd$ABCDEFGHIJKLMNOPQRSTU0
interface Loopback0
 description system
 ip address 192.0.2.1 255.255.255.255
interface GigabitEthernet0/1
 description uplink to the core
 ip address 198.51.100.1 255.255.255.252
router bgp 64512
 neighbor 198.51.100.2 remote-as 64513
snmp-server community s3cret RO
`,
  braces: (host) => `version 21.4R1.12;
system {
    host-name ${host};
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
`,
};
