import { type DeviceText } from './device-type.js';

/** Volatile lines and secrets in configurations of this type. */
export const JUNIPER_JUNOS_TEXT: DeviceText = {
  volatile: [
    { what: 'When somebody changed it', pattern: /^## Last (?:commit|changed): .*$/ },
    { what: 'What is not committed', pattern: /^\[edit\]$/ },
  ],
  secrets: [
    {
      what: 'Secret that the device encrypts with its master password',
      pattern: /(\$8\$[^\s;"]+)/,
      isReencrypted: true,
    },
    {
      what: 'Secret that the device obfuscates with another salt each time',
      pattern: /(\$9\$[^\s;"]+)/,
      isReencrypted: false,
    },
    {
      what: 'SNMP community',
      pattern: /^set snmp community ("[^"]*"|\S+)/,
      isReencrypted: false,
    },
    {
      what: 'SNMP community of a trap group',
      pattern: /^set snmp trap-group ("[^"]*"|\S+)/,
      isReencrypted: false,
    },
    {
      what: 'Pre-shared key',
      pattern: /pre-shared-key (?:ascii-text|hexadecimal) ("[^"]*"|[^\s;]+)/,
      isReencrypted: false,
    },
    {
      what: 'Key of a routing protocol or of NTP',
      pattern: /authentication-key(?: \d{1,10})?(?: type \S{1,32})? value ("[^"]*"|[^\s;]+)/,
      isReencrypted: false,
    },
  ],
};
