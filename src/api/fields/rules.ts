import { type ValidationOptions } from 'class-validator';
import {
  IsFlag,
  IsInstant,
  IsMember,
  IsNumber,
  IsText,
  IsWellFormed,
  IsWhole,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
} from './checks.js';
import {
  asDecimal,
  asFlag,
  asMember,
  asText,
  asWhole,
  digitsInJson,
  FLAG_TEXTS,
  releaseAsText,
  type TextReader,
} from './text-readers.js';
import { type SchemaObject } from '../shapes/schema-object.js';

/** class-validator decorators for one value, or with `each` for the items of a list or map. */
type Checks = (each: boolean) => PropertyDecorator[];

/** What a plain value must be: its checks, its JSON Schema, and how text becomes it. */
export interface ValueRule {
  readonly checks: Checks;
  readonly schema: SchemaObject;
  readonly querySchema?: SchemaObject;
  readonly fromText: TextReader;
  readonly coerce?: (value: unknown) => unknown;
}

export interface TextRule {
  readonly min?: number;
  readonly max?: number;
  /** Linear in the length of the text, and anchored where the whole text is meant. */
  readonly pattern?: RegExp;
  /** Documented, not checked; `password` hides the value in the docs page. */
  readonly format?: string;
}

export interface Bounds {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

export interface WholeRule extends Bounds {
  /** Text of digits is accepted in JSON too. */
  readonly digits?: boolean;
}

const says = (each: boolean, message: string): ValidationOptions => ({ each, message });

/** Text within bounds of length, in Unicode characters. */
export function textRule({ min, max, pattern, format }: TextRule): ValueRule {
  return {
    checks: (each) => [
      IsText(says(each, 'must be text')),
      IsWellFormed(says(each, 'holds a lone surrogate')),
      ...(min ? [MinLength(says(each, atLeastCharacters(min)), min)] : []),
      ...(max === undefined
        ? []
        : [MaxLength(says(each, `must have at most ${max} characters`), max)]),
      ...(pattern ? [Matches(says(each, `must match ${pattern.source}`), pattern)] : []),
    ],
    schema: {
      type: 'string',
      ...(min && { minLength: min }),
      ...(max !== undefined && { maxLength: max }),
      ...(pattern && { pattern: pattern.source }),
      ...(format !== undefined && { format }),
    },
    fromText: asText,
  };
}

const atLeastCharacters = (min: number): string =>
  min === 1 ? 'must not be empty' : `must have at least ${min} characters`;

/** An integer; with `digits` its text is accepted in JSON too. */
export function wholeRule({ min, max, digits }: WholeRule): ValueRule {
  const number = { type: 'integer', ...bounds({ min, max }) };
  const readable = { anyOf: [number, { type: 'string', pattern: digitsFrom(min) }] };
  return {
    checks: (each) => [
      IsWhole(says(each, 'must be an integer')),
      ...boundChecks(each, {
        min: min ?? Number.MIN_SAFE_INTEGER,
        max: max ?? Number.MAX_SAFE_INTEGER,
      }),
    ],
    schema: digits ? readable : number,
    querySchema: readable,
    fromText: asWhole,
    ...(digits && { coerce: digitsInJson }),
  };
}

const digitsFrom = (min: number | undefined): string => {
  if (min === undefined || min < 0) return '^-?[0-9]{1,16}$';
  return min === 1 ? '^0*[1-9][0-9]{0,15}$' : '^[0-9]{1,16}$';
};

/** A number with or without decimals. */
export function decimalRule({ min, max }: Bounds): ValueRule {
  const number = { type: 'number', ...bounds({ min, max }) };
  const text = { type: 'string', pattern: '^-?[0-9]{1,16}([.][0-9]{1,16})?$' };
  return {
    checks: (each) => [
      IsNumber(says(each, 'must be a number')),
      ...boundChecks(each, { min, max }),
    ],
    schema: number,
    querySchema: { anyOf: [number, text] },
    fromText: asDecimal,
  };
}

function boundChecks(each: boolean, { min, max }: Bounds): PropertyDecorator[] {
  return [
    ...(min === undefined ? [] : [Min(says(each, `must be at least ${min}`), min)]),
    ...(max === undefined ? [] : [Max(says(each, `must be at most ${max}`), max)]),
  ];
}

function bounds({ min, max }: Bounds): SchemaObject {
  return {
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
  };
}

/** True or false; on a query string also as `True`, `False`, `1`, `0`. */
export function flagRule(): ValueRule {
  return {
    checks: (each) => [IsFlag(says(each, 'must be true or false'))],
    schema: { type: 'boolean' },
    querySchema: { anyOf: [{ type: 'boolean' }, { type: 'string', enum: FLAG_TEXTS }] },
    fromText: asFlag,
  };
}

/** A member of a closed list of texts or of numbers. */
export function memberRule(members: readonly (string | number)[]): ValueRule {
  const numbers = members.filter((member) => typeof member === 'number');
  return {
    checks: (each) => [IsMember(says(each, `must be one of ${members.join(', ')}`), members)],
    schema: { ...memberType(members), enum: [...members] },
    ...(numbers.length > 0 && { querySchema: { enum: [...members, ...numbers.map(String)] } }),
    fromText: asMember(members),
  };
}

function memberType(members: readonly (string | number)[]): SchemaObject {
  if (members.every((member) => typeof member === 'string')) return { type: 'string' };
  return members.every((member) => Number.isInteger(member)) ? { type: 'integer' } : {};
}

/** A point in time as ISO 8601 text with a zone; it stays text. */
export function instantRule(): ValueRule {
  return {
    checks: (each) => [IsInstant(says(each, 'must be an ISO 8601 date-time with a time zone'))],
    schema: { type: 'string', format: 'date-time' },
    fromText: asText,
  };
}

const RELEASE = /^\d{1,4}(\.\d{1,3}){0,3}$/;

/** A release label: text as it is written; a number in JSON is read as its text. */
export function releaseRule(): ValueRule {
  const text = textRule({ pattern: RELEASE });
  return {
    checks: (each) => [
      Matches(
        says(each, 'must be a release number such as 2023.2; write 2020.10 as text'),
        RELEASE,
      ),
    ],
    schema: { anyOf: [{ type: 'number', minimum: 0 }, text.schema] },
    fromText: asText,
    coerce: releaseAsText,
  };
}
