import { ARISTA_EOS_TEXT } from './arista-eos-text.js';
import { type DeviceType } from './device-type.js';
import { CONTROL_V, QUESTION } from './dialog-patterns.js';

/** Arista EOS. Changes go through a configuration session, which the device names by itself. */
export const ARISTA_EOS: DeviceType = {
  name: 'arista-eos',
  label: 'Arista EOS',
  aliases: ['eos', 'arista'],
  style: 'indented',
  comment: '!',
  dialog: {
    prompt: /^(?<host>[\w.-]{1,64})(?:\((?<mode>[\w.\-/ ]{1,120})\))?[>#] ?$/,
    enable: { needed: /> ?$/, command: 'enable', asks: /[Pp]assword: ?$/ },
    prepare: ['terminal length 0', 'terminal width 511'],
    pagers: [
      { line: /^ ?--More--(?:\(\d{1,3}%\))? ?$/, keys: ' ' },
      { line: /^\(END\) ?$/, keys: 'q' },
    ],
    question: QUESTION,
    refusals: [/^% ?[A-Za-z']/],
    literalNext: CONTROL_V,
  },
  configuration: { command: 'show running-config', header: [/^$/], end: /^end$/ },
  change: {
    enter: 'configure session',
    mode: /./,
    reserved: [
      'commit',
      'abort',
      'end',
      'do',
      'rollback',
      'reload',
      'copy',
      'write',
      'delete',
      'bash',
    ],
    renames: /^\s{0,20}(?:no |default )?hostname\b/,
    textBlock: { starts: /^\s{0,20}banner (?:login|motd)\s{0,20}$/, ends: 'EOF' },
    candidate: {
      diff: 'show session-config diffs',
      commit: { command: 'commit' },
      discard: [{ command: 'abort' }],
    },
    leave: 'end',
    save: { command: 'write memory' },
  },
  ...ARISTA_EOS_TEXT,
};
