import { isJsonObject, type JsonValue } from '../../kernel/json.js';
import { textOf } from '../transformations/coerce.js';
import { deeplyEqual, looselyEqual } from '../transformations/equality.js';
import { firstMatch, patternOf } from '../transformations/pattern-scan.js';
import { isOperator, type Operator } from '../workflow-graph/operators.js';
import { type TaskMeter } from './task-meter.js';

/** One rule of an evaluation, its operands found; an operand that nothing was found for is undefined. */
export interface Rule {
  readonly left: JsonValue | undefined;
  readonly right: JsonValue | undefined;
  readonly operator: string;
  /** Types stay what they are. */
  readonly isStrict: boolean;
}

/** Whether a rule holds; one with an unknown operator does not. @throws RunStop */
export function compare(rule: Rule, meter: TaskMeter): boolean {
  if (!isOperator(rule.operator)) return false;
  const holds = COMPARISONS[rule.operator];
  const left = rule.isStrict ? rule.left : inferred(rule.left);
  return holds({ ...rule, left, written: rule.left }, meter);
}

interface ReadRule extends Rule {
  /** The left side before it was read as another type. */
  readonly written: JsonValue | undefined;
}
type Comparison = (rule: ReadRule, meter: TaskMeter) => boolean;

/** The right side is read as the type of the left one; where that is impossible, JavaScript's `==` says it. */
function isEqual({ left = null, right = null, isStrict }: Rule, meter: TaskMeter): boolean {
  const other = isStrict ? right : readLike(right, left);
  if (other !== undefined) return deeplyEqual(left, other, meter);
  return isComparable(left, right) && looselyEqual(left, right, meter);
}

/** JavaScript compares a list with a text by the text of the list. */
function readLike(right: JsonValue, left: JsonValue): JsonValue | undefined {
  return typeof left === 'string' && Array.isArray(right) ? undefined : coerced(right, left);
}

/** A text that is no number is never equal to one: `0 == ""` does not hold here. */
function isComparable(left: JsonValue, right: JsonValue): boolean {
  if (Array.isArray(left) || Array.isArray(right)) return true;
  return typeof left !== 'string' && typeof right !== 'string';
}

/** What JavaScript's `<`, `<=`, `>` and `>=` say of two primitive values. */
type Order = (left: Primitive, right: Primitive) => boolean;

/**
 * The right side is read as the type of the left one; where that is impossible, both are compared as JavaScript
 * does: `[] < 1` and `null < 5` hold, `undefined < 5` and `{} < 5` do not.
 */
function ordered(order: Order): Comparison {
  return ({ left, right, isStrict }, meter) => {
    if (isStrict && kindOf(left) !== kindOf(right)) return false;
    const canCoerce =
      !isStrict && left !== undefined && right !== undefined && typeof left !== 'string';
    const other = canCoerce ? (coerced(right, left) ?? right) : right;
    return order(primitiveOf(left, meter), primitiveOf(other, meter));
  };
}

function kindOf(value: JsonValue | undefined): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

/** A string, number or boolean; NaN is what JavaScript takes undefined for when it orders. */
type Primitive = string | number | boolean;

function primitiveOf(value: JsonValue | undefined, meter: TaskMeter): Primitive {
  if (value === undefined) return NaN;
  if (value === null) return 0;
  return typeof value === 'object' ? textOf(value, meter) : value;
}

/** A list holds an element, an object has a key, and a text, as it is written, a match of a regular expression. */
function contains({ left, right = null, written }: ReadRule, meter: TaskMeter): boolean {
  if (Array.isArray(left)) return left.some((item) => deeplyEqual(item, right, meter));
  const wanted = typeof right === 'string' ? right : JSON.stringify(right);
  if (isJsonObject(left)) return right !== null && Object.hasOwn(left, wanted);
  return right !== null && isFound(wanted, written ?? null, meter);
}

function isFound(wanted: string, written: JsonValue, meter: TaskMeter): boolean {
  if (written === null) return false;
  const text = typeof written === 'string' ? written : JSON.stringify(written);
  return firstMatch(patternOf(wanted, ''), text, meter) !== null;
}

const COMPARISONS: Readonly<Record<Operator, Comparison>> = {
  '==': isEqual,
  '!=': (rule, meter) => !isEqual(rule, meter),
  '<': ordered((left, right) => left < right),
  '<=': ordered((left, right) => left <= right),
  '>': ordered((left, right) => left > right),
  '>=': ordered((left, right) => left >= right),
  contains,
  '!contains': (rule, meter) => !contains(rule, meter),
};

/** A text longer than this is read as nothing else. */
const INFERRED_MAX = 1024 * 1024;

/** A text that is written like another type is taken for that: `"500"` is the number 500. */
function inferred<T extends JsonValue | undefined>(value: T): JsonValue | T {
  if (typeof value !== 'string' || value.length > INFERRED_MAX) return value;
  const parsed = parsedOf(value);
  return parsed === undefined || typeof parsed === 'string' || isInexact(parsed) ? value : parsed;
}

/** A value read as the type of another one; undefined where that is impossible. */
function coerced(value: JsonValue, like: JsonValue): JsonValue | undefined {
  if (value === null) return null;
  if (like === null) return value === 'null' ? null : value;
  const coerce = COERCIONS[typeof like as keyof typeof COERCIONS];
  return coerce(value, like);
}

type Coercion = (value: JsonValue, like: JsonValue) => JsonValue | undefined;

const COERCIONS: Readonly<Record<'string' | 'number' | 'boolean' | 'object', Coercion>> = {
  string: (value) => (typeof value === 'string' ? value : JSON.stringify(value)),
  number: (value) => {
    if (typeof value === 'number') return value;
    if (typeof value !== 'string' || value.trim() === '') return undefined;
    const number = Number(value);
    return Number.isFinite(number) ? number : undefined;
  },
  boolean: (value) => {
    const parsed = typeof value === 'string' ? parsedOf(value) : value;
    return typeof parsed === 'boolean' ? parsed : undefined;
  },
  object: (value, like) => {
    const parsed = typeof value === 'string' ? parsedOf(value) : value;
    if (Array.isArray(like)) return Array.isArray(parsed) ? parsed : undefined;
    return isJsonObject(parsed) ? parsed : undefined;
  },
};

function parsedOf(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Digits would be lost: two serial numbers that differ would be the same number. */
function isInexact(value: JsonValue): boolean {
  return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
}
