import { type DeviceText, type DeviceType } from './device-type.js';
import { CONTROL_V, PERCENT_OBJECTION, PERCENT_REFUSAL, QUESTION } from './dialog-patterns.js';

/** Volatile lines and secrets in configurations of this type. */
const TEXT: DeviceText = {
  volatile: [
    {
      what: 'Clock and last change',
      pattern:
        /^!(?:Time|Running configuration last done at|Startup config saved at|No configuration change since last restart)\b.*$/,
    },
    { what: 'The command itself', pattern: /^!Command: .*$/ },
  ],
  secrets: [
    {
      what: 'Key that the device encrypts with its own key',
      pattern: /(?:password|key|key-string) 6 ("[^"]*"|[^\s;]+)/,
      isReencrypted: true,
    },
    {
      what: 'SNMP community',
      pattern: /^snmp-server community (\S+)/,
      isReencrypted: false,
    },
    {
      what: 'SNMP community of a receiver of traps',
      pattern:
        /^snmp-server host \S{1,256} (?:(?:traps|informs) )?(?:version (?:1|2c|3 (?:auth|noauth|priv)) )?(?!use-vrf|source-interface|filter-vrf)(\S+)/,
      isReencrypted: false,
    },
    {
      what: 'Password of an SNMP user',
      pattern: /^snmp-server user .{1,256} auth (?:md5|sha[\d-]*) (\S+)/,
      isReencrypted: false,
    },
    {
      what: 'Privacy password of an SNMP user',
      pattern: /^snmp-server user .{1,512} priv (?:aes-128 )?(\S+)/,
      isReencrypted: false,
    },
    {
      what: 'Password of a first-hop redundancy group',
      pattern: /^ *authentication (?!md5|key-chain)(?:text )?(\S+)$/,
      isReencrypted: false,
    },
  ],
};

/** Cisco NX-OS. Its configuration has no last line of its own: the prompt ends it. */
export const CISCO_NX: DeviceType = {
  name: 'cisco-nx',
  label: 'Cisco NX-OS',
  aliases: ['nx-os', 'nxos', 'cisco-nx-os', 'cisco-nxos', 'nexus'],
  style: 'indented',
  comment: '!',
  dialog: {
    prompt: /^(?<host>[\w.-]{1,64})(?:\((?<mode>[\w.\-/ ]{1,80})\))?[>#] ?$/,
    enable: { needed: /> ?$/, command: 'enable', asks: /[Pp]assword: ?$/ },
    prepare: ['terminal length 0', 'terminal width 511'],
    pagers: [{ line: /^ ?--More--(?:\(\d{1,3}%\))? ?$/, keys: ' ' }],
    question: QUESTION,
    refusals: [
      PERCENT_REFUSAL,
      PERCENT_OBJECTION,
      /^(?:syntax error|error:|cmd exec error|invalid (?:command|range|interface))/i,
    ],
    literalNext: CONTROL_V,
  },
  configuration: { command: 'show running-config', header: [/^$/] },
  change: {
    enter: 'configure terminal',
    mode: /./,
    reserved: ['end', 'do', 'reload', 'copy', 'write', 'delete'],
    renames: /^\s{0,20}(?:no )?(?:hostname|switchname)\b/,
    textBlock: { starts: /^\s{0,20}banner [a-z-]{3,20} (\S)/ },
    leave: 'end',
    save: {
      command: 'copy running-config startup-config',
      asks: /(?:\(y\/n\)\?? ?(?:\[[yn]\])?|\]\?) ?$/,
      answer: 'y',
    },
  },
  ...TEXT,
};
