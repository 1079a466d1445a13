import { type DeviceText, type DeviceType } from './device-type.js';
import { CONTROL_V, QUESTION } from './dialog-patterns.js';

/** Volatile lines and secrets in configurations of this type. */
const TEXT: DeviceText = {
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
  ...TEXT,
};
