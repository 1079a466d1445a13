import { trusted } from 'mongoose';
import { type SortDirection } from '../../../kernel/page.js';
import { allOf, type TextFilter } from '../text-match.js';

/** Paths of an order with their directions. It ends in what is unique. */
export type Order = Readonly<Record<string, SortDirection>>;

/** Places that are kept lie at least so far apart. */
const STRIDE = 500;
/** Places that are kept of a list in one of its orders. */
const PLACES_MAX = 200;

/** How many documents come before the first one with these values. */
export interface Place {
  readonly at: number;
  /** Of the paths of the order, but for the last one. */
  readonly values: readonly unknown[];
}

/** A place of which no more may be known than how many come before. */
export type End = Pick<Place, 'at'> & Partial<Place>;

/** What is known of a list. */
export interface KnownList {
  readonly total: number;
  /** Absent where the list may have changed since. */
  readonly places?: ListPlaces;
  /** Documents are added behind this place alone; nowhere where it is absent. */
  readonly lasting?: Place;
}

/** Documents from a place to before another one, counted from 0. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Where a read begins, and in which direction it goes. */
export interface Start {
  /** Absent for the beginning and the end of the list. */
  readonly values?: readonly unknown[];
  readonly direction: SortDirection;
  /** Documents to pass over. */
  readonly skip: number;
}

/**
 * Places of a list that somebody has read, for as long as it does not change: passing over documents takes the
 * database as long as there are of them. A place is where the values of the order change, so that a
 * range of an index begins there, be it read up or down.
 */
export class ListPlaces {
  private readonly orders = new Map<string, Place[]>();

  /**
   * From where the fewest documents are passed over.
   * @param end a place behind the span, or where the list ends.
   */
  startFor(order: Order, { from, to }: Span, end: End): Start {
    const places = this.placesOf(order);
    const below = places.findLast(({ at }) => at <= from);
    const above = places.find(({ at }) => at >= to && at <= end.at) ?? end;
    const up = { ...valuesOf(below), direction: 1, skip: from - (below?.at ?? 0) } as const;
    const down = { ...valuesOf(above), direction: -1, skip: above.at - to } as const;
    return up.skip <= down.skip ? up : down;
  }

  /** Notes a place among documents that stand in the list one after the other, unless one near it is known. */
  note(order: Order, from: number, documents: readonly unknown[], total: number): void {
    const paths = placePaths(order);
    const rows = documents.map((document) => paths.map((path) => valueAt(document, path)));
    const first = rows.findIndex((row, at) => at > 0 && isOther(row, rows[at - 1] ?? []));
    const values = rows[first];
    if (!values?.every(isComparable)) return;
    const places = this.placesOf(order);
    const place = { at: from + first, values };
    const apart = Math.max(STRIDE, total / PLACES_MAX);
    if (places.some(({ at }) => Math.abs(at - place.at) < apart)) return;
    const next = places.findIndex(({ at }) => at > place.at);
    places.splice(next === -1 ? places.length : next, 0, place);
  }

  private placesOf(order: Order): Place[] {
    const key = JSON.stringify(order);
    const places = this.orders.get(key) ?? [];
    this.orders.set(key, places);
    return places;
  }
}

/** The part of a list that a read from there finds: up from the place on, down before it. */
export function partFrom(
  filter: TextFilter,
  order: Order,
  { values, direction }: Start,
): TextFilter {
  if (!values) return filter;
  const paths = placePaths(order);
  const ways = paths.map((path, at) => {
    const same = paths.slice(0, at).map((one, which) => [one, values[which]] as const);
    const isFirst = direction === 1 && at === paths.length - 1;
    const operator = `${order[path] === direction ? '$gt' : '$lt'}${isFirst ? 'e' : ''}`;
    const beyond = { [path]: trusted({ [operator]: values[at] }) };
    return allOf([filter, { ...Object.fromEntries(same), ...beyond }]);
  });
  const [only] = ways;
  return ways.length === 1 && only ? only : { $or: ways };
}

/** The same order from its other end. */
export function reversed(order: Order): Order {
  return Object.fromEntries(
    Object.entries(order).map(([path, direction]) => [path, direction === 1 ? -1 : 1]),
  );
}

function placePaths(order: Order): readonly string[] {
  const paths = Object.keys(order);
  return paths.length > 1 ? paths.slice(0, -1) : paths;
}

function valuesOf({ values }: Partial<Place> = {}): Pick<Start, 'values'> {
  return values ? { values } : {};
}

function valueAt(document: unknown, path: string): unknown {
  return (document as Readonly<Record<string, unknown>>)[path];
}

function isOther(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.some((value, at) => plain(value) !== plain(other[at]));
}

/** Ranges hold values of one type alone. */
function isComparable(value: unknown): boolean {
  return typeof value === 'string' || value instanceof Date;
}

function plain(value: unknown): unknown {
  return value instanceof Date ? value.getTime() : value;
}
