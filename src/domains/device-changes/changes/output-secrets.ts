import { type SecretPattern } from '../../../connectors/devices/types/device-type.js';

/** Secrets as commands show them in other words than configurations. */
export const OUTPUT_SECRETS: readonly SecretPattern[] = [
  {
    what: 'Key of a chain, in plain text',
    pattern: /^ *key \d{1,10} -- text "(.*)"/,
    isReencrypted: false,
  },
  { what: 'SNMP community', pattern: /^ *Community [Nn]ame: (\S+)/, isReencrypted: false },
  {
    what: 'Key in XML',
    pattern: /<(?:ascii-text|hexadecimal)>([^<]{1,4096})</,
    isReencrypted: false,
  },
];
