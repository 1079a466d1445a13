import {
  isArray,
  isBoolean,
  isInt,
  isNumber,
  isObject,
  isString,
  matches,
  maxLength,
  minLength,
} from 'class-validator';
import { isInstant } from '../fields/instant.js';
import { isWellFormed } from '../fields/well-formed.js';
import { isReference } from '../fields/references.js';

export type Check = (value: unknown) => boolean;

/**
 * Makes the check out of what the decorator was given, which class-validator keeps unknown;
 * undefined for a use of the constraint that is not known.
 */
type CheckMaker = (given: unknown) => Check | undefined;

/**
 * The constraints that compiled validators know, by class-validator's name; each says yes exactly
 * where class-validator does. A class with any other constraint is left to class-validator.
 */
export const KNOWN_CHECKS: ReadonlyMap<string, CheckMaker> = new Map<string, CheckMaker>([
  ['isGiven', () => (value) => value !== undefined],
  ['isString', () => isString],
  ['isInt', () => isInt],
  ['isNumber', isFiniteNumber],
  ['isBoolean', () => isBoolean],
  ['isArray', () => isArray],
  ['isObject', () => isObject],
  ['isInstant', () => isInstant],
  ['isWellFormed', () => isWellFormed],
  ['isReference', (key) => (value) => isReference(value, key as string)],
  ['isIn', isMember],
  ['min', isAtLeast],
  ['max', isAtMost],
  ['minLength', hasAtLeast],
  ['maxLength', hasAtMost],
  ['matches', hasPattern],
  ['arrayMaxSize', holdsAtMost],
]);

function isMember(members: unknown): Check {
  return (value) => (members as readonly unknown[]).includes(value);
}

function isFiniteNumber(options: unknown): Check | undefined {
  return Object.keys(options ?? {}).length === 0 ? (value) => isNumber(value) : undefined;
}

function isAtLeast(least: unknown): Check {
  return (value) => typeof value === 'number' && value >= (least as number);
}

function isAtMost(most: unknown): Check {
  return (value) => typeof value === 'number' && value <= (most as number);
}

/**
 * class-validator counts characters with regular expressions, up to three units of a text for one.
 * Where the number of units alone decides, nothing is counted.
 */
function hasAtLeast(given: unknown): Check {
  const least = given as number;
  return (value) =>
    typeof value === 'string' && (value.length >= least * 3 || minLength(value, least));
}

function hasAtMost(given: unknown): Check {
  const most = given as number;
  return (value) => typeof value === 'string' && (value.length <= most || maxLength(value, most));
}

/** A pattern with a memory of its last match answers differently each time: it is left alone. */
function hasPattern(pattern: unknown): Check | undefined {
  if (!(pattern instanceof RegExp)) return undefined;
  if (pattern.global || pattern.sticky) return (value) => matches(value as string, pattern);
  return (value) => typeof value === 'string' && pattern.test(value);
}

function holdsAtMost(most: unknown): Check {
  return (value) => Array.isArray(value) && value.length <= (most as number);
}
