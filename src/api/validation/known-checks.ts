import {
  arrayMaxSize,
  isArray,
  isBoolean,
  isIn,
  isInt,
  isNumber,
  isObject,
  isString,
  matches,
  max,
  maxLength,
  min,
  minLength,
} from 'class-validator';
import { isInstant } from '../fields/instant.js';

export type Check = (value: unknown) => boolean;

/** class-validator keeps what a decorator was given as a list of unknown values. */
type Compile = (constraints: readonly unknown[]) => Check;

/**
 * The constraints that compiled validators know, by class-validator's name, each answering with
 * class-validator's own function. A class with any other constraint is left to class-validator.
 */
export const KNOWN_CHECKS: ReadonlyMap<string, Compile> = new Map<string, Compile>([
  ['isGiven', () => (value) => value !== undefined],
  ['isString', () => isString],
  ['isInt', () => isInt],
  ['isNumber', () => (value) => isNumber(value)],
  ['isBoolean', () => isBoolean],
  ['isArray', () => isArray],
  ['isObject', () => isObject],
  ['isInstant', () => isInstant],
  [
    'isIn',
    ([members]) =>
      (value) =>
        isIn(value, members as readonly unknown[]),
  ],
  [
    'min',
    ([least]) =>
      (value) =>
        min(value, least as number),
  ],
  [
    'max',
    ([most]) =>
      (value) =>
        max(value, most as number),
  ],
  ['minLength', ([least]) => atLeast(least as number)],
  ['maxLength', ([most]) => atMost(most as number)],
  [
    'matches',
    ([pattern]) =>
      (value) =>
        matches(value as string, pattern as RegExp),
  ],
  [
    'arrayMaxSize',
    ([most]) =>
      (value) =>
        arrayMaxSize(value, most as number),
  ],
]);

/**
 * class-validator counts characters with regular expressions, up to three units of a text for one.
 * Where the number of units alone decides, nothing is counted.
 */
function atLeast(least: number): Check {
  return (value) =>
    typeof value === 'string' && (value.length >= least * 3 || minLength(value, least));
}

function atMost(most: number): Check {
  return (value) => typeof value === 'string' && (value.length <= most || maxLength(value, most));
}
