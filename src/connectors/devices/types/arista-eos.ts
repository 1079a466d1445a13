import { type DeviceText, type DeviceType } from './device-type.js';
import { CONTROL_V, QUESTION } from './dialog-patterns.js';

/** Volatile lines and secrets in configurations of this type. */
const TEXT: DeviceText = {
  volatile: [
    { what: 'The command itself', pattern: /^! Command: .*$/ },
    {
      what: 'When it was saved',
      pattern: /^! (?:Startup-config last modified|Last configuration change) .*$/,
    },
  ],
  secrets: [
    {
      what: 'Key that is encrypted with another salt each time',
      pattern: /(?:password|secret|key|shared-secret) 8a ([^\s;]+)/,
      isReencrypted: true,
    },
    {
      what: 'SNMP community',
      pattern: /^snmp-server community (?:\d )?(\S+)/,
      isReencrypted: false,
    },
    {
      what: 'SNMP community of a receiver of traps',
      pattern:
        /^snmp-server host \S{1,256} (?:vrf \S{1,64} )?(?:(?:traps|informs) )?(?:version (?:1|2c|3 (?:auth|noauth|priv)) )?(\S+)/,
      isReencrypted: false,
    },
    {
      what: 'Password of an SNMP user',
      pattern: /^snmp-server user .{1,256} auth (?:md5|sha\d*) (\S+)/,
      isReencrypted: false,
    },
    {
      what: 'Privacy password of an SNMP user',
      pattern: /^snmp-server user .{1,512} priv (?:des|aes\d*) (\S+)/,
      isReencrypted: false,
    },
    {
      what: 'Password of a first-hop redundancy group',
      pattern:
        /^ *vrrp \d{1,3} (?:peer )?authentication (?:text |ietf-md5 key-string )?(?:\d )?(\S+)$/,
      isReencrypted: false,
    },
  ],
};

/** Arista EOS. Changes go through a configuration session, which the device names by itself. */
export const ARISTA_EOS: DeviceType = {
  name: 'arista-eos',
  label: 'Arista EOS',
  aliases: ['eos', 'arista'],
  style: 'indented',
  comment: '!',
  dialog: {
    prompt: /^(?<host>[\w.-]{1,64})(?:\((?<mode>[\w.\-/ ]{1,120})\))?[>#] ?$/,
    enable: { needed: /> ?$/, command: 'enable', asks: /[Pp]assword: ?$/ },
    prepare: ['terminal length 0', 'terminal width 511'],
    pagers: [
      { line: /^ ?--More--(?:\(\d{1,3}%\))? ?$/, keys: ' ' },
      { line: /^\(END\) ?$/, keys: 'q' },
    ],
    question: QUESTION,
    refusals: [/^% ?[A-Za-z']/],
    literalNext: CONTROL_V,
  },
  configuration: { command: 'show running-config', header: [/^$/], end: /^end$/ },
  change: {
    enter: 'configure session',
    mode: /./,
    reserved: [
      'commit',
      'abort',
      'end',
      'do',
      'rollback',
      'reload',
      'copy',
      'write',
      'delete',
      'bash',
    ],
    renames: /^\s{0,20}(?:no |default )?hostname\b/,
    textBlock: { starts: /^\s{0,20}banner (?:login|motd)\s{0,20}$/, ends: 'EOF' },
    candidate: {
      diff: 'show session-config diffs',
      commit: { command: 'commit' },
      discard: [{ command: 'abort' }],
    },
    leave: 'end',
    save: { command: 'write memory' },
  },
  ...TEXT,
};
