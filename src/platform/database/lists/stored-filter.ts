import { trusted } from 'mongoose';
import { foldText } from '../../../kernel/folded-text.js';
import { type ListCondition, type ListValue } from '../../../kernel/list-condition.js';
import { type SortDirection } from '../../../kernel/page.js';
import { allOf, containsFilter, startsWithFilter, type TextFilter } from '../text-match.js';

/** Where a field of a list lies in its collection, in an index that the list names. */
export interface StoredField {
  readonly path: string;
  /** Path of the same text as `foldText` makes it. */
  readonly folded?: string;
  /** It is stored as a date. */
  readonly date?: true;
  /** The path is a list of keys, or a text of lines, which values are made into like this. */
  readonly keyOf?: (value: string) => string | RegExp;
  /** It is a list. */
  readonly list?: true;
  /** It is stored as an empty text where it is absent. */
  readonly blank?: true;
  /** The index that begins with the folded text, or the path, and goes on in the order of the list. */
  readonly index?: string;
  /** The index of the list's order does not hold it: parts of it are looked for in its own. */
  readonly apart?: true;
}

/** The fields of a list that an index answers, by the names that callers use. */
export type StoredFields = Readonly<Record<string, StoredField>>;

/** An index that finds what a condition asks for, where the one of the list's order would be walked. */
export interface FieldIndex {
  readonly name: string;
  /** What it finds comes in the order of the list. */
  readonly isOrdered: boolean;
}

/** Which part of a list a repository reads, in its own order. */
export interface StoredList {
  /** Made of `StoredFields`. */
  readonly filter: TextFilter;
  readonly index?: FieldIndex | undefined;
  /** The field that it is ordered by, of the `orders` of the list; its own where that is absent. */
  readonly by?: string | undefined;
  readonly order: SortDirection;
  readonly skip: number;
  /** At least 1. */
  readonly limit: number;
  /** The members of an item that are shown; others need not be read. */
  readonly include?: ReadonlySet<string> | undefined;
}

type Builder = (field: StoredField, condition: ListCondition) => TextFilter | undefined;

const BUILDERS: Readonly<Record<ListCondition['verb'], Builder>> = {
  equals: (field, { values: [value] }) => equality(field, value === undefined ? [] : [value]),
  in: (field, { values }) => equality(field, values),
  'not-in': ({ path, date }, { values }) => ({
    [path]: trusted({ $nin: values.map((value) => toStored(value, date)) }),
  }),
  contains: ({ folded }, { values: [value] }) =>
    folded === undefined ? undefined : containsFilter(folded, String(value)),
  startsWith: ({ folded }, { values: [value] }) =>
    folded === undefined ? undefined : startsWithFilter(folded, String(value)),
  gt: compared('$gt'),
  gte: compared('$gte'),
  lt: compared('$lt'),
  lte: compared('$lte'),
  exists: ({ path, folded, list }, { values: [value] }) => {
    // An empty list holds nothing, and is there.
    if (list) return undefined;
    // Keys alone tell what is a text, but not what is absent.
    if (folded !== undefined && value === true) return { [folded]: trusted({ $gte: '' }) };
    return { [path]: trusted(value === true ? { $ne: null } : { $eq: null }) };
  },
};

/** A condition as the database takes it; undefined where no index answers it. */
export function storedCondition(
  fields: StoredFields,
  condition: ListCondition,
): TextFilter | undefined {
  const field = Object.hasOwn(fields, condition.field) ? fields[condition.field] : undefined;
  if (!field || (field.blank && !isOfText(condition))) return undefined;
  if (field.keyOf) return ofKeys(field.path, field.keyOf, condition);
  return BUILDERS[condition.verb](field, condition);
}

/** Verbs that an index answers, those that find least first. */
const FINDING: readonly ReadonlySet<ListCondition['verb']>[] = [
  new Set(['equals', 'in']),
  new Set(['startsWith']),
  // Walks the keys of the index, which is less than to look at documents.
  new Set(['contains', 'gt', 'gte', 'lt', 'lte', 'exists']),
];
/** Conditions on the order of the list that are worth more than a part of another text. */
const RANGES: ReadonlySet<ListCondition['verb']> = new Set(['gt', 'gte', 'lt', 'lte']);

/**
 * The index by which the conditions find least; none where the one of the list's order does.
 * @param order the field that the list is ordered by.
 */
