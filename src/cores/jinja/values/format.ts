import { cutText } from '../../../kernel/cut-text.js';
import { type Meter } from '../meter.js';
import { valueError } from '../template-error.js';
import { isDict, numberOf } from './kinds.js';
import { textOf } from './printing.js';
import { Tuple } from './tuple.js';
import { type Value } from './value.js';

const PLACE =
  /%(?:\((?<name>\w+)\))?(?<flags>[-+ 0#]*)(?<width>\d{1,4})?(?:\.(?<precision>\d{1,2}))?(?<letter>[sdifFxXoc%re])/g;

/** What a place of a format says. */
interface Place {
  readonly name: string | undefined;
  readonly flags: string;
  readonly width: number;
  readonly precision: number | undefined;
  readonly letter: string;
}

/** `'%s-%03d' % (name, number)`. @throws TemplateError for values that do not fit. */
export function formatted(text: string, values: Value, meter: Meter): string {
  const list = values instanceof Tuple ? values : [values];
  let used = 0;
  const next = (): Value => {
    const value = list[used];
    if (value === undefined) throw valueError('the format has more places than values');
    used += 1;
    return value;
  };
  return filled(text, PLACE, meter, (found) => {
    const place = placeOf(found);
    if (place.letter === '%') return '%';
    const value = place.name === undefined ? next() : memberOf(values, place.name);
    return padded(place, shownValue(place, value, meter));
  });
}

function placeOf(found: RegExpExecArray): Place {
  const { name, flags = '', width = '0', precision, letter = 's' } = found.groups ?? {};
  const digits = precision === undefined ? undefined : Number(precision);
  return { name, flags, width: Number(width), precision: digits, letter };
}

/** A text with its places taken. */
function filled(
  text: string,
  pattern: RegExp,
  meter: Meter,
  shown: (found: RegExpExecArray) => string,
): string {
  const parts: string[] = [];
  let at = 0;
  meter.text(text.length);
  for (const found of text.matchAll(pattern)) {
    const part = shown(found);
    meter.text(part.length + 16);
    parts.push(text.slice(at, found.index), part);
    at = found.index + found[0].length;
  }
  return parts.join('') + text.slice(at);
}

function memberOf(values: Value, name: string): Value {
  const value = isDict(values) ? values.get(name) : undefined;
  if (value === undefined) throw valueError(`the format has no value for '${name}'`);
  return value;
}

function shownValue({ letter, precision, flags }: Place, value: Value, meter: Meter): string {
  if ('src'.includes(letter)) return cutText(textOf(value, meter), precision ?? Infinity);
  const number = numberOf(value);
  if (number === undefined) throw valueError(`the format wants a number for '%${letter}'`);
  const sign = number >= 0 && flags.includes('+') ? '+' : '';
  return sign + shownNumber(letter, number, precision ?? 6);
}

function shownNumber(letter: string, number: number, precision: number): string {
  if (letter === 'f' || letter === 'F') return number.toFixed(precision);
  if (letter === 'e') return number.toExponential(precision);
  const whole = Math.trunc(number);
  if (letter === 'x') return whole.toString(16);
  if (letter === 'X') return whole.toString(16).toUpperCase();
  return letter === 'o' ? whole.toString(8) : String(whole);
}

function padded({ flags, width, letter }: Place, shown: string): string {
  if (flags.includes('-')) return shown.padEnd(width);
  if (!flags.includes('0') || letter === 's') return shown.padStart(width);
  const sign = /^[-+]/.exec(shown)?.[0] ?? '';
  return sign + shown.slice(sign.length).padStart(width - sign.length, '0');
}

const BRACES =
  /\{\{|\}\}|\{(?<name>\w*)(?::(?<align>[<>^])?(?<zero>0?)(?<width>\d{0,4})(?<letter>[sdxXbo]?))?\}/g;

/** `'{} {name:>8}'.format(…)`. Members of values cannot be reached by it. */
export function braceFormatted(
  text: string,
  positional: readonly Value[],
  named: ReadonlyMap<string, Value>,
  meter: Meter,
): string {
  let used = 0;
  const valueFor = (name: string): Value => {
    const key = name === '' ? String(used++) : name;
    const value = /^\d+$/.test(key) ? positional[Number(key)] : named.get(key);
    if (value === undefined) throw valueError(`the format has no value for '${key}'`);
    return value;
  };
  return filled(text, BRACES, meter, (found) => {
    const { name, ...style } = found.groups ?? {};
    return name === undefined ? found[0].charAt(0) : aligned(valueFor(name), style, meter);
  });
}

function aligned(
  value: Value,
  style: Readonly<Record<string, string | undefined>>,
  meter: Meter,
): string {
  const { align, zero, width, letter } = style;
  const number = numberOf(value);
  const shown = number !== undefined && letter ? based(number, letter) : textOf(value, meter);
  const side = align ?? (number === undefined ? '<' : '>');
  return placed(shown, side, Number(width ?? 0), zero === '0' ? '0' : ' ');
}

function placed(shown: string, side: string, columns: number, filler: string): string {
  if (side === '<') return shown.padEnd(columns);
  if (side === '>') return shown.padStart(columns, filler);
  return shown.padStart(Math.floor((columns + shown.length) / 2)).padEnd(columns);
}

function based(number: number, letter: string): string {
  return letter === 'b' ? number.toString(2) : shownNumber(letter, number, 6);
}
