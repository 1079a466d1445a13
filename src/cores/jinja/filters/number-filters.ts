import { type CallArgs } from '../call-args.js';
import { isFloat, numberOf, toFloat } from '../values/kinds.js';
import { type Value } from '../values/value.js';
import { type Filter, type Filters } from './filter.js';

/** Filters that make or change numbers. */
export const NUMBER_FILTERS: Filters = new Map<string, Filter>([
  ['int', toInt],
  ['float', (value, args) => parsedFloat(value) ?? args.value(0, 'default') ?? toFloat(0)],
  ['abs', absolute],
  ['round', round],
  ['pow', (value, args) => power(value, args)],
  ['log', (value, args) => toFloat(Math.log(needed(value, args)) / base(args))],
]);

function toInt(value: Value, args: CallArgs): Value {
  const fallback = args.value(0, 'default') ?? 0;
  if (typeof value === 'string')
    return parsedInteger(value, args.integer(1, 'base', 10)) ?? fallback;
  const number = numberOf(value);
  const whole = number === undefined ? undefined : Math.trunc(number);
  return whole !== undefined && Number.isSafeInteger(whole) ? whole : fallback;
}

const PREFIXES: Readonly<Record<number, RegExp>> = { 2: /^0b/i, 8: /^0o/i, 16: /^0x/i };

function parsedInteger(text: string, radix: number): number | undefined {
  if (radix < 2 || radix > 36) return undefined;
  const trimmed = text.trim().replaceAll('_', '');
  const digits = trimmed.replace(/^[-+]/, '').replace(PREFIXES[radix] ?? /^\b$/, '');
  if (!isDigits(digits, radix)) return radix === 10 ? exact(parsedNumber(trimmed)) : undefined;
  return exact(Number.parseInt(digits, radix) * (trimmed.startsWith('-') ? -1 : 1));
}

function isDigits(text: string, radix: number): boolean {
  const digits = text.toLowerCase().split('');
  return digits.length > 0 && digits.every((one) => Number.parseInt(one, radix) >= 0);
}

function exact(number: number | undefined): number | undefined {
  const whole = number === undefined ? undefined : Math.trunc(number) + 0;
  return Number.isSafeInteger(whole) ? whole : undefined;
}

function parsedNumber(text: string): number | undefined {
  const isNumber = /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(text);
  return isNumber && Number.isFinite(Number(text)) ? Number(text) : undefined;
}

function parsedFloat(value: Value): Value | undefined {
  const number = typeof value === 'string' ? parsedNumber(value.trim()) : numberOf(value);
  return number === undefined ? undefined : toFloat(number);
}

function needed(value: Value, args: CallArgs): number {
  const number = numberOf(value);
  if (number === undefined) throw args.wrongKind(value);
  return number;
}

function absolute(value: Value, args: CallArgs): Value {
  const number = Math.abs(needed(value, args));
  return isFloat(value) ? toFloat(number) : number;
}

function power(value: Value, args: CallArgs): Value {
  const result = needed(value, args) ** needed(args.needed(0, 'exponent'), args);
  if (!Number.isFinite(result)) throw args.fault('makes too large a number');
  return toFloat(result);
}

function base(args: CallArgs): number {
  const given = args.value(0, 'base');
  return given === undefined ? 1 : Math.log(needed(given, args));
}

function round(value: Value, args: CallArgs): Value {
  const number = needed(value, args);
  const digits = args.integer(0, 'precision', 0);
  const method = args.text(1, 'method', 'common');
  if (Math.abs(digits) > 15) throw args.fault('takes a precision of at most 15');
  const scale = 10 ** digits;
  if (method === 'ceil') return toFloat(Math.ceil(number * scale) / scale);
  if (method === 'floor') return toFloat(Math.floor(number * scale) / scale);
  if (method !== 'common') throw args.fault("knows the methods 'common', 'ceil' and 'floor'");
  return toFloat(digits < 0 ? halfEven(number * scale) / scale : rounded(number, digits, scale));
}

/** What lies exactly in the middle goes to the even side. */
function rounded(number: number, digits: number, scale: number): number {
  const scaled = number * scale;
  const isMiddle = Math.abs(scaled % 1) === 0.5 && scaled / scale === number;
  return isMiddle && digits === 0 ? halfEven(number) : Number(number.toFixed(digits));
}

function halfEven(number: number): number {
  const below = Math.floor(number);
  if (number - below !== 0.5) return Math.round(number);
  return below % 2 === 0 ? below : below + 1;
}
