import { type CallArgs } from '../call-args.js';
import { type Meter } from '../meter.js';
import { braceFormatted } from '../values/format.js';
import { elementsOf } from '../values/kinds.js';
import { textOf } from '../values/printing.js';
import {
  capitalized,
  linesOf,
  replacedLength,
  replacedText,
  splitText,
  splitTextFromEnd,
  stripped,
  titled,
} from '../values/text-tools.js';
import { Tuple } from '../values/tuple.js';
import { type Value } from '../values/value.js';
import { type Method } from './method.js';

type TextMethod = Method<string>;

const plain =
  (change: (text: string) => Value): TextMethod =>
  (text) =>
    change(text);

const matching =
  (pattern: RegExp): TextMethod =>
  (text) =>
    pattern.test(text);

/** Methods of texts, as Python's have. */
export const TEXT_METHODS: ReadonlyMap<string, TextMethod> = new Map<string, TextMethod>([
  ['upper', plain((text) => text.toUpperCase())],
  ['lower', plain((text) => text.toLowerCase())],
  ['capitalize', plain(capitalized)],
  ['title', plain(titled)],
  ['swapcase', plain(swapCase)],
  ['casefold', plain((text) => text.toLowerCase())],
  ['splitlines', plain(linesOf)],
  ['isdigit', matching(/^\d+$/)],
  ['isdecimal', matching(/^\d+$/)],
  ['isnumeric', matching(/^\p{N}+$/u)],
  ['isalpha', matching(/^\p{L}+$/u)],
  ['isalnum', matching(/^[\p{L}\p{N}]+$/u)],
  ['isspace', matching(/^\s+$/)],
  ['isupper', plain((text) => text === text.toUpperCase() && text !== text.toLowerCase())],
  ['islower', plain((text) => text === text.toLowerCase() && text !== text.toUpperCase())],
  ['strip', (text, args) => stripped(text, characters(args), 'both')],
  ['lstrip', (text, args) => stripped(text, characters(args), 'start')],
  ['rstrip', (text, args) => stripped(text, characters(args), 'end')],
  ['split', (text, args) => splitText(text, separator(args), args.integer(1, 'maxsplit', -1))],
  [
    'rsplit',
    (text, args) => splitTextFromEnd(text, separator(args), args.integer(1, 'maxsplit', -1)),
  ],
  ['startswith', (text, args) => affixes(args).some((one) => text.startsWith(one))],
  ['endswith', (text, args) => affixes(args).some((one) => text.endsWith(one))],
  ['find', (text, args) => text.indexOf(args.text(0, 'sub'))],
  ['rfind', (text, args) => text.lastIndexOf(args.text(0, 'sub'))],
  ['index', indexIn],
  ['count', (text, args) => text.split(args.text(0, 'sub')).length - 1],
  ['replace', replace],
  ['removeprefix', (text, args) => removed(text, args.text(0, 'prefix'), 'start')],
  ['removesuffix', (text, args) => removed(text, args.text(0, 'suffix'), 'end')],
  ['join', join],
  ['partition', (text, args) => divided(text, text.indexOf(args.text(0, 'sep')), args)],
  ['rpartition', (text, args) => divided(text, text.lastIndexOf(args.text(0, 'sep')), args)],
  ['format', (text, args, meter) => braceFormatted(text, args.positional, args.named, meter)],
  ['zfill', (text, args, meter) => zeroFilled(text, width(args, meter))],
  ['ljust', (text, args, meter) => text.padEnd(width(args, meter), args.text(1, 'fillchar', ' '))],
  [
    'rjust',
    (text, args, meter) => text.padStart(width(args, meter), args.text(1, 'fillchar', ' ')),
  ],
  ['center', (text, args, meter) => centered(text, width(args, meter))],
]);

function characters(args: CallArgs): string | undefined {
  return (args.value(0, 'chars') ?? null) === null ? undefined : args.text(0, 'chars');
}

function separator(args: CallArgs): string | undefined {
  if ((args.value(0, 'sep') ?? null) === null) return undefined;
  const text = args.text(0, 'sep');
  if (text === '') throw args.fault('takes no empty separator');
  return text;
}

function affixes(args: CallArgs): readonly string[] {
  const given = args.needed(0, 'prefix');
  return Array.isArray(given)
    ? given.filter((one) => typeof one === 'string')
    : [args.text(0, 'prefix')];
}

function indexIn(text: string, args: CallArgs): Value {
  const at = text.indexOf(args.text(0, 'sub'));
  if (at < 0) throw args.fault('does not find it');
  return at;
}

function replace(text: string, args: CallArgs, meter: Meter): string {
  const [old, by] = [args.text(0, 'old'), args.text(1, 'new')];
  meter.text(replacedLength(text, old, by));
  return replacedText(text, old, by, args.optionalInteger(2, 'count'));
}

function removed(text: string, piece: string, end: 'start' | 'end'): string {
  if (end === 'start') return text.startsWith(piece) ? text.slice(piece.length) : text;
  return piece !== '' && text.endsWith(piece) ? text.slice(0, -piece.length) : text;
}

function join(text: string, args: CallArgs, meter: Meter): string {
  const parts = elementsOf(args.needed(0, 'iterable')).map((item) => textOf(item, meter));
  meter.text(parts.reduce((sum, part) => sum + part.length + text.length, 0));
  return parts.join(text);
}

function divided(text: string, at: number, args: CallArgs): Value {
  const by = args.text(0, 'sep');
  const parts = at < 0 ? [text, '', ''] : [text.slice(0, at), by, text.slice(at + by.length)];
  return Tuple.holding(parts);
}

function width(args: CallArgs, meter: Meter): number {
  const columns = args.integer(0, 'width', 80);
  meter.text(Math.max(0, columns));
  return columns;
}

function zeroFilled(text: string, columns: number): string {
  const sign = /^[-+]/.exec(text)?.[0] ?? '';
  return sign + text.slice(sign.length).padStart(columns - sign.length, '0');
}

/** In the middle of so many columns; an odd one goes to the right. */
export function centered(text: string, columns: number): string {
  return text.padStart(Math.floor((columns + text.length) / 2)).padEnd(columns);
}

function swapCase(text: string): string {
  const letters = Array.from(text, (one) =>
    one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase(),
  );
  return letters.join('');
}
