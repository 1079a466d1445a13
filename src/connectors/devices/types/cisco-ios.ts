import { type DeviceText, type DeviceType } from './device-type.js';
import { CONTROL_V, PERCENT_OBJECTION, PERCENT_REFUSAL, QUESTION } from './dialog-patterns.js';

/** Volatile lines and secrets in configurations of this type. */
const TEXT: DeviceText = {
  volatile: [
    { what: 'What the command says before it answers', pattern: /^Building configuration\.\.\.$/ },
    { what: 'Size of the configuration', pattern: /^Current configuration ?: ?\d{1,12} bytes$/ },
    {
      what: 'When somebody changed or saved it',
      pattern:
        /^! (?:Last configuration change|NVRAM config last updated|No configuration change since) .*$/,
    },
    { what: 'Clock of NTP, corrected all the time', pattern: /^ntp clock-period \d{1,12} *$/ },
    { what: 'Clock', pattern: /^!Time: .*$/ },
    { what: 'Time since the start', pattern: /^! ?.{0,64}uptime is .*$/ },
  ],
  secrets: [
    {
      what: 'Key that the device encrypts with its own key',
      pattern: /(?:password|secret|key|key-string) 6 ([^\s;]+)/,
      isReencrypted: true,
    },
    {
      what: 'Password with blanks in it, up to the end of the line',
      pattern:
        /^ *(?:enable (?:password|secret)|username [^\s"]{1,128} (?:privilege \d{1,2} )?(?:password|secret)) (?:\d{1,2} )?(\S.*)$/,
      isReencrypted: false,
    },
    {
      what: 'Password of a line',
      pattern: /^ password (?:\d{1,2} )?(\S.*)$/,
      isReencrypted: false,
    },
    {
      what: 'Key that goes up to the end of the line',
      pattern:
        /^(?: *(?:key-string|server-key)| key(?! chain)|(?:radius|tacacs)-server .{0,256}?key) (?:\d )?(\S.*)$/,
      isReencrypted: false,
    },
    {
      what: 'SNMP community',
      pattern: /^snmp-server community (?:\d{1,2} )?(\S+)/,
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
      pattern: /^snmp-server user .{1,256} auth (?:md5|sha[\d-]*) (\S+)/,
      isReencrypted: false,
    },
    {
      what: 'Privacy password of an SNMP user',
      pattern: /^snmp-server user .{1,512} priv (?:3des|des|aes \d{3}|aes-?\d*) (\S+)/,
      isReencrypted: false,
    },
    {
      what: 'Pre-shared key of a peer',
      pattern: /^crypto isakmp key (?:\d )?(\S+) (?:address|hostname)/,
      isReencrypted: false,
    },
    {
      what: 'Pre-shared key of a keyring',
      pattern:
        /^ *pre-shared-key (?:(?:local|remote) |(?:address|hostname) \S{1,256} (?:[\d.]{7,15} )?key )?(?:\d |hex )?(\S+)$/,
      isReencrypted: false,
    },
    {
      what: 'Password of a first-hop redundancy group',
      pattern: /^ *(?:standby|vrrp|glbp) (?:\d{1,5} )?authentication (?:text )?(?!md5)(\S+)/,
      isReencrypted: false,
    },
    {
      what: 'Password of NHRP',
      pattern: /^ *ip nhrp authentication (\S+)/,
      isReencrypted: false,
    },
    {
      what: 'Password of an IS-IS area or domain',
      pattern: /^ *(?:area|domain)-password (\S+)/,
      isReencrypted: false,
    },
  ],
};

/** Cisco IOS and IOS XE. */
export const CISCO_IOS: DeviceType = {
  name: 'cisco-ios',
  label: 'Cisco IOS and IOS XE',
  aliases: ['ios', 'cisco', 'ios-xe', 'iosxe', 'cisco-xe', 'cisco-ios-xe', 'cisco-iosxe'],
  style: 'indented',
  comment: '!',
  dialog: {
    prompt: /^(?<host>[\w.\-/]{1,64})(?:\((?<mode>[\w.\-/ ]{1,80})\))?[>#] ?$/,
    hostShownMin: 16,
    enable: { needed: /> ?$/, command: 'enable', asks: /[Pp]assword: ?$/ },
    prepare: ['terminal length 0', 'terminal width 511'],
    pagers: [{ line: /^ ?--More-- ?$/, keys: ' ' }],
    question: QUESTION,
    refusals: [
      PERCENT_REFUSAL,
      PERCENT_OBJECTION,
      /^Command (?:authorization failed|rejected)/i,
      /^Line has invalid autocommand/,
    ],
    literalNext: CONTROL_V,
  },
  configuration: {
    command: 'show running-config',
    header: [/^Building configuration\.\.\.$/, /^Current configuration ?: \d{1,12} bytes$/, /^$/],
    end: /^end$/,
  },
  change: {
    enter: 'configure terminal',
    mode: /./,
    reserved: ['end', 'do'],
    renames: /^\s{0,20}(?:no )?(?:hostname|prompt)\b/,
    textBlock: { starts: /^\s{0,20}banner (?:[a-z-]{3,20} )?(\^C|\S)/ },
    leave: 'end',
    save: { command: 'write memory', asks: /\[confirm\] ?$/, answer: '' },
  },
  ...TEXT,
};
