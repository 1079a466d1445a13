import { type DeviceText, type DeviceType } from './device-type.js';
import { CONTROL_V, PERCENT_OBJECTION, PERCENT_REFUSAL, QUESTION } from './dialog-patterns.js';

/** Volatile lines and secrets in configurations of this type. */
const TEXT: DeviceText = {
  volatile: [
    { what: 'What the command says before it answers', pattern: /^Building configuration\.\.\.$/ },
    {
      what: 'Clock before the answer',
      pattern: /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} {1,2}\d{1,2} [\d:.]{8,16} \S{1,16}$/,
    },
    { what: 'When somebody changed it', pattern: /^!! Last configuration change at .*$/ },
  ],
  secrets: [
    {
      what: 'Key that the device encrypts with its own key',
      pattern: /(?:password|password6|secret|key|key-string) (?:6|encrypted 6) ([^\s;]+)/,
      isReencrypted: true,
    },
    {
      what: 'SNMP community',
      pattern: /^snmp-server community (?:(?:clear|encrypted) )?(\S+)/,
      isReencrypted: false,
    },
    {
      what: 'SNMP community of a receiver of traps',
      pattern:
        /^snmp-server host \S{1,256} (?:(?:traps|informs) )?(?:version (?:1|2c|3 (?:auth|noauth|priv)) )?(?:(?:clear|encrypted) )?(\S+)/,
      isReencrypted: false,
    },
    {
      what: 'Password of an SNMP user',
      pattern: /^snmp-server user .{1,256} auth (?:md5|sha[\d-]*) (?:(?:clear|encrypted) )?(\S+)/,
      isReencrypted: false,
    },
    {
      what: 'Privacy password of an SNMP user',
      pattern:
        /^snmp-server user .{1,512} priv (?:3des|des56|aes \d{3}) (?:(?:clear|encrypted) )?(\S+)/,
      isReencrypted: false,
    },
    {
      what: 'Password of link-state packets and hellos',
      pattern:
        /^ *(?:lsp|hello)-password (?:(?:accept-only|hmac-md5|text) ){0,2}(?:(?:clear|encrypted) )?(\S+)/,
      isReencrypted: false,
    },
    {
      what: 'Password of a first-hop redundancy group',
      pattern:
        /^ *(?:text-)?authentication (?!key-chain|keychain|message-digest|null|md5)(?:text )?(\S+)$/,
      isReencrypted: false,
    },
  ],
};

/** The time that precedes the output of every command until it is switched off. */
const TIMESTAMP = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d/;

/** Cisco IOS XR. */
export const CISCO_XR: DeviceType = {
  name: 'cisco-xr',
  label: 'Cisco IOS XR',
  aliases: ['ios-xr', 'iosxr', 'cisco-ios-xr', 'cisco-iosxr', 'xr'],
  style: 'indented',
  comment: '!',
  dialog: {
    prompt:
      /^(?<host>(?:[A-Z]{2,4}\/[\w/]{1,24}:)?[\w.-]{1,64})(?:\((?<mode>[\w.\-/ ]{1,80})\))?[>#] ?$/,
    prepare: ['terminal exec prompt no-timestamp', 'terminal length 0', 'terminal width 511'],
    pagers: [{ line: /^ ?--More-- ?$/, keys: ' ' }],
    question: QUESTION,
    refusals: [PERCENT_REFUSAL, PERCENT_OBJECTION, /^% ?This command is not authorized/i, /^!!% /],
    literalNext: CONTROL_V,
  },
  configuration: {
    command: 'show running-config',
    header: [TIMESTAMP, /^Building configuration\.\.\.$/, /^$/],
    end: /^end$/,
  },
  change: {
    enter: 'configure terminal',
    mode: /./,
    reserved: ['commit', 'abort', 'end', 'do', 'load', 'clear', 'rollback'],
    renames: /^\s{0,20}(?:no )?hostname\b/,
    textBlock: { starts: /^\s{0,20}banner [a-z-]{3,20} (\^C|\S)/ },
    candidate: {
      diff: 'show commit changes diff',
      diffNoise: [TIMESTAMP, /^Building configuration\.\.\.$/, /^!! /, /^end$/, /^$/],
      commit: { command: 'commit' },
      reasons: 'show configuration failed',
      discard: [{ command: 'abort' }],
    },
    leave: 'end',
  },
  ...TEXT,
};
