import { type CallArgs } from '../call-args.js';
import { type Meter } from '../meter.js';
import { elementsOf, isDict, keyOf } from '../values/kinds.js';
import { Tuple } from '../values/tuple.js';
import { type Dict, type Value } from '../values/value.js';
import { type Method } from './method.js';

type DictMethod = Method<Dict>;

/** Methods of mappings, as Python's have. They change the template's own copy and nothing else. */
export const DICT_METHODS: ReadonlyMap<string, DictMethod> = new Map<string, DictMethod>([
  ['items', (dict, _, meter) => pairsOf(dict, meter)],
  ['keys', (dict, _, meter) => listed(dict, [...dict.keys()], meter)],
  ['values', (dict, _, meter) => listed(dict, [...dict.values()], meter)],
  ['get', got],
  ['copy', (dict, _, meter) => copyOf(dict, meter)],
  ['clear', clear],
  ['update', update],
  ['pop', pop],
  ['setdefault', setDefault],
]);

/** Pairs of key and value. */
export function pairsOf(dict: Dict, meter: Meter): Value[] {
  meter.entries(dict.size * 2);
  return Array.from(dict, (pair) => Tuple.holding(pair));
}

function listed(dict: Dict, items: Value[], meter: Meter): Value[] {
  meter.entries(dict.size);
  return items;
}

/** A mapping of the same members. */
export function copyOf(dict: Dict, meter: Meter): Dict {
  meter.entries(dict.size);
  return new Map(dict);
}

function got(dict: Dict, args: CallArgs): Value {
  const key = keyOf(args.needed(0, 'key'));
  return dict.get(key) ?? (dict.has(key) ? null : fallback(args));
}

function clear(dict: Dict): Value {
  dict.clear();
  return null;
}

function fallback(args: CallArgs): Value {
  return args.value(1, 'default') ?? null;
}

function update(dict: Dict, args: CallArgs, meter: Meter): Value {
  const [given] = args.positional;
  for (const [key, value] of given === undefined ? [] : entriesOf(given, args))
    put(dict, key, value, meter);
  for (const [key, value] of args.named) put(dict, key, value, meter);
  return null;
}

/** What a mapping can be made of: another one, or a list of pairs. */
export function entriesOf(value: Value, args: CallArgs): readonly (readonly [Value, Value])[] {
  if (isDict(value)) return [...value];
  return elementsOf(value).map((pair): readonly [Value, Value] => {
    const [key, member] = Array.isArray(pair) && pair.length === 2 ? pair : [];
    if (key === undefined || member === undefined) throw args.fault('takes pairs of key and value');
    return [key, member];
  });
}

function put(dict: Dict, key: Value, value: Value, meter: Meter): void {
  meter.entries(1);
  dict.set(keyOf(key), value);
}

function pop(dict: Dict, args: CallArgs): Value {
  const key = keyOf(args.needed(0, 'key'));
  const value = dict.get(key) ?? args.value(1, 'default');
  if (value === undefined && !dict.has(key)) throw args.fault('does not find the key');
  dict.delete(key);
  return value ?? null;
}

function setDefault(dict: Dict, args: CallArgs, meter: Meter): Value {
  const key = keyOf(args.needed(0, 'key'));
  const present = dict.get(key);
  if (present !== undefined) return present;
  put(dict, key, fallback(args), meter);
  return fallback(args);
}
