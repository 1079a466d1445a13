import { type CallArgs } from '../call-args.js';
import { LinearPattern, type PatternMatch, quotePattern } from '../../patterns/linear-pattern.js';
import { type Meter } from '../meter.js';
import { textOf } from '../values/printing.js';
import { Tuple } from '../values/tuple.js';
import { type Value } from '../values/value.js';
import { type Filter, type Filters, type Tools } from './filter.js';

const MATCHES_MAX = 100_000;
/** Instructions of a pattern that go over a character in the time of one step. */
const WORK_PER_STEP = 64;
const COMPILE_STEPS = 50;

/** Filters of regular expressions, all of them on an engine that takes linear time. */
export const PATTERN_FILTERS: Filters = new Map<string, Filter>([
  ['regex_search', search],
  ['regex_findall', findAll],
  ['regex_replace', replace],
  ['regex_escape', (value, _, { meter }) => quotePattern(textOf(value, meter))],
]);

/** A pattern that is ready for a text. */
export function patternFor(
  text: string,
  args: CallArgs,
  flags: { readonly at: number },
  meter: Meter,
): LinearPattern {
  const source = args.text(0, 'pattern');
  const multiline = args.flag(flags.at, 'multiline');
  meter.spend(COMPILE_STEPS + Math.ceil(LinearPattern.costOf(source)));
  const compiled = LinearPattern.compile(source, {
    ignoreCase: args.flag(flags.at + 1, 'ignorecase'),
    multiline,
  });
  if (compiled.kind === 'refused') throw args.fault(`cannot read the pattern: ${compiled.detail}`);
  meter.spend(Math.ceil((text.length * compiled.pattern.size) / WORK_PER_STEP));
  return compiled.pattern;
}

const NO_FLAGS = { at: 1000 };

function search(value: Value, args: CallArgs, { meter }: Tools): Value {
  const text = textOf(value, meter);
  const match = patternFor(text, args, NO_FLAGS, meter).first(text);
  if (!match) return '';
  const groups = args.positional.slice(1).map((group) => textOf(group, meter));
  if (groups.length === 0) return match.groups[0] ?? '';
  return groups.map((group) => expanded(group, match));
}

function findAll(value: Value, args: CallArgs, { meter }: Tools): Value {
  const text = textOf(value, meter);
  const found: Value[] = [];
  for (const { groups } of patternFor(text, args, { at: 1 }, meter).matches(text, MATCHES_MAX)) {
    meter.entries(groups.length);
    const [whole, ...parts] = groups.map((group) => group ?? '');
    const isOne = parts.length < 2;
    found.push(isOne ? (parts[0] ?? whole ?? '') : Tuple.holding(parts));
  }
  return found;
}

function replace(value: Value, args: CallArgs, { meter }: Tools): Value {
  const text = textOf(value, meter);
  const by = textOf(args.value(1, 'replacement') ?? '', meter);
  const pattern = patternFor(text, args, NO_FLAGS, meter);
  const parts: string[] = [];
  let at = 0;
  for (const match of pattern.matches(text, limitOf(args))) {
    const shown = expanded(by, match);
    meter.text(shown.length + 16);
    parts.push(text.slice(at, match.start), shown);
    at = match.end;
  }
  meter.text(text.length);
  return parts.join('') + text.slice(at);
}

function limitOf(args: CallArgs): number {
  const count = args.integer(1000, 'count', 0);
  return count > 0 ? Math.min(count, MATCHES_MAX) : MATCHES_MAX;
}

/** `\1` and `\g<1>` stand for groups of the match. */
function expanded(text: string, { groups }: PatternMatch): string {
  return text.replace(/\\(?:g<(\d{1,2})>|(\d{1,2})|\\)/g, (_, named?: string, bare?: string) => {
    const group = named ?? bare;
    return group === undefined ? '\\' : (groups[Number(group)] ?? '');
  });
}
