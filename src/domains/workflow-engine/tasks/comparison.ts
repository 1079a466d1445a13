import { isJsonObject, type JsonValue } from '../../../kernel/json.js';
import { deeplyEqual } from '../../content/transformations/interpreter/equality.js';
import { firstMatch, patternOf } from '../../content/transformations/interpreter/pattern-scan.js';
import { coerced, inferred } from './coercion.js';
import { type TaskMeter } from './task-meter.js';

/** One rule of an evaluation, its operands found. */
export interface Rule {
  readonly left: JsonValue;
  readonly right: JsonValue;
  readonly operator: string;
  /** Types stay what they are. */
  readonly isStrict: boolean;
}

/** Whether a rule holds; one with an operator that nobody knows does not. @throws RunStop */
export function compare(rule: Rule, meter: TaskMeter): boolean {
  const { operator, isStrict } = rule;
  const left = isStrict ? rule.left : inferred(rule.left);
  if (Object.hasOwn(SEARCHES, operator)) {
    return Boolean(SEARCHES[operator]?.(left, rule.right, meter));
  }
  const right = isStrict ? rule.right : coerced(rule.right, left);
  const compareBy = Object.hasOwn(COMPARISONS, operator) ? COMPARISONS[operator] : undefined;
  // What cannot be read as the type of the other side is neither equal nor unequal to it.
  return right !== undefined && Boolean(compareBy?.(left, right, meter));
}

type Comparison = (left: JsonValue, right: JsonValue, meter: TaskMeter) => boolean;

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  '==': deeplyEqual,
  '!=': (left, right, meter) => !deeplyEqual(left, right, meter),
  '<': ordered((order) => order < 0),
  '<=': ordered((order) => order <= 0),
  '>': ordered((order) => order > 0),
  '>=': ordered((order) => order >= 0),
};

const SEARCHES: Readonly<Record<string, Comparison>> = {
  contains,
  '!contains': (left, right, meter) => !contains(left, right, meter),
};

/** Only numbers among numbers, texts among texts and truths among truths have an order. */
function ordered(holds: (order: number) => boolean): Comparison {
  return (left, right) => {
    if (typeof left !== typeof right || typeof left === 'object' || typeof right === 'object') {
      return false;
    }
    return holds(left < right ? -1 : Number(left > right));
  };
}

/** A list holds an element, an object has a key, and a text a match of a regular expression. */
function contains(left: JsonValue, right: JsonValue, meter: TaskMeter): boolean {
  if (Array.isArray(left)) return left.some((item) => deeplyEqual(item, right, meter));
  if (left === null || right === null) return false;
  const wanted = typeof right === 'string' ? right : JSON.stringify(right);
  if (isJsonObject(left)) return Object.hasOwn(left, wanted);
  return firstMatch(patternOf(wanted, ''), String(left), meter) !== null;
}
