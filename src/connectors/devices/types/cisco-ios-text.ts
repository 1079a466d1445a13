import { type DeviceText } from './device-type.js';

/** Volatile lines and secrets in configurations of this type. */
export const CISCO_IOS_TEXT: DeviceText = {
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
