import { pathKey } from './attribute-path.js';
import { type Compare, type Filter } from './filter.js';
import { scimError } from './scim-error.js';

/** A value by which an index finds a few resources. */
export interface Point<Key extends string = string> {
  /** `userName`, `emails.value`. */
  readonly key: Key;
  readonly value: string;
}

/** How the resources that meet a filter are found. */
export type FilterPlan<Key extends string = string> =
  /** All of them are among those that one of these finds; the filter decides which, where there is one. */
  | { readonly kind: 'points'; readonly points: readonly Point<Key>[]; readonly filter?: Filter }
  /** They are a part of the list, which an index has in its order; nothing else decides. */
  | { readonly kind: 'part'; readonly prefix?: string; readonly active?: boolean };

/** What indexes know of a type of resources. */
export interface IndexedKeys<Key extends string = string> {
  readonly points: readonly Key[];
  /** The list is in the order of it. */
  readonly order: string;
  /** Stands in the index of the list. */
  readonly flag?: string;
  /** Every resource has these. */
  readonly always: readonly string[];
}

const POINTS_MAX = 100;

/**
 * How to find what meets a filter without looking at everything.
 * @throws AppError `invalid-input`: `invalidFilter` for what no index answers, `tooMany` for too many values.
 */
export function planFilter<Key extends string>(
  filter: Filter | undefined,
  keys: IndexedKeys<Key>,
): FilterPlan<Key> {
  if (!filter) return { kind: 'part' };
  const points = pointsOf(filter, keys);
  if (points) {
    if (points.length > POINTS_MAX)
      throw scimError('tooMany', `The filter names more than ${POINTS_MAX} values`);
    return { kind: 'points', points, ...(!isOnlyPoints(filter) && { filter }) };
  }
  const part = partOf(filter, keys);
  if (part) return { kind: 'part', ...part };
  const known = [...keys.points.map((key) => `${key} eq`), `${keys.order} sw`];
  const flags = keys.flag === undefined ? [] : [`${keys.flag} eq`];
  throw scimError(
    'invalidFilter',
    `No index answers the filter; these are answered, alone or with others by and: ${[...known, ...flags].join(', ')}`,
  );
}

/** A filter that says no more than its points: indexes have found what meets it. */
function isOnlyPoints(filter: Filter): boolean {
  if (filter.kind === 'or') return filter.filters.every(isOnlyPoints);
  return filter.kind === 'compare' || (filter.kind === 'some' && isOnlyPoints(filter.filter));
}

function pointsOf<Key extends string>(
  filter: Filter,
  keys: IndexedKeys<Key>,
  above = '',
): readonly Point<Key>[] | undefined {
  if (filter.kind === 'or') {
    const parts = filter.filters.map((one) => pointsOf(one, keys, above));
    return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
  }
  if (filter.kind === 'and') {
    const parts = filter.filters.flatMap((one) => {
      const points = pointsOf(one, keys, above);
      return points ? [points] : [];
    });
    return parts.sort((a, b) => a.length - b.length)[0];
  }
  if (filter.kind === 'some') return pointsOf(filter.filter, keys, `${pathKey(filter.path)}.`);
  return filter.kind === 'compare' ? pointOf(filter, keys, above) : undefined;
}

function pointOf<Key extends string>(
  { path, op, value }: Compare,
  { points }: IndexedKeys<Key>,
  above: string,
): readonly Point<Key>[] | undefined {
  const key = points.find((one) => one === `${above}${pathKey(path)}`);
  return key !== undefined && op === 'eq' && typeof value === 'string'
    ? [{ key, value }]
    : undefined;
}

interface ListPart {
  readonly prefix?: string;
  readonly active?: boolean;
}

function partOf(filter: Filter, keys: IndexedKeys): ListPart | undefined {
  if (filter.kind === 'and') {
    const parts = filter.filters.map((one) => partOf(one, keys));
    return parts.every((part) => part !== undefined) ? joined(parts) : undefined;
  }
  if (filter.kind === 'present') return keys.always.includes(pathKey(filter.path)) ? {} : undefined;
  return filter.kind === 'compare' ? partBy(filter, keys) : undefined;
}

function partBy({ op, value, path }: Compare, { order, flag }: IndexedKeys): ListPart | undefined {
  const key = pathKey(path);
  if (op === 'sw' && key === order && typeof value === 'string') return { prefix: value };
  return op === 'eq' && key === flag && typeof value === 'boolean' ? { active: value } : undefined;
}

/** Two conditions of one kind are no part of the list that an index has. */
function joined(parts: readonly ListPart[]): ListPart | undefined {
  const all = parts.flatMap((part) => Object.keys(part));
  if (new Set(all).size < all.length) return undefined;
  return parts.reduce<ListPart>((joint, part) => ({ ...joint, ...part }), {});
}
