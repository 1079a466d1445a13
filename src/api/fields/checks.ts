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
  ValidateBy,
  type ValidationArguments,
  type ValidationOptions,
  ValidatorConstraint,
} from 'class-validator';
import { isInstant } from './instant.js';
import { isWellFormed } from './well-formed.js';

/** Checks a property; `given` is what the check compares with: a bound, a pattern, a list. */
type CheckDecorator<Given> = (says: ValidationOptions, given: Given) => PropertyDecorator;

/**
 * A decorator of class-validator for any number of properties. Those that come with it make a class for
 * each property, which for all DTOs takes megabytes; this one makes one for all of them.
 * @param name the name under which compiled validators know the check, see `KNOWN_CHECKS`.
 */
export function checkBy<Given = void>(
  name: string,
  accepts: (value: unknown, given: Given) => boolean,
): CheckDecorator<Given> {
  class Constraint {
    validate(value: unknown, { constraints }: ValidationArguments): boolean {
      return accepts(value, (constraints as [Given])[0]);
    }
  }
  ValidatorConstraint({ name })(Constraint);
  return (says, given) => ValidateBy({ name, constraints: [given], validator: Constraint }, says);
}

export const IsGiven = checkBy('isGiven', (value) => value !== undefined);
export const IsText = checkBy('isString', isString);
export const IsWellFormed = checkBy('isWellFormed', isWellFormed);
export const MinLength = checkBy('minLength', minLength);
export const MaxLength = checkBy('maxLength', maxLength);
export const Matches = checkBy('matches', (value, pattern: RegExp) =>
  matches(value as string, pattern),
);
export const IsInstant = checkBy('isInstant', isInstant);
export const IsWhole = checkBy('isInt', isInt);
export const IsNumber = checkBy('isNumber', (value) => isNumber(value));
export const Min = checkBy('min', min);
export const Max = checkBy('max', max);
export const IsFlag = checkBy('isBoolean', isBoolean);
export const IsMember = checkBy<readonly unknown[]>('isIn', isIn);
export const IsObject = checkBy('isObject', (value) => isObject(value));
export const IsList = checkBy('isArray', isArray);
export const MaxItems = checkBy('arrayMaxSize', arrayMaxSize);
