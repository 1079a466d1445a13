import { foldText } from '../../kernel/folded-text.js';
import { JsonText } from '../../kernel/json-text.js';
import { type ListCondition, type ListValue } from '../../kernel/list-condition.js';
import { type ListDeclaration } from './list-declaration.js';
import { type SortKey } from './list-request.js';

/** What a condition asks of one value that is there. */
type Test = (value: unknown) => boolean;
type TestMaker = (condition: ListCondition) => Test;

/** Whether an item, as it is shown, is what a condition asks for. */
export function holds(condition: ListCondition): (item: object) => boolean {
  const path = condition.field.split('.');
  const { verb, values } = condition;
  const test = TESTS[verb](condition);
  return (item) => {
    const found = valuesAt(item, path, condition.field);
    if (verb === 'exists') return found.length > 0 === values[0];
    if (verb === 'not-in') return !found.some(test);
    return isAlways(condition) || found.some(test);
  };
}

/** Orders items by fields of theirs; what is not there comes first. */
export function compareBy(
  sort: readonly SortKey[],
  { fields }: Partial<Pick<ListDeclaration, 'fields'>> = {},
): (a: object, b: object) => number {
  const keys = sort.map(({ field, direction }) => {
    const isTime = fields?.get(field)?.kind === 'time';
    const path = field.split('.');
    const keyOf = (item: object): SortValue => sortValue(valuesAt(item, path, field)[0], isTime);
    return { keyOf, direction };
  });
  return (a, b) => {
    for (const { keyOf, direction } of keys) {
      const order = compared(keyOf(a), keyOf(b));
      if (order !== 0) return order * direction;
    }
    return 0;
  };
}

/** Every text holds and begins with the empty one. */
function isAlways({ verb, values }: ListCondition): boolean {
  return (verb === 'contains' || verb === 'startsWith') && foldText(String(values[0])) === '';
}

const EQUALITY: TestMaker = ({ kind, values }) => {
  const wanted = new Set(values);
  return (found) => wanted.has(comparable(found, kind));
};
const TESTS: Readonly<Record<ListCondition['verb'], TestMaker>> = {
  equals: EQUALITY,
  in: EQUALITY,
  'not-in': EQUALITY,
  contains: ({ values: [value] }) => {
    const part = foldText(String(value));
    return (found) => foldText(textOf(found)).includes(part);
  },
  startsWith: ({ values: [value] }) => {
    const start = foldText(String(value));
    return (found) => foldText(textOf(found)).startsWith(start);
  },
  gt: (condition) => comparison('gt', condition),
  gte: (condition) => comparison('gte', condition),
  lt: (condition) => comparison('lt', condition),
  lte: (condition) => comparison('lte', condition),
  exists: () => () => true,
};

function comparison(verb: 'gt' | 'gte' | 'lt' | 'lte', { kind, values }: ListCondition): Test {
  const [value = ''] = values;
  const [text, number] = [sortValue(value, false), sortValue(Number(value), false)];
  return (found) => {
    const key = typeof found === 'number' ? number : text;
    return passes(verb, sortValue(found, kind === 'time'), key);
  };
}

/** Values of different types do not compare. */
function passes(verb: 'gt' | 'gte' | 'lt' | 'lte', found: SortValue, key: SortValue): boolean {
  if (found[0] !== key[0]) return false;
  const order = compared(found, key);
  if (order === 0) return verb === 'gte' || verb === 'lte';
  return order > 0 === (verb === 'gt' || verb === 'gte');
}

/** A value as the values of a condition of this kind are written. */
function comparable(value: unknown, kind: ListCondition['kind']): ListValue {
  if (kind === 'time') return timeOf(value);
  if (kind === 'number' || kind === 'flag') return value as ListValue;
  return textOf(value);
}

type SortValue = readonly [rank: number, value: number | Buffer];
const ABSENT: SortValue = [0, 0];

function sortValue(value: unknown, isTime: boolean): SortValue {
  if (value === undefined) return ABSENT;
  if (isTime && typeof value !== 'number') return [1, timeOf(value)];
  if (typeof value === 'number' || typeof value === 'boolean') return [1, Number(value)];
  // The order of the database: code points of the folded text.
  return [2, Buffer.from(foldText(textOf(value)))];
}

function compared([rankA, a]: SortValue, [rankB, b]: SortValue): number {
  if (rankA !== rankB) return rankA - rankB;
  if (typeof a === 'number' || typeof b === 'number') return Number(a) - Number(b);
  return Buffer.compare(a, b);
}

function timeOf(value: unknown): number {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'number' ? value : Date.parse(textOf(value));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The values at a path, through lists on the way; nothing for what is absent or null. */
function valuesAt(item: unknown, path: readonly string[], whole: string): readonly unknown[] {
  const own = isPlain(item) && Object.hasOwn(item, whole) ? item[whole] : undefined;
  if (own !== undefined && path.length > 1) return flat(own);
  return path.reduce<readonly unknown[]>(
    (found, key) =>
      found.flatMap((one) => (isPlain(one) && Object.hasOwn(one, key) ? flat(one[key]) : [])),
    [item],
  );
}

function flat(value: unknown): readonly unknown[] {
  const plain = value instanceof JsonText ? value.toJSON() : value;
  const all: readonly unknown[] = Array.isArray(plain) ? plain : [plain];
  return all.filter((one) => one !== undefined && one !== null);
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
