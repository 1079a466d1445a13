import { type DeviceText, type DeviceType } from './device-type.js';
import { CONTROL_V, QUESTION } from './dialog-patterns.js';

/** Volatile lines and secrets in configurations of this type. */
const TEXT: DeviceText = {
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

/** Juniper Junos. Changes are made exclusively, so that a lost session leaves nothing behind. */
export const JUNIPER_JUNOS: DeviceType = {
  name: 'juniper-junos',
  label: 'Juniper Junos',
  aliases: ['junos', 'juniper', 'jun-os'],
  style: 'braces',
  comment: '#',
  dialog: {
    prompt: /^(?<host>(?:[\w.-]{1,64}@)?[\w.-]{1,64})(?:>|(?<mode>#)) ?$/,
    entry: {
      prompt: /^[\w.\-@:~/ ]{1,128}%\s?$|^[\w.\-@]{1,128}:[~/][\w.\-~/]{0,64} ?#\s?$/,
      command: 'cli',
    },
    beforePrompt: /^(?:\{[a-z]{1,20}(?::[\w-]{1,20})?\}|\[edit[^\]]{0,400}\])$/,
    prepare: [
      'set cli complete-on-space off',
      'set cli screen-length 0',
      'set cli screen-width 511',
    ],
    pagers: [{ line: /^---\(more(?: \d{1,3}%)?\)--- ?$/, keys: ' ' }],
    question: QUESTION,
    refusals: [
      /^(?:error|syntax error|unknown command|missing (?:argument|mandatory)|permission denied|could not|invalid )\b/i,
      /^'[^']{0,200}' is ambiguous/,
      /^(?:command|statement) (?:not found|is not valid)/i,
      /^configuration database locked/i,
    ],
    literalNext: CONTROL_V,
  },
  configuration: {
    command: 'show configuration',
    header: [/^$/],
    end: /^(?:\}|\S.{0,4000};)(?: ## .{0,200})?$|^## /,
  },
  change: {
    enter: 'configure exclusive',
    mode: /^#$/,
    reserved: ['commit', 'exit', 'quit', 'rollback', 'load', 'run', 'save'],
    renames: /^\s{0,20}(?:set|delete) (?:system )?host-name\b/,
    candidate: {
      top: 'top',
      diff: 'show | compare',
      check: { command: 'commit check', done: /^configuration check succeeds/ },
      commit: { command: 'commit', done: /^commit complete/ },
      discard: [
        { command: 'rollback 0' },
        { command: 'exit configuration-mode', asks: /\[yes,no\]\s?\(yes\) ?$/, answer: 'yes' },
      ],
    },
    leave: 'exit configuration-mode',
  },
  ...TEXT,
};
