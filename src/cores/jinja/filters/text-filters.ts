import { cutText } from '../../../kernel/cut-text.js';
import { type CallArgs } from '../call-args.js';
import { centered } from '../methods/text-methods.js';
import { braceFormatted, formatted } from '../values/format.js';
import { Missing } from '../values/missing.js';
import { missingError } from '../values/kinds.js';
import { textOf } from '../values/printing.js';
import {
  capitalized,
  linesOf,
  replacedLength,
  replacedText,
  splitText,
  stripped,
  titled,
} from '../values/text-tools.js';
import { Tuple } from '../values/tuple.js';
import { type Value } from '../values/value.js';
import { type Filter, type Filters, type Tools } from './filter.js';

/** A filter of texts; other values are read as they are put out. */
const ofText =
  (change: (text: string, args: CallArgs, tools: Tools) => Value): Filter =>
  (value, args, tools) =>
    change(textOf(value, tools.meter), args, tools);

/** Filters that make a text of a text. */
export const TEXT_FILTERS: Filters = new Map<string, Filter>([
  ['upper', ofText((text) => text.toUpperCase())],
  ['lower', ofText((text) => text.toLowerCase())],
  ['capitalize', ofText(capitalized)],
  ['title', ofText(titled)],
  ['string', ofText((text) => text)],
  ['safe', (value) => value],
  ['trim', ofText((text, args) => stripped(text, trimmed(args), 'both'))],
  ['replace', ofText(replace)],
  ['indent', ofText(indent)],
  ['center', ofText(center)],
  ['truncate', ofText(truncate)],
  ['wordcount', ofText((text) => splitText(text, undefined, -1).length)],
  [
    'split',
    ofText((text, args) => splitText(text, separator(args), args.integer(1, 'maxsplit', -1))),
  ],
  ['splitlines', ofText(linesOf)],
  ['format', format],
  ['escape', ofText(escape)],
  ['e', ofText(escape)],
  ['forceescape', ofText(escape)],
  ['urlencode', ofText(urlEncoded)],
  ['b64encode', ofText((text) => Buffer.from(text).toString('base64'))],
  ['b64decode', ofText((text) => Buffer.from(text, 'base64').toString('utf8'))],
  ['quote', ofText((text) => `'${text.replaceAll("'", `'"'"'`)}'`)],
]);

function trimmed(args: CallArgs): string | undefined {
  return (args.value(0, 'chars') ?? null) === null ? undefined : args.text(0, 'chars');
}

function separator(args: CallArgs): string | undefined {
  const given = args.value(0, 'sep') ?? null;
  if (given === null) return undefined;
  if (given === '') throw args.fault('takes no empty separator');
  return args.text(0, 'sep');
}

function replace(text: string, args: CallArgs, { meter }: Tools): string {
  const old = textOf(args.needed(0, 'old'), meter);
  const by = textOf(args.needed(1, 'new'), meter);
  meter.text(replacedLength(text, old, by));
  return replacedText(text, old, by, args.optionalInteger(2, 'count'));
}

function indent(text: string, args: CallArgs, { meter }: Tools): string {
  const given = args.value(0, 'width');
  const columns = typeof given === 'string' ? 0 : args.integer(0, 'width', 4);
  const [first, blank] = [args.flag(1, 'first'), args.flag(2, 'blank')];
  const lines = text.split('\n');
  meter.text(
    text.length + lines.length * Math.max(columns, typeof given === 'string' ? given.length : 0),
  );
  const margin = typeof given === 'string' ? given : ' '.repeat(Math.max(0, columns));
  return lines
    .map((line, at) => ((at === 0 ? first : blank || line !== '') ? margin + line : line))
    .join('\n');
}

function center(text: string, args: CallArgs, { meter }: Tools): string {
  const width = args.integer(0, 'width', 80);
  meter.text(Math.max(0, width));
  return centered(text, width);
}

function truncate(text: string, args: CallArgs): string {
  const length = args.integer(0, 'length', 255);
  const [kills, end] = [args.flag(1, 'killwords'), args.text(2, 'end', '...')];
  if (text.length <= length + args.integer(3, 'leeway', 5)) return text;
  const cut = cutText(text, Math.max(0, length - end.length));
  const space = cut.lastIndexOf(' ');
  return (kills || space < 0 ? cut : cut.slice(0, space)) + end;
}

function format(value: Value, args: CallArgs, { meter }: Tools): Value {
  const text = textOf(value, meter);
  const hasBraces = !text.includes('%') && text.includes('{');
  if (hasBraces) return braceFormatted(text, args.positional, args.named, meter);
  if (args.named.size > 0) return formatted(text, new Map(args.named), meter);
  return formatted(text, Tuple.holding(args.positional), meter);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&#39;',
  '"': '&#34;',
};

function escape(text: string, _: CallArgs, { meter }: Tools): string {
  meter.text(text.length * 5);
  return text.replace(/[&<>'"]/g, (letter) => ENTITIES[letter] ?? letter);
}

function urlEncoded(text: string, args: CallArgs, { meter }: Tools): string {
  meter.text(text.length * 9);
  try {
    return encodeURIComponent(text).replaceAll('%2F', '/');
  } catch {
    throw args.fault('takes no half characters');
  }
}

/** Refuses a value that is missing, and gives every other one. */
export function present(value: Value): Value {
  if (value instanceof Missing) throw missingError(value);
  return value;
}
