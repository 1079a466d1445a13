import { CISCO_NX_TEXT } from './cisco-nx-text.js';
import { type DeviceType } from './device-type.js';
import { CONTROL_V, PERCENT_OBJECTION, PERCENT_REFUSAL, QUESTION } from './dialog-patterns.js';

/** Cisco NX-OS. Its configuration has no last line of its own: the prompt ends it. */
export const CISCO_NX: DeviceType = {
  name: 'cisco-nx',
  label: 'Cisco NX-OS',
  aliases: ['nx-os', 'nxos', 'cisco-nx-os', 'cisco-nxos', 'nexus'],
  style: 'indented',
  comment: '!',
  dialog: {
    prompt: /^(?<host>[\w.-]{1,64})(?:\((?<mode>[\w.\-/ ]{1,80})\))?[>#] ?$/,
    enable: { needed: /> ?$/, command: 'enable', asks: /[Pp]assword: ?$/ },
    prepare: ['terminal length 0', 'terminal width 511'],
    pagers: [{ line: /^ ?--More--(?:\(\d{1,3}%\))? ?$/, keys: ' ' }],
    question: QUESTION,
    refusals: [
      PERCENT_REFUSAL,
      PERCENT_OBJECTION,
      /^(?:syntax error|error:|cmd exec error|invalid (?:command|range|interface))/i,
    ],
    literalNext: CONTROL_V,
  },
  configuration: { command: 'show running-config', header: [/^$/] },
  change: {
    enter: 'configure terminal',
    mode: /./,
    reserved: ['end', 'do', 'reload', 'copy', 'write', 'delete'],
    renames: /^\s{0,20}(?:no )?(?:hostname|switchname)\b/,
    textBlock: { starts: /^\s{0,20}banner [a-z-]{3,20} (\S)/ },
    leave: 'end',
    save: {
      command: 'copy running-config startup-config',
      asks: /(?:\(y\/n\)\?? ?(?:\[[yn]\])?|\]\?) ?$/,
      answer: 'y',
    },
  },
  ...CISCO_NX_TEXT,
};
