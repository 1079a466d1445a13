import { type CallArgs } from '../call-args.js';
import { type Meter } from '../meter.js';
import { pathOf } from '../values/attributes.js';
import { compare, isEqual } from '../values/comparison.js';
import { elementsOf, isDict } from '../values/kinds.js';
import { pairsOf } from '../methods/dict-methods.js';
import { Missing } from '../values/missing.js';
import { toJson } from '../values/printing.js';
import { Tuple } from '../values/tuple.js';
import { type Value } from '../values/value.js';
import { type Filter, type Filters } from './filter.js';

/** Filters that compare elements. */
export const SORTING_FILTERS: Filters = new Map<string, Filter>([
  ['sort', sort],
  ['dictsort', dictSort],
  ['unique', unique],
  ['min', (value, args, { meter }) => extreme(value, args, meter, -1)],
  ['max', (value, args, { meter }) => extreme(value, args, meter, 1)],
  ['groupby', groupBy],
  ['difference', (value, args, { meter }) => set(value, args, meter, (inOther) => !inOther)],
  ['intersect', (value, args, { meter }) => set(value, args, meter, (inOther) => inOther)],
  ['union', union],
  ['symmetric_difference', symmetricDifference],
]);

/** Texts in small letters, unless large and small ones differ. */
function folded(value: Value, caseSensitive: boolean): Value {
  return typeof value === 'string' && !caseSensitive ? value.toLowerCase() : value;
}

function keysOf(attribute: Value | undefined, caseSensitive: boolean): (item: Value) => Value {
  if (attribute === undefined || attribute === null) return (item) => folded(item, caseSensitive);
  const paths = typeof attribute === 'string' ? attribute.split(',') : [attribute];
  return (item) => {
    const keys = paths.map((path) => folded(pathOf(item, path), caseSensitive));
    return keys.length === 1 ? (keys[0] ?? null) : keys;
  };
}

function sort(value: Value, args: CallArgs, { meter }: { readonly meter: Meter }): Value {
  const key = keysOf(args.value(2, 'attribute'), args.flag(1, 'case_sensitive'));
  return sorted(elementsOf(value), key, args.flag(0, 'reverse'), meter);
}

/** Equal ones stay in their order, also where the order is turned round. */
function sorted(
  items: readonly Value[],
  key: (item: Value) => Value,
  isReversed: boolean,
  meter: Meter,
): Value[] {
  meter.entries(items.length * 2);
  const keyed = Array.from(items, (item) => ({ item, key: key(item) }));
  const sign = isReversed ? -1 : 1;
  keyed.sort((one, other) => sign * compare(one.key, other.key, meter));
  return keyed.map(({ item }) => item);
}

function dictSort(value: Value, args: CallArgs, { meter }: { readonly meter: Meter }): Value {
  if (!isDict(value)) throw args.wrongKind(value);
  const by = args.text(1, 'by', 'key');
  if (by !== 'key' && by !== 'value') throw args.fault("sorts by 'key' or 'value'");
  const key = keysOf(by === 'key' ? 0 : 1, args.flag(0, 'case_sensitive'));
  return sorted(pairsOf(value, meter), key, args.flag(2, 'reverse'), meter);
}

function unique(value: Value, args: CallArgs, { meter }: { readonly meter: Meter }): Value {
  const key = keysOf(args.value(1, 'attribute'), args.flag(0, 'case_sensitive'));
  const seen = new Set<string>();
  return elementsOf(value).filter((item) => {
    const mark = markOf(key(item), meter);
    const isNew = !seen.has(mark);
    seen.add(mark);
    return isNew;
  });
}

/** A text that equal values have in common. */
function markOf(value: Value, meter: Meter): string {
  if (value instanceof Missing) return 'undefined';
  const mark = JSON.stringify(toJson(value, meter));
  meter.text(mark.length);
  return mark;
}

function extreme(value: Value, args: CallArgs, meter: Meter, sign: 1 | -1): Value {
  const key = keysOf(args.value(1, 'attribute'), args.flag(0, 'case_sensitive'));
  const items = elementsOf(value);
  let [best] = items;
  if (best === undefined) return new Missing('there is no element');
  for (const item of items) if (sign * compare(key(item), key(best), meter) > 0) best = item;
  return best;
}

function groupBy(value: Value, args: CallArgs, { meter }: { readonly meter: Meter }): Value {
  const attribute = args.needed(0, 'attribute');
  const fallback = args.value(1, 'default');
  const key = (item: Value): Value => {
    const found = pathOf(item, attribute);
    return found instanceof Missing && fallback !== undefined ? fallback : found;
  };
  const fold = (item: Value): Value => folded(key(item), args.flag(2, 'case_sensitive'));
  const groups: Tuple[] = [];
  for (const item of sorted(elementsOf(value), fold, false, meter)) {
    const [grouper, members] = groups.at(-1) ?? [];
    const isSame =
      grouper !== undefined && isEqual(folded(grouper, false), folded(fold(item), false), meter);
    if (isSame && Array.isArray(members)) members.push(item);
    else groups.push(Tuple.holding([key(item), [item]], ['grouper', 'list']));
  }
  meter.entries(groups.length * 3);
  return groups;
}

function marks(items: readonly Value[], meter: Meter): ReadonlySet<string> {
  return new Set(items.map((item) => markOf(item, meter)));
}

/** Elements of one list, each once, by whether they are in the other. */
function set(
  value: Value,
  args: CallArgs,
  meter: Meter,
  isWanted: (inOther: boolean) => boolean,
): Value[] {
  const other = marks(elementsOf(args.needed(0, 'other')), meter);
  const seen = new Set<string>();
  return elementsOf(value).filter((item) => {
    const mark = markOf(item, meter);
    if (seen.has(mark)) return false;
    seen.add(mark);
    return isWanted(other.has(mark));
  });
}

function union(value: Value, args: CallArgs, tools: { readonly meter: Meter }): Value {
  const items = [...elementsOf(value), ...elementsOf(args.needed(0, 'other'))];
  tools.meter.entries(items.length);
  const seen = new Set<string>();
  return items.filter((item) => {
    const mark = markOf(item, tools.meter);
    const isNew = !seen.has(mark);
    seen.add(mark);
    return isNew;
  });
}

function symmetricDifference(
  value: Value,
  args: CallArgs,
  { meter }: { readonly meter: Meter },
): Value {
  const other = args.needed(0, 'other');
  const inOther = marks(elementsOf(value), meter);
  const rest = elementsOf(other).filter((item) => !inOther.has(markOf(item, meter)));
  return [...set(value, args, meter, (isThere) => !isThere), ...rest];
}
