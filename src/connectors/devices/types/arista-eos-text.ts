import { type DeviceText } from './device-type.js';

/** Volatile lines and secrets in configurations of this type. */
export const ARISTA_EOS_TEXT: DeviceText = {
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
