import { CollectionValue } from '../collection-value.js';
import { type Method, type MethodCall, type MethodTable } from '../method-call.js';
import { isList, type Value, type ValueList } from '../value.js';
import { type CallbackMethod } from './library.js';
import { iterated } from './iterated.js';

type Kind = CollectionValue['kind'];
type Entries = ReadonlyMap<Value, Value>;

/** Sets: elements that are there once. They never change; what changes one in JavaScript answers another. */
export const SET_METHODS: MethodTable = {
  ...shared('set'),
  add: (call) => setOf(call, [...entriesAt(call, 0, 'set').keys(), call.args[1]]),
  difference: combined((own, other) => without(own, other)),
  intersection: combined((own, other) => [...own.keys()].filter((value) => other.has(value))),
  isDisjointFrom: compared((own, other) => without(own, other).length === own.size),
  isSubsetOf: compared((own, other) => without(own, other).length === 0),
  isSupersetOf: compared((own, other) => without(other, own).length === 0),
  'new Set': (call) => setOf(call, call.isNothing(0) ? [] : iterated(call, 0)),
  symmetricDifference: combined((own, other) => [...without(own, other), ...without(other, own)]),
  union: combined((own, other) => [...own.keys(), ...other.keys()]),
};

/** Maps: values under keys of any kind, likewise. */
export const MAP_METHODS: MethodTable = {
  ...shared('map'),
  get: (call) => entriesAt(call, 0, 'map').get(call.args[1]),
  'new Map': (call) => mapOf(call, call.isNothing(0) ? [] : pairsAt(call, 0)),
  set: (call) => mapOf(call, [...entriesAt(call, 0, 'map'), [call.args[1], call.args[2]]]),
};

/** `forEach`, which comes to nothing here as everywhere. */
export const SET_CALLBACKS = { forEach: forEach('set') };

/** `forEach`, and what makes a map of a list: elements under what a function answers for them. */
export const MAP_CALLBACKS = {
  forEach: forEach('map'),
  groupBy: grouping((call, groups) => mapOf(call, groups)),
};

/** A method that gathers the elements of a list under what its function answers for each. */
export function grouping(
  answer: (call: MethodCall, groups: [Value, Value[]][]) => Value,
): CallbackMethod {
  const run: Method = (call) => {
    const groups = new Map<Value, Value[]>();
    iterated(call, 0).forEach((item, at) => {
      const key = call.invoke(item, at);
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    });
    return answer(call, [...groups]);
  };
  return { extrasFrom: 2, accumulates: false, run };
}

/** What sets and maps have in common. */
function shared(kind: Kind): MethodTable {
  return {
    clear: (call) => {
      entriesAt(call, 0, kind);
      return made(call, kind, []);
    },
    /** Whether it was there, and what is left: `/return/value`, and `/return/set` or `/return/map`. */
    delete: (call) => {
      const left = new Map(entriesAt(call, 0, kind));
      const value = left.delete(call.args[1]);
      return { value, [kind]: made(call, kind, [...left]) };
    },
    entries: (call) => counted(call, [...entriesAt(call, 0, kind)]),
    has: (call) => entriesAt(call, 0, kind).has(call.args[1]),
    keys: (call) => counted(call, [...entriesAt(call, 0, kind).keys()]),
    size: (call) => entriesAt(call, 0, kind).size,
    values: (call) => counted(call, [...entriesAt(call, 0, kind).values()]),
  };
}

function forEach(kind: Kind): CallbackMethod {
  const run: Method = (call) => {
    for (const [key, value] of entriesAt(call, 0, kind)) call.invoke(value, key, call.args[0]);
    return undefined;
  };
  return { extrasFrom: 2, accumulates: false, run };
}

function combined(combine: (own: Entries, other: Entries) => ValueList): Method {
  return (call) => setOf(call, combine(entriesAt(call, 0, 'set'), otherAt(call)));
}

function compared(compare: (own: Entries, other: Entries) => boolean): Method {
  return (call) => compare(entriesAt(call, 0, 'set'), otherAt(call));
}

function without(own: Entries, other: Entries): ValueList {
  return [...own.keys()].filter((value) => !other.has(value));
}

function entriesAt(call: MethodCall, at: number, kind: Kind): Entries {
  const value = call.args[at];
  if (!(value instanceof CollectionValue) || value.kind !== kind)
    return call.wrongType(at, `a ${kind}`);
  call.meter.spend(value.size / 64);
  return value.entries;
}

/** The other set of two; the keys of a map do as well, as in JavaScript. */
function otherAt(call: MethodCall): Entries {
  const other = call.args[1];
  return entriesAt(call, 1, other instanceof CollectionValue ? other.kind : 'set');
}

function pairsAt(call: MethodCall, at: number): readonly (readonly [Value, Value])[] {
  return iterated(call, at).map((pair, place) =>
    isList(pair) ? [pair[0], pair[1]] : call.fail(`entry ${place} is no pair`),
  );
}

function setOf(call: MethodCall, values: ValueList): Value {
  return made(
    call,
    'set',
    values.map((value): readonly [Value, Value] => [value, value]),
  );
}

function mapOf(call: MethodCall, pairs: readonly (readonly [Value, Value])[]): Value {
  return made(call, 'map', pairs);
}

function made(call: MethodCall, kind: Kind, pairs: readonly (readonly [Value, Value])[]): Value {
  call.meter.object(pairs.length);
  return new CollectionValue<Value>(kind, new Map(pairs));
}

function counted(call: MethodCall, list: ValueList): ValueList {
  call.meter.list(list.length);
  return list;
}
