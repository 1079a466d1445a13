import { cutText } from '../../../kernel/cut-text.js';
import { textOf } from '../coerce.js';
import { inOrder, looselyEqual } from '../equality.js';
import { type Meter } from '../meter.js';
import { firstMatch } from '../pattern-scan.js';
import { PatternValue } from '../pattern-value.js';
import { described, isList, memberOf, type Value } from '../value.js';
import { QueryFault } from './query-fault.js';
import { type Condition, type Operator, type Part } from './query-token.js';

type Test = (item: Value) => boolean;
/** What a part of a query stands for; `item` is what a query in it asks. */
type PartReader = (part: Part, item?: Value) => Value;

/**
 * Whether an element meets conditions: from left to right, without precedence.
 * @throws QueryFault
 */
export function matcherOf(
  conditions: readonly (Condition | undefined)[],
  read: PartReader,
  meter: Meter,
): Test {
  const tests = conditions.map((condition) => {
    if (!condition) throw new QueryFault('the query has a condition that compares nothing');
    return { joint: condition.joint, test: testOf(condition, read, meter) };
  });
  return (item) =>
    tests.reduce((result, { joint, test }) => {
      const holds = test(item);
      if (joint === '&') return result && holds;
      return joint === '|' ? result || holds : holds;
    }, false);
}

function testOf(condition: Condition, read: PartReader, meter: Meter): Test {
  const { key, operator, operand, negate } = condition;
  const name = read(key);
  if (operator === ':') {
    const asked = operand.kind === 'pattern' ? undefined : operand;
    return (item) => {
      const about = name ? member(item, name, meter) : item;
      return Boolean(asked && read(asked, about)) !== negate;
    };
  }
  const other = operand.kind === 'pattern' ? operand.pattern : read(operand);
  const compare = COMPARISONS[operator];
  return (item) => compare(member(item, name, meter), other, meter) !== negate;
}

/** @throws QueryFault */
function member(item: Value, name: Value, meter: Meter): Value {
  const key = textOf(name, meter);
  if (item !== undefined && item !== null) return memberOf(item, key);
  throw new QueryFault(`the query asks ${String(item)} for '${cutText(key, 60)}'`);
}

type Comparison = (value: Value, other: Value, meter: Meter) => boolean;
const COMPARISONS: Readonly<Record<Exclude<Operator, ':'>, Comparison>> = {
  '=': (value, other, meter) =>
    (typeof value === 'boolean' && other === String(value)) || looselyEqual(value, other, meter),
  '~': (value, other, meter) => Boolean(value) && contains(value, other, meter),
  '<': ordered((a, b) => a < b),
  '<=': ordered((a, b) => a <= b),
  '>': ordered((a, b) => a > b),
  '>=': ordered((a, b) => a >= b),
};

function ordered(holds: (a: string | number, b: string | number) => boolean): Comparison {
  return (value, other, meter) => inOrder(value, other, meter, holds);
}

/** @throws QueryFault where there is nothing to look in */
function contains(value: Value, other: Value, meter: Meter): boolean {
  if (typeof value === 'string') {
    meter.spend(value.length / 1024);
    return other instanceof PatternValue
      ? firstMatch(other, value, meter) !== null
      : value.includes(textOf(other, meter));
  }
  if (!isList(value) || other instanceof PatternValue) {
    throw new QueryFault(`the query looks for a text in ${described(value)}`);
  }
  meter.spend(value.length / 64);
  return value.includes(other);
}
