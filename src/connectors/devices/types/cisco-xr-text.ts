import { type DeviceText } from './device-type.js';

/** Volatile lines and secrets in configurations of this type. */
export const CISCO_XR_TEXT: DeviceText = {
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