export function fieldIndex(
  fields: StoredFields,
  order: string,
  conditions: readonly ListCondition[],
): FieldIndex | undefined {
  const found = conditions.filter((condition) => storedCondition(fields, condition));
  const isRange = found.some(({ field, verb }) => field === order && RANGES.has(verb));
  for (const verbs of isRange ? FINDING.slice(0, -1) : FINDING) {
    const those = found.filter((condition) => verbs.has(condition.verb) && isNarrow(condition));
    if (those.some(({ field }) => field === order)) return undefined;
    const indexes = those.map((condition) => indexOf(fields, condition));
    const first = indexes.find((index) => index !== undefined);
    if (first) return first;
  }
  return undefined;
}

function indexOf(
  fields: StoredFields,
  { field, verb, values }: ListCondition,
): FieldIndex | undefined {
  const stored = fields[field];
  if (!stored || (isWalk(verb) && !stored.apart)) return undefined;
  const name = stored.path === '_id' ? '_id_' : stored.index;
  if (name === undefined) return undefined;
  return { name, isOrdered: isEquality(verb) && values.length === 1 };
}

/** Whether there is anything to look for in an index. */
function isNarrow({ verb, values: [value] }: ListCondition): boolean {
  return verb === 'exists' ? value === true : value !== '';
}

/** Whether so many may match that an index of its own is worth it only where no other one holds the field. */
function isWalk(verb: ListCondition['verb']): boolean {
  return verb === 'contains' || verb === 'exists' || RANGES.has(verb);
}

function isEquality(verb: ListCondition['verb']): boolean {
  return verb === 'equals' || verb === 'in';
}

function ofKeys(
  path: string,
  keyOf: (value: string) => string | RegExp,
  { verb, values }: ListCondition,
): TextFilter | undefined {
  if (!isEquality(verb)) return undefined;
  return { [path]: trusted({ $in: values.map((value) => keyOf(String(value))) }) };
}

/** Whether it makes no difference to a condition that an absent text is stored as an empty one. */
function isOfText({ verb, values }: ListCondition): boolean {
  if (verb === 'contains' || verb === 'startsWith') return true;
  return isEquality(verb) && !values.includes('');
}

/**
 * Whether a filter names the values of a path: an index that begins with it holds little else.
 * @param among all of these; any where it is absent.
 */
export function namesValuesOf(
  filter: TextFilter,
  path: string,
  among?: readonly unknown[],
): boolean {
  const condition = filter[path];
  if (typeof condition === 'object' && condition !== null && '$in' in condition) {
    return !among || (condition.$in as unknown[]).every((value) => among.includes(value));
  }
  const parts = filter['$and'];
  return (
    Array.isArray(parts) && (parts as TextFilter[]).some((part) => namesValuesOf(part, path, among))
  );
}

const BOUNDS = new Set(['$gt', '$gte', '$lt', '$lte']);

/** Whether a filter says no more than between which values a path lies: an index of several paths bounds it. */
export function boundsOnly(filter: TextFilter, path: string): boolean {
  return Object.entries(filter).every(([key, condition]) =>
    key === '$and'
      ? (condition as TextFilter[]).every((part) => boundsOnly(part, path))
      : key === path && Object.keys(condition as object).every((operator) => BOUNDS.has(operator)),
  );
}

/** Whether a filter asks about these paths alone. */
export function asksOnly(filter: TextFilter, paths: readonly string[]): boolean {
  return Object.entries(filter).every(([key, condition]) =>
    key === '$and'
      ? (condition as TextFilter[]).every((part) => asksOnly(part, paths))
      : paths.includes(key),
  );
}

/** Whether a filter looks for a part of a text, which an index is walked for. */
export function seeksPartOfText(filter: TextFilter): boolean {
  return Object.entries(filter).some(([path, condition]) =>
    path === '$and'
      ? (condition as TextFilter[]).some(seeksPartOfText)
      : typeof condition === 'object' && condition !== null && '$regex' in condition,
  );
}

/** What equals a text has its folded form too: by that the index finds it. */
function equality({ path, folded, date }: StoredField, values: readonly ListValue[]): TextFilter {
  const own = { [path]: trusted({ $in: values.map((value) => toStored(value, date)) }) };
  if (folded === undefined) return own;
  const foldedValues = values.map((value) => foldText(String(value)));
  return allOf([{ [folded]: trusted({ $in: foldedValues }) }, own]);
}

function compared(operator: '$gt' | '$gte' | '$lt' | '$lte'): Builder {
  return ({ path, folded, date }, { kind, values: [value = ''] }) => {
    if (folded !== undefined) return { [folded]: trusted({ [operator]: foldText(String(value)) }) };
    const isText = kind === 'text' || kind === 'any';
    return isText ? undefined : { [path]: trusted({ [operator]: toStored(value, date) }) };
  };
}

function toStored(value: ListValue, isDate: true | undefined): ListValue | Date {
  return isDate ? new Date(Number(value)) : value;
}
