import { type CallArgs } from '../call-args.js';
import { BuiltIn } from '../values/built-in.js';
import { compare, contains, isEqual } from '../values/comparison.js';
import { elementsOf, isDict, isFloat, isNumber, isTrue, numberOf } from '../values/kinds.js';
import { Missing } from '../values/missing.js';
import { textOf } from '../values/printing.js';
import { type Value } from '../values/value.js';
import { FILTERS } from './filters.js';
import { type Tools } from './filter.js';
import { patternFor } from './pattern-filters.js';

type Test = (value: Value, args: CallArgs, tools: Tools) => boolean;

const ordered =
  (isFit: (order: number) => boolean): Test =>
  (value, args, { meter }) =>
    isFit(compare(value, args.needed(0, 'other'), meter));

const equal: Test = (value, args, { meter }) => isEqual(value, args.needed(0, 'other'), meter);
const unequal: Test = (value, args, tools) => !equal(value, args, tools);
const above = ordered((order) => order > 0);
const atLeast = ordered((order) => order >= 0);
const below = ordered((order) => order < 0);
const atMost = ordered((order) => order <= 0);

/** Every test that there is. */
export const TESTS: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['defined', (value) => !(value instanceof Missing)],
  ['undefined', (value) => value instanceof Missing],
  ['none', (value) => value === null],
  ['true', (value) => value === true],
  ['false', (value) => value === false],
  ['truthy', isTrue],
  ['falsy', (value) => !isTrue(value)],
  ['boolean', (value) => typeof value === 'boolean'],
  ['string', (value) => typeof value === 'string'],
  ['number', (value) => isNumber(value) || typeof value === 'boolean'],
  ['integer', (value) => isNumber(value) && !isFloat(value)],
  ['float', isFloat],
  ['mapping', isDict],
  ['sequence', (value) => Array.isArray(value) || typeof value === 'string' || isDict(value)],
  ['list', (value) => Array.isArray(value)],
  ['iterable', (value) => Array.isArray(value) || typeof value === 'string' || isDict(value)],
  ['callable', (value) => value instanceof BuiltIn],
  ['odd', (value, args) => Math.abs(integer(value, args) % 2) === 1],
  ['even', (value, args) => integer(value, args) % 2 === 0],
  ['divisibleby', (value, args) => integer(value, args) % divisor(args) === 0],
  ['lower', (value, _, { meter }) => isLower(textOf(value, meter))],
  ['upper', (value, _, { meter }) => isUpper(textOf(value, meter))],
  ['in', (value, args, { meter }) => contains(args.needed(0, 'seq'), value, meter)],
  ['contains', (value, args, { meter }) => contains(value, args.needed(0, 'value'), meter)],
  ['subset', (value, args, tools) => isWithin(value, args.needed(0, 'other'), tools)],
  ['superset', (value, args, tools) => isWithin(args.needed(0, 'other'), value, tools)],
  ['filter', (value) => typeof value === 'string' && FILTERS.has(value)],
  ['test', (value) => typeof value === 'string' && TESTS.has(value)],
  ['sameas', (value, args) => value === args.needed(0, 'other')],
  ['match', (value, args, tools) => matches(value, args, tools, true)],
  ['search', (value, args, tools) => matches(value, args, tools, false)],
  ['regex', (value, args, tools) => matches(value, args, tools, false)],
  ...['eq', 'equalto', '=='].map((name): [string, Test] => [name, equal]),
  ...['ne', '!='].map((name): [string, Test] => [name, unequal]),
  ...['gt', 'greaterthan', '>'].map((name): [string, Test] => [name, above]),
  ...['lt', 'lessthan', '<'].map((name): [string, Test] => [name, below]),
  ...['ge', '>='].map((name): [string, Test] => [name, atLeast]),
  ...['le', '<='].map((name): [string, Test] => [name, atMost]),
]);

function integer(value: Value, args: CallArgs): number {
  const number = numberOf(value);
  if (number === undefined) throw args.wrongKind(value);
  return number;
}

function divisor(args: CallArgs): number {
  const number = args.integer(0, 'num');
  if (number === 0) throw args.fault('takes no zero');
  return number;
}

function isLower(text: string): boolean {
  return text === text.toLowerCase() && text !== text.toUpperCase();
}

function isUpper(text: string): boolean {
  return text === text.toUpperCase() && text !== text.toLowerCase();
}

function isWithin(part: Value, whole: Value, { meter }: Tools): boolean {
  return elementsOf(part).every((item) => contains(whole, item, meter));
}

function matches(value: Value, args: CallArgs, { meter }: Tools, atStart: boolean): boolean {
  const text = textOf(value, meter);
  const match = patternFor(text, args, { at: 1 }, meter).first(text);
  return match !== null && (!atStart || match.start === 0);
}
