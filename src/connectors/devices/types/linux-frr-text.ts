import { type DeviceText } from './device-type.js';

/** Volatile lines and secrets in configurations of this type. */
export const LINUX_FRR_TEXT: DeviceText = {
  volatile: [
    { what: 'What the command says before it answers', pattern: /^Building configuration\.\.\.$/ },
    { what: 'Heading of the answer', pattern: /^Current configuration:$/ },
    {
      what: 'When it was written',
      pattern: /^! *(?:\d{4}\/\d{2}\/\d{2} [\d:]{8}|Zebra configuration saved from vty)$/,
    },
  ],
  secrets: [
    {
      what: 'Password of the terminal',
      pattern: /^(?:enable )?password (?:\d )?(\S.*)$/,
      isReencrypted: false,
    },
    {
      what: 'Password of an IS-IS area, domain or circuit',
      pattern: /^ *(?:area-password|domain-password|isis password) (?:md5|clear) (\S+)/,
      isReencrypted: false,
    },
    {
      what: 'Hash of the password of an account',
      pattern: /^[a-z_][a-z0-9_-]{0,31}:([^:*!\s]{4,512}):\d*:/,
      isReencrypted: false,
    },
  ],
};
