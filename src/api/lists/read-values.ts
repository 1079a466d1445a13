import { type ListValue, type ListVerb } from '../../kernel/list-condition.js';
import { isInstant } from '../fields/instant.js';
import { isWellFormed } from '../fields/well-formed.js';
import { type ItemField } from './item-fields.js';

/** A value as it is compared, or why it cannot be. */
export type ReadValue =
  | { readonly kind: 'read'; readonly value: ListValue }
  | { readonly kind: 'refused'; readonly detail: string };

const TEXT_MAX = 1024;
const NUMBER = /^-?\d{1,16}(\.\d{1,16})?$/;
const FLAGS: Readonly<Record<string, boolean>> = {
  true: true,
  True: true,
  '1': true,
  false: false,
  False: false,
  '0': false,
};
const EXACT: readonly ListVerb[] = ['equals', 'in', 'not-in'];

const read = (value: ListValue): ReadValue => ({ kind: 'read', value });
const refuse = (detail: string): ReadValue => ({ kind: 'refused', detail });

/** How the values of a verb are read that asks for a field. */
export function valueReader(verb: ListVerb, field: ItemField): (given: unknown) => ReadValue {
  if (verb === 'exists') return readFlag;
  switch (field.kind) {
    case 'flag':
      return readFlag;
    case 'number':
      return readNumber;
    case 'time':
      return readTime;
    case 'text':
    case 'any':
      return (given) => readText(given, EXACT.includes(verb) ? field.members : undefined);
  }
}

function readText(given: unknown, members: readonly unknown[] | undefined): ReadValue {
  const text = isPlain(given) ? String(given) : undefined;
  if (text === undefined) return refuse('must be text');
  const detail = textFault(text);
  if (detail !== undefined) return refuse(detail);
  if (members && !members.includes(text)) return refuse(`must be one of ${members.join(', ')}`);
  return read(text);
}

function isPlain(given: unknown): given is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof given);
}

function textFault(text: string): string | undefined {
  // Of a text within the bound in code units, the characters need not be counted.
  const isLong = text.length > TEXT_MAX && Array.from(text).length > TEXT_MAX;
  if (isLong) return `must have at most ${TEXT_MAX} characters`;
  return isWellFormed(text) ? undefined : 'holds a lone surrogate';
}

function readFlag(given: unknown): ReadValue {
  const value = typeof given === 'string' || given === 0 || given === 1 ? FLAGS[given] : given;
  return typeof value === 'boolean' ? read(value) : refuse('must be true or false');
}

function readNumber(given: unknown): ReadValue {
  const value = typeof given === 'string' && NUMBER.test(given) ? Number(given) : given;
  return typeof value === 'number' && Number.isFinite(value)
    ? read(value)
    : refuse('must be a number');
}

/** ISO 8601 with a zone, or milliseconds since 1970. */
function readTime(given: unknown): ReadValue {
  if (typeof given === 'string' && isInstant(given)) return read(Date.parse(given));
  const number = readNumber(given);
  if (number.kind === 'read' && Number.isFinite(new Date(Number(number.value)).getTime()))
    return number;
  return refuse('must be an ISO 8601 date-time with a time zone, or milliseconds since 1970');
}
