import { type CallArgs } from '../call-args.js';
import { type Meter } from '../meter.js';
import { compare, isEqual } from '../values/comparison.js';
import { elementsOf, isTrue } from '../values/kinds.js';
import { type Value } from '../values/value.js';
import { type Method } from './method.js';

type ListMethod = Method<Value[]>;

/** Methods of lists, as Python's have. They change the template's own copy and nothing else. */
export const LIST_METHODS: ReadonlyMap<string, ListMethod> = new Map<string, ListMethod>([
  ['append', (list, args, meter) => added(list, list.length, args.needed(0, 'object'), meter)],
  [
    'insert',
    (list, args, meter) => added(list, args.integer(0, 'index'), args.needed(1, 'object'), meter),
  ],
  ['extend', extend],
  ['pop', pop],
  ['remove', remove],
  ['clear', (list) => emptied(list)],
  ['reverse', (list) => reversed(list)],
  ['copy', (list, _, meter) => copied(list, meter)],
  ['index', (list, args, meter) => found(list, args, meter)],
  ['count', count],
  ['sort', sort],
]);

function emptied(list: Value[]): Value {
  list.splice(0);
  return null;
}

function reversed(list: Value[]): Value {
  list.reverse();
  return null;
}

function added(list: Value[], at: number, item: Value, meter: Meter): Value {
  meter.entries(1);
  list.splice(at, 0, item);
  return null;
}

function extend(list: Value[], args: CallArgs, meter: Meter): Value {
  const items = elementsOf(args.needed(0, 'iterable'));
  meter.entries(items.length);
  // Not by spreading into a call: a long list has more elements than a call has arguments.
  for (const item of [...items]) list.push(item);
  return null;
}

function pop(list: Value[], args: CallArgs): Value {
  const at = args.integer(0, 'index', -1);
  const [item] = list.splice(at, 1);
  if (item === undefined) throw args.fault(`finds no element ${at}`);
  return item;
}

function remove(list: Value[], args: CallArgs, meter: Meter): Value {
  list.splice(found(list, args, meter), 1);
  return null;
}

function copied(list: readonly Value[], meter: Meter): Value[] {
  meter.entries(list.length);
  return [...list];
}

function found(list: readonly Value[], args: CallArgs, meter: Meter): number {
  const wanted = args.needed(0, 'value');
  const at = list.findIndex((item) => isEqual(item, wanted, meter));
  if (at < 0) throw args.fault('does not find it');
  return at;
}

function count(list: readonly Value[], args: CallArgs, meter: Meter): Value {
  const wanted = args.needed(0, 'value');
  return list.filter((item) => isEqual(item, wanted, meter)).length;
}

function sort(list: Value[], args: CallArgs, meter: Meter): Value {
  list.sort((one, other) => compare(one, other, meter));
  if (isTrue(args.value(1, 'reverse') ?? null)) list.reverse();
  return null;
}
