import { CISCO_XR_TEXT } from './cisco-xr-text.js';
import { type DeviceType } from './device-type.js';
import { CONTROL_V, PERCENT_OBJECTION, PERCENT_REFUSAL, QUESTION } from './dialog-patterns.js';

/** The time that precedes the output of every command until it is switched off. */
const TIMESTAMP = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d/;

/** Cisco IOS XR. */
export const CISCO_XR: DeviceType = {
  name: 'cisco-xr',
  label: 'Cisco IOS XR',
  aliases: ['ios-xr', 'iosxr', 'cisco-ios-xr', 'cisco-iosxr', 'xr'],
  style: 'indented',
  comment: '!',
  dialog: {
    prompt:
      /^(?<host>(?:[A-Z]{2,4}\/[\w/]{1,24}:)?[\w.-]{1,64})(?:\((?<mode>[\w.\-/ ]{1,80})\))?[>#] ?$/,
    prepare: ['terminal exec prompt no-timestamp', 'terminal length 0', 'terminal width 511'],
    pagers: [{ line: /^ ?--More-- ?$/, keys: ' ' }],
    question: QUESTION,
    refusals: [PERCENT_REFUSAL, PERCENT_OBJECTION, /^% ?This command is not authorized/i, /^!!% /],
    literalNext: CONTROL_V,
  },
  configuration: {
    command: 'show running-config',
    header: [TIMESTAMP, /^Building configuration\.\.\.$/, /^$/],
    end: /^end$/,
  },
  change: {
    enter: 'configure terminal',
    mode: /./,
    reserved: ['commit', 'abort', 'end', 'do', 'load', 'clear', 'rollback'],
    renames: /^\s{0,20}(?:no )?hostname\b/,
    textBlock: { starts: /^\s{0,20}banner [a-z-]{3,20} (\^C|\S)/ },
    candidate: {
      diff: 'show commit changes diff',
      diffNoise: [TIMESTAMP, /^Building configuration\.\.\.$/, /^!! /, /^end$/, /^$/],
      commit: { command: 'commit' },
      reasons: 'show configuration failed',
      discard: [{ command: 'abort' }],
    },
    leave: 'end',
  },
  ...CISCO_XR_TEXT,
};
