import { type DeviceText } from './device-type.js';

/** Volatile lines and secrets in configurations of this type. */
export const CISCO_NX_TEXT: DeviceText = {
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
