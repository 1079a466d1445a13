import { type DeviceType } from './device-type.js';
import { CONTROL_V, QUESTION } from './dialog-patterns.js';
import { LINUX_FRR_TEXT } from './linux-frr-text.js';

/** FRRouting on Linux: `vtysh`, as the login shell or from a shell. */
export const LINUX_FRR: DeviceType = {
  name: 'linux-frr',
  label: 'FRRouting on Linux',
  aliases: ['frr', 'linux', 'frrouting', 'vtysh', 'quagga'],
  style: 'indented',
  comment: '!',
  dialog: {
    prompt: /^(?<host>[\w.-]{1,64})(?:\((?<mode>[\w.\-/ ]{1,80})\))?[>#] ?$/,
    entry: { prompt: /^.{0,200}\$ ?$|^\[?[\w.-]{1,64}@.{0,200}# ?$/, command: 'vtysh' },
    enable: { needed: /> ?$/, command: 'enable', asks: /[Pp]assword: ?$/ },
    prepare: ['terminal length 0'],
    pagers: [
      { line: /^ ?--More--(?:\(\d{1,3}%\))? ?$/, keys: ' ' },
      { line: /^\(END\) ?$/, keys: 'q' },
    ],
    question: QUESTION,
    refusals: [/^% ?[A-Za-z']/, /^(?:-?[\w/.-]{1,64}: )?(?:vtysh: )?command not found/],
    literalNext: CONTROL_V,
  },
  configuration: {
    command: 'show running-config',
    header: [/^Building configuration\.\.\.$/, /^Current configuration:$/, /^$/],
    end: /^end$/,
  },
  change: {
    enter: 'configure terminal',
    mode: /./,
    reserved: ['end', 'do', 'write', 'copy'],
    renames: /^\s{0,20}(?:no )?hostname\b/,
    leave: 'end',
    save: { command: 'write memory' },
  },
  ...LINUX_FRR_TEXT,
};
