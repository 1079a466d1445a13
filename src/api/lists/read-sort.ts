import { isJsonObject } from '../../kernel/json.js';
import { type SortDirection } from '../../kernel/page.js';
import { jsonPointer } from '../../kernel/json-pointer.js';
import { readJsonObject } from '../query/json-text.js';
import { type ListDeclaration } from './list-declaration.js';
import { type SortKey } from './list-request.js';
import { type Given, type Read } from './read-conditions.js';

/** How callers write a direction. */
export const DIRECTIONS: Readonly<Record<string, SortDirection>> = {
  '1': 1,
  asc: 1,
  ascending: 1,
  '-1': -1,
  desc: -1,
  descending: -1,
};

/** `sort=name&order=-1`, `sort[name]=-1` or `order[name]=-1`; several fields count one after the other. */
export function readSort(list: ListDeclaration, given: Given): Read<SortKey> {
  const [sort, order] = ['sort', 'order'].map((key) =>
    list.ownKeys.has(key) ? undefined : objectIn(given[key]),
  );
  if (isJsonObject(order)) {
    const keys = readKeys(list, order, ['order']);
    return sort === undefined ? keys : refused(['order'], 'names its fields itself, without sort');
  }
  return readOrdered(list, sort, order);
}

function readOrdered(list: ListDeclaration, sort: unknown, order: unknown): Read<SortKey> {
  const direction = directionOf(order);
  if (order !== undefined && direction === undefined) return wrongDirection(['order']);
  if (!isJsonObject(sort)) return readNames(list, sort, direction);
  const keys = readKeys(list, sort, ['sort']);
  if (direction === undefined || keys.faults.length > 0) return keys;
  return refused(['order'], 'must not stand beside sort with directions of its own');
}

/** `sort=name`, `sort=name,version`; an order alone turns the list's own order round. */
function readNames(
  list: ListDeclaration,
  sort: unknown,
  direction: SortDirection | undefined,
): Read<SortKey> {
  const [own, usual] = list.order;
  if (sort === undefined || (list.sortFlag && isFlag(sort)))
    return direction === undefined
      ? { values: [], faults: [] }
      : { values: [{ field: own, direction }], faults: [] };
  if (typeof sort !== 'string') return refused(['sort'], 'must be text or an object');
  const keys = sort.split(',').map((field) => {
    const fallback = list.fields.get(field)?.name === own ? usual : 1;
    return readKey(list, field, direction ?? fallback, ['sort']);
  });
  return joined(keys);
}

function readKeys(list: ListDeclaration, object: Given, path: readonly string[]): Read<SortKey> {
  return joined(
    Object.entries(object).map(([field, given]) => {
      const below = [...path, field];
      if (isJsonObject(given)) return readKeys(list, prefixed(field, given), path);
      const direction = directionOf(given);
      return direction === undefined
        ? wrongDirection(below)
        : readKey(list, field, direction, below);
    }),
  );
}

function prefixed(field: string, object: Given): Given {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [`${field}.${key}`, value]),
  );
}

function readKey(
  list: ListDeclaration,
  name: string,
  direction: SortDirection,
  path: readonly string[],
): Read<SortKey> {
  const field = list.fields.get(name);
  if (field && !field.listed) return { values: [{ field: field.name, direction }], faults: [] };
  return refused(path, `is nothing to sort by; there are ${sortable(list).join(', ')}`);
}

/** The fields that a list is ordered by. */
export function sortable({ fields }: ListDeclaration): readonly string[] {
  return [...fields].filter(([, { listed }]) => !listed).map(([name]) => name);
}

function directionOf(given: unknown): SortDirection | undefined {
  const word = typeof given === 'number' ? String(given) : given;
  return typeof word === 'string' && Object.hasOwn(DIRECTIONS, word) ? DIRECTIONS[word] : undefined;
}

const FLAG = /^(true|false)$/i;
const isFlag = (given: unknown): boolean => FLAG.test(String(given));

function objectIn(given: unknown): unknown {
  return typeof given === 'string' ? (readJsonObject(given) ?? given) : given;
}

function joined(all: readonly Read<SortKey>[]): Read<SortKey> {
  return {
    values: all.flatMap(({ values }) => values),
    faults: all.flatMap(({ faults }) => faults),
  };
}

function wrongDirection(path: readonly string[]): Read<never> {
  return refused(path, `must be one of ${Object.keys(DIRECTIONS).join(', ')}`);
}

function refused(path: readonly string[], detail: string): Read<never> {
  return { values: [], faults: [{ pointer: jsonPointer(path), detail }] };
}
