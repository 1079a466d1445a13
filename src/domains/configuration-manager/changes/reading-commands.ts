import { type DeviceTypeName } from '../../../connectors/devices/types/device-types.js';

/** Which commands of a type only read: all that runs without a change that was shown before. */
interface ReadingRule {
  readonly commands: readonly RegExp[];
  /** Behind the first `|` stands the filter and nothing else: the rest is its pattern. */
  readonly takesOneFilter: boolean;
}

const SHOW = /^sho?w?(?: |$)/i;
const FILTERS = [
  ...[
    'include',
    'exclude',
    'begin',
    'section',
    'count',
    'match',
    'except',
    'find',
    'grep',
    'egrep',
  ],
  ...['no-more', 'last', 'head', 'tail', 'trim', 'display', 'json', 'xml', 'nz', 'hold', 'until'],
];
/** Shorter forms mean something else: `| t` writes to a file on some devices. */
const SHORT_FILTERS: ReadonlySet<string> = new Set(['i', 'e', 'b', 's', 'in', 'ex', 'be', 'se']);
const FILTER_LENGTH_MIN = 3;
const COMMAND_LENGTH_MAX = 1024;
const CONTROL = /\p{Cc}|[\u2028\u2029]/u;

const CISCO: ReadingRule = {
  commands: [SHOW, /^(?:ping|traceroute) \S/i, /^dir(?: |$)/i, /^verify \S/i, /^who$/i],
  takesOneFilter: true,
};
const READING: Readonly<Record<DeviceTypeName, ReadingRule>> = {
  'cisco-ios': CISCO,
  'cisco-xr': { ...CISCO, takesOneFilter: false },
  'cisco-nx': { ...CISCO, takesOneFilter: false },
  'arista-eos': { ...CISCO, takesOneFilter: false },
  'juniper-junos': {
    // Without a count it goes on for ever.
    commands: [
      SHOW,
      /^ping \S.* count \d/i,
      /^traceroute \S/i,
      /^file (?:list|show|checksum)(?: |$)/i,
    ],
    takesOneFilter: false,
  },
  'linux-frr': { commands: [SHOW, /^traceroute \S/i], takesOneFilter: false },
};

/** Why a command is not run; undefined for one that only reads. */
export function readingRefusal(type: DeviceTypeName, command: string): string | undefined {
  const text = command.trim();
  if (text === '') return 'must not be empty';
  if (text.length > COMMAND_LENGTH_MAX) return `must have at most ${COMMAND_LENGTH_MAX} characters`;
  if (CONTROL.test(text)) return 'must be one line without control characters';
  const { commands, takesOneFilter } = READING[type];
  if (!commands.some((pattern) => pattern.test(text)))
    return 'must be a command that only reads; configurations are changed by changes';
  // Whatever stands in quotes is a pattern.
  const plain = text.replace(/"[^"]*"/g, '""');
  const [, ...filters] = takesOneFilter ? firstAndRest(plain) : plain.split('|');
  if (/[;>`]|\$\(/.test(plain))
    return 'must not hold ; > ` or $(, which run or write something else';
  return filters.every(isFilter) ? undefined : 'may send its output through filters only';
}

function firstAndRest(text: string): readonly string[] {
  const at = text.indexOf('|');
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function isFilter(segment: string): boolean {
  const [word = ''] = segment.trim().toLowerCase().split(/\s/);
  if (SHORT_FILTERS.has(word)) return true;
  return word.length >= FILTER_LENGTH_MIN && FILTERS.some((filter) => filter.startsWith(word));
}
