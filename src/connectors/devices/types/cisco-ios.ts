import { CISCO_IOS_TEXT } from './cisco-ios-text.js';
import { type DeviceType } from './device-type.js';
import { CONTROL_V, PERCENT_OBJECTION, PERCENT_REFUSAL, QUESTION } from './dialog-patterns.js';

/** Cisco IOS and IOS XE. */
export const CISCO_IOS: DeviceType = {
  name: 'cisco-ios',
  label: 'Cisco IOS and IOS XE',
  aliases: ['ios', 'cisco', 'ios-xe', 'iosxe', 'cisco-xe', 'cisco-ios-xe', 'cisco-iosxe'],
  style: 'indented',
  comment: '!',
  dialog: {
    prompt: /^(?<host>[\w.\-/]{1,64})(?:\((?<mode>[\w.\-/ ]{1,80})\))?[>#] ?$/,
    hostShownMin: 16,
    enable: { needed: /> ?$/, command: 'enable', asks: /[Pp]assword: ?$/ },
    prepare: ['terminal length 0', 'terminal width 511'],
    pagers: [{ line: /^ ?--More-- ?$/, keys: ' ' }],
    question: QUESTION,
    refusals: [
      PERCENT_REFUSAL,
      PERCENT_OBJECTION,
      /^Command (?:authorization failed|rejected)/i,
      /^Line has invalid autocommand/,
    ],
    literalNext: CONTROL_V,
  },
  configuration: {
    command: 'show running-config',
    header: [/^Building configuration\.\.\.$/, /^Current configuration ?: \d{1,12} bytes$/, /^$/],
    end: /^end$/,
  },
  change: {
    enter: 'configure terminal',
    mode: /./,
    reserved: ['end', 'do'],
    renames: /^\s{0,20}(?:no )?(?:hostname|prompt)\b/,
    textBlock: { starts: /^\s{0,20}banner (?:[a-z-]{3,20} )?(\^C|\S)/ },
    leave: 'end',
    save: { command: 'write memory', asks: /\[confirm\] ?$/, answer: '' },
  },
  ...CISCO_IOS_TEXT,
};
