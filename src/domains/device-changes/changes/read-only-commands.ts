import { type DeviceTypeName } from '../../../connectors/devices/types/device-types.js';

/** Which commands of a type only read: all that runs without a change that was shown before. */
interface ReadingRule {
  readonly commands: readonly RegExp[];
  /** Behind the first `|` stands the filter and nothing else: the rest is its pattern. */
  readonly takesOneFilter?: boolean;
  /** Filters of fewer letters than all types have; elsewhere they mean something else. */
  readonly shortFilters?: ReadonlySet<string>;
  /** Behind a `|` the device takes everything in quotes as a pattern. */
  readonly keepsQuotes?: boolean;
  /** Commands that show, and write files by the way. */
  readonly writes?: RegExp;
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
/** `| s` saves to a file on Junos, `| t` writes to one on Cisco devices. */
const SHORT_FILTERS: ReadonlySet<string> = new Set(['i', 'e', 'b', 's', 'in', 'ex', 'be', 'se']);
const FILTER_LENGTH_MIN = 3;
const COMMAND_LENGTH_MAX = 1024;
const CONTROL = /\p{Cc}|[\u2028\u2029]/u;
const SEPARATOR = /[;&<>`]|\$\(/;
const QUOTED = /"[^"]*"/g;
/** Devices with a shell take further filters behind the first; any beginning of these words writes. */
const WRITING = /\| *(?:re(?:d(?:i(?:r(?:e(?:c(?:t)?)?)?)?)?)?|ap(?:p(?:e(?:n(?:d)?)?)?)?|te?e?) /i;

const CISCO: ReadingRule = {
  commands: [SHOW, /^(?:ping|traceroute) \S/i, /^dir(?: |$)/i, /^verify \S/i, /^who$/i],
  shortFilters: SHORT_FILTERS,
};
const READING: Readonly<Record<DeviceTypeName, ReadingRule>> = {
  'cisco-ios': { ...CISCO, takesOneFilter: true },
  'cisco-xr': { ...CISCO, writes: /^sho?w? tec/i },
  'cisco-nx': CISCO,
  'arista-eos': CISCO,
  'juniper-junos': {
    // Without a count it goes on for ever. Files are no configuration: keys stand in some.
    commands: [
      SHOW,
      /^ping \S[^|]* count \d/i,
      /^traceroute \S/i,
      /^file (?:list|checksum)(?: |$)/i,
    ],
    keepsQuotes: true,
  },
  // A shell has `sh` as well.
  'linux-frr': { commands: [/^show?(?: |$)/i, /^traceroute \S/i] },
};

/** Why a command is not run; undefined for one that only reads. */
export function readOnlyRefusal(type: DeviceTypeName, command: string): string | undefined {
  const text = command.trim();
  if (text === '') return 'must not be empty';
  if (text.length > COMMAND_LENGTH_MAX) return `must have at most ${COMMAND_LENGTH_MAX} characters`;
  if (CONTROL.test(text)) return 'must be one line without control characters';
  const { commands, writes } = READING[type];
  if (!commands.some((pattern) => pattern.test(text)) || writes?.test(text) === true)
    return 'must be a command that only reads; configurations are changed by changes';
  return outputRefusal(text, READING[type]);
}

/** Whether the output goes anywhere else than to the caller. */
function outputRefusal(text: string, rule: ReadingRule): string | undefined {
  if (text.includes('\\"')) return 'must not hold a quote behind a backslash';
  const [shown, filtering] = firstAndRest(text);
  const plain = filtering.replace(QUOTED, '""');
  if (SEPARATOR.test(shown) || SEPARATOR.test(rule.keepsQuotes ? plain : filtering))
    return 'must not hold ; & < > ` or $(, which run or write something else';
  if (rule.takesOneFilter === true && WRITING.test(filtering)) return NOT_FILTERED;
  return filtersOf(plain, rule).every((one) => isFilter(one, rule)) ? undefined : NOT_FILTERED;
}

function filtersOf(filtering: string, { takesOneFilter }: ReadingRule): readonly string[] {
  if (filtering === '') return [];
  return takesOneFilter === true ? [filtering.slice(1)] : filtering.split('|').slice(1);
}

const NOT_FILTERED = 'may send its output through filters only';

/** The filters with the `|` before them; a quote before it hides none. */
function firstAndRest(text: string): readonly [string, string] {
  const at = text.indexOf('|');
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at)];
}

function isFilter(segment: string, { shortFilters }: ReadingRule): boolean {
  const [word = ''] = segment.trim().toLowerCase().split(/\s/);
  if (shortFilters?.has(word) === true) return true;
  return word.length >= FILTER_LENGTH_MIN && FILTERS.some((filter) => filter.startsWith(word));
}
