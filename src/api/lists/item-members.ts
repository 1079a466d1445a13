import { type Type } from '@nestjs/common';
import { invalidInput } from '../../kernel/app-error.js';
import { cutText } from '../../kernel/cut-text.js';
import { jsonPointer } from '../../kernel/json-pointer.js';
import { shapeOf } from '../shapes/shape.js';

/** Which members of an item are shown. */
interface WantedMembers {
  /** All where it is absent. */
  readonly include: ReadonlySet<string> | undefined;
  readonly exclude: ReadonlySet<string>;
}

const ALWAYS: ReadonlySet<string> = new Set(['_id', 'name']);
const NONE: ReadonlySet<string> = new Set();
const NAME_SHOWN_MAX = 60;

/** Names that are separated by commas; undefined for no text. */
export function namesIn(text: string | undefined): ReadonlySet<string> | undefined {
  return text === undefined ? undefined : new Set(text.split(',').map((name) => name.trim()));
}

/** Those of the names that are no members of items, where these have no others than their class and `also` say. */
export function unknownMembers(
  item: Type,
  names: ReadonlySet<string> = NONE,
  also: readonly string[] = [],
): readonly string[] {
  const { open, fields } = shapeOf(item);
  if (open) return [];
  return [...names].filter((name) => name !== '' && !fields.has(name) && !also.includes(name));
}

/** What is wrong with names of members of which an item has none. */
export function membersFault(
  item: Type,
  names: ReadonlySet<string> = NONE,
  also: readonly string[] = [],
): string | undefined {
  const unknown = unknownMembers(item, names, also);
  const [first] = unknown;
  if (first === undefined || unknown.length < names.size) return undefined;
  const known = [...shapeOf(item).fields.keys(), ...also].join(', ');
  return `names '${cutText(first, NAME_SHOWN_MAX, '…')}', which is no member of an item; known: ${known}`;
}

/** The item without what is not shown; its id and its name always are. */
export function withMembers<Item extends object>(
  item: Item,
  { include, exclude }: WantedMembers,
): Item {
  if (include === undefined && exclude.size === 0) return item;
  const shown = Object.entries(item).filter(
    ([key]) =>
      ALWAYS.has(key) || (!exclude.has(key) && (include === undefined || include.has(key))),
  );
  return Object.fromEntries(shown) as Item;
}

/**
 * The same of one thing that is not in a list, by its option `include`.
 * @throws AppError `invalid-input`
 */
export function onlyMembers<Item extends object>(
  type: Type<Item>,
  item: Item,
  text: string | undefined,
): Item {
  const include = namesIn(text);
  const detail = membersFault(type, include);
  if (detail !== undefined) throw invalidInput([{ pointer: jsonPointer(['include']), detail }]);
  return withMembers(item, { include, exclude: NONE });
}
