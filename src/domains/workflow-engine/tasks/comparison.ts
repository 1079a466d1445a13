import { isJsonObject, type JsonValue } from '../../../kernel/json.js';
import { textOf } from '../../content/transformations/interpreter/coerce.js';
import { deeplyEqual } from '../../content/transformations/interpreter/equality.js';
import { firstMatch, patternOf } from '../../content/transformations/interpreter/pattern-scan.js';
import { coerced, inferred } from './coercion.js';
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
  const judge = JUDGES.get(rule.operator);
  if (!judge) return false;
  const left = rule.isStrict ? rule.left : inferred(rule.left);
  return judge({ ...rule, left }, meter);
}

type Judge = (rule: Rule, meter: TaskMeter) => boolean;

/** What cannot be read as the type of the other side is not equal to it. */
function isEqual({ left = null, right = null, isStrict }: Rule, meter: TaskMeter): boolean {
  const other = isStrict ? right : coerced(right, left);
  return other !== undefined && deeplyEqual(left, other, meter);
}

/** What JavaScript's `<`, `<=`, `>` and `>=` say of two primitive values. */
type Order = (left: Primitive, right: Primitive) => boolean;

/**
 * The right side is read as the type of the left one; where that is impossible, both are compared as JavaScript
 * does: `[] < 1` and `null < 5` hold, `undefined < 5` and `{} < 5` do not.
 */
function ordered(order: Order): Judge {
  return ({ left, right, isStrict }, meter) => {
    if (isStrict && typeof left !== typeof right) return false;
    const canCoerce = !isStrict && left !== undefined && right !== undefined;
    const other = canCoerce ? (coerced(right, left) ?? right) : right;
    return order(primitiveOf(left, meter), primitiveOf(other, meter));
  };
}

/** A string, number or boolean; NaN is what JavaScript takes undefined for when it orders. */
type Primitive = string | number | boolean;

function primitiveOf(value: JsonValue | undefined, meter: TaskMeter): Primitive {
  if (value === undefined) return NaN;
  if (value === null) return 0;
  return typeof value === 'object' ? textOf(value, meter) : value;
}

/** A list holds an element, an object has a key, and a text a match of a regular expression. */
function contains({ left = null, right = null }: Rule, meter: TaskMeter): boolean {
  if (Array.isArray(left)) return left.some((item) => deeplyEqual(item, right, meter));
  if (left === null || right === null) return false;
  const wanted = typeof right === 'string' ? right : JSON.stringify(right);
  if (isJsonObject(left)) return Object.hasOwn(left, wanted);
  return firstMatch(patternOf(wanted, ''), String(left), meter) !== null;
}

const JUDGES: ReadonlyMap<string, Judge> = new Map<string, Judge>([
  ['==', isEqual],
  ['!=', (rule, meter) => !isEqual(rule, meter)],
  ['<', ordered((left, right) => left < right)],
  ['<=', ordered((left, right) => left <= right)],
  ['>', ordered((left, right) => left > right)],
  ['>=', ordered((left, right) => left >= right)],
  ['contains', contains],
  ['!contains', (rule, meter) => !contains(rule, meter)],
]);
