import { type Meter } from '../meter.js';
import { type BinaryOperator } from '../syntax/nodes.js';
import { valueError } from '../template-error.js';
import { formatted } from './format.js';
import { isFloat, kindOf, missingError, numberOf, toFloat, toInteger } from './kinds.js';
import { Missing } from './missing.js';
import { textOf } from './printing.js';
import { Tuple } from './tuple.js';
import { type Value } from './value.js';

/** `left operator right`. @throws TemplateError for values that do not go together. */
export function calculate(
  operator: BinaryOperator,
  left: Value,
  right: Value,
  meter: Meter,
): Value {
  if (operator === '~') return joinedText(textOf(left, meter), textOf(right, meter), meter);
  for (const value of [left, right]) if (value instanceof Missing) throw missingError(value);
  if (operator === '%' && typeof left === 'string') return formatted(left, right, meter);
  const result = number(operator, left, right) ?? combine(operator, left, right, meter);
  if (result !== undefined) return result;
  throw valueError(`'${operator}' does not work on ${kindOf(left)} and ${kindOf(right)}`);
}

function number(operator: Calculation, left: Value, right: Value): Value | undefined {
  const [one, other] = [numberOf(left), numberOf(right)];
  if (one === undefined || other === undefined) return undefined;
  const result = finite(NUMBERS[operator](one, other));
  const isWhole = operator !== '/' && !isFloat(left) && !isFloat(right);
  return isWhole && Number.isInteger(result) ? toInteger(result) : toFloat(result);
}

type Calculation = Exclude<BinaryOperator, '~'>;

const NUMBERS: Readonly<Record<Calculation, (one: number, other: number) => number>> = {
  '+': (one, other) => one + other,
  '-': (one, other) => one - other,
  '*': (one, other) => one * other,
  '/': (one, other) => one / notZero(other),
  '//': (one, other) => Math.floor(one / notZero(other)),
  // The result has the sign of what is divided by.
  '%': (one, other) => one - Math.floor(one / notZero(other)) * other,
  '**': (one, other) => one ** other,
};

function notZero(value: number): number {
  if (value === 0) throw valueError('a division by zero');
  return value;
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw valueError('the number is too large');
  return value;
}

function combine(
  operator: Calculation,
  left: Value,
  right: Value,
  meter: Meter,
): Value | undefined {
  if (operator === '*') return repeated(left, right, meter) ?? repeated(right, left, meter);
  if (operator !== '+') return undefined;
  if (typeof left === 'string' && typeof right === 'string') return joinedText(left, right, meter);
  return Array.isArray(left) && Array.isArray(right) ? joinedList(left, right, meter) : undefined;
}

function joinedList(left: readonly Value[], right: readonly Value[], meter: Meter): Value {
  meter.entries(left.length + right.length);
  const items = [...left, ...right];
  return left instanceof Tuple && right instanceof Tuple ? Tuple.holding(items) : items;
}

function joinedText(left: string, right: string, meter: Meter): string {
  meter.text(left.length + right.length);
  return left + right;
}

/** A text or a list so many times. */
export function repeated(value: Value, times: Value, meter: Meter): Value | undefined {
  const count = isFloat(times) ? undefined : numberOf(times);
  if (count === undefined) return undefined;
  const often = Math.max(0, count);
  if (typeof value === 'string') {
    meter.text(value.length * often);
    return value.repeat(value === '' ? 0 : often);
  }
  if (!Array.isArray(value)) return undefined;
  meter.entries(value.length * often);
  return Array.from({ length: value.length * often }, (_, at) => value[at % value.length] ?? null);
}
