import { type CallArgs } from '../call-args.js';
import { pathOf } from '../values/attributes.js';
import { calculate } from '../values/arithmetic.js';
import { elementsOf, isDict, isTrue, kindOf, orMissing } from '../values/kinds.js';
import { Missing } from '../values/missing.js';
import { textOf } from '../values/printing.js';
import { Tuple } from '../values/tuple.js';
import { type Args, type Value } from '../values/value.js';
import { type Filter, type Filters, type Tools } from './filter.js';

/** Filters of lists, and of what can be gone through. */
export const LIST_FILTERS: Filters = new Map<string, Filter>([
  ['length', length],
  ['count', length],
  ['first', (value) => orMissing(elementsOf(value)[0], 'there is no first element')],
  ['last', (value) => orMissing(elementsOf(value).at(-1), 'there is no last element')],
  ['list', (value, _, tools) => listOf(value, tools)],
  ['reverse', reverse],
  ['join', join],
  ['sum', sum],
  ['map', map],
  ['select', (value, args, tools) => chosen(value, tools, tested(args, 0, tools))],
  ['reject', (value, args, tools) => chosen(value, tools, negated(tested(args, 0, tools)))],
  ['selectattr', (value, args, tools) => chosen(value, tools, testedAttribute(args, tools))],
  [
    'rejectattr',
    (value, args, tools) => chosen(value, tools, negated(testedAttribute(args, tools))),
  ],
  ['batch', batch],
  ['slice', slice],
  ['flatten', flatten],
  ['zip', zip],
]);

function length(value: Value, args: CallArgs): Value {
  if (typeof value === 'string') return Array.from(value).length;
  if (Array.isArray(value)) return value.length;
  if (isDict(value)) return value.size;
  if (value instanceof Missing) return 0;
  throw args.wrongKind(value);
}

function listOf(value: Value, { meter }: Tools): Value[] {
  const items = elementsOf(value);
  meter.entries(items.length);
  return Array.from(items);
}

function reverse(value: Value, _: CallArgs, tools: Tools): Value {
  if (typeof value === 'string') return Array.from(value).reverse().join('');
  return listOf(value, tools).reverse();
}

function join(value: Value, args: CallArgs, { meter }: Tools): Value {
  const by = textOf(args.value(0, 'd') ?? '', meter);
  const attribute = args.value(1, 'attribute');
  const items = elementsOf(value);
  meter.entries(items.length);
  const parts = items.map((item) =>
    textOf(attribute === undefined ? item : pathOf(item, attribute), meter),
  );
  meter.text(parts.reduce((total, part) => total + part.length + by.length, 0));
  return parts.join(by);
}

function sum(value: Value, args: CallArgs, { meter }: Tools): Value {
  const attribute = args.value(0, 'attribute') ?? null;
  return elementsOf(value).reduce(
    (total, item) => {
      meter.spend();
      return calculate('+', total, attribute === null ? item : pathOf(item, attribute), meter);
    },
    args.value(1, 'start') ?? 0,
  );
}

function map(value: Value, args: CallArgs, tools: Tools): Value {
  const attribute = args.named.get('attribute');
  const items = elementsOf(value);
  tools.meter.entries(items.length);
  if (attribute === undefined) {
    const { name, rest } = named(args, 0);
    return items.map((item) => tools.filter(name, item, rest));
  }
  const fallback = args.named.get('default');
  return items.map((item) => {
    tools.meter.spend();
    const found = pathOf(item, attribute);
    return found instanceof Missing && fallback !== undefined ? fallback : found;
  });
}

/** The name of a filter or a test among the arguments, and the arguments that are for it. */
function named(args: CallArgs, at: number): { readonly name: string; readonly rest: Args } {
  const name = args.text(at, 'name');
  return { name, rest: { positional: args.positional.slice(at + 1), named: args.named } };
}

type Choice = (item: Value) => boolean;

function tested(args: CallArgs, at: number, tools: Tools): Choice {
  if (args.positional.length <= at) return isTrue;
  const { name, rest } = named(args, at);
  return (item) => tools.test(name, item, rest);
}

function testedAttribute(args: CallArgs, tools: Tools): Choice {
  const attribute = args.needed(0, 'attribute');
  const test = tested(args, 1, tools);
  return (item) => test(pathOf(item, attribute));
}

function negated(choice: Choice): Choice {
  return (item) => !choice(item);
}

function chosen(value: Value, { meter }: Tools, choice: Choice): Value {
  return elementsOf(value).filter((item) => {
    meter.spend();
    return choice(item);
  });
}

function batch(value: Value, args: CallArgs, { meter }: Tools): Value {
  const size = args.integer(0, 'linecount');
  if (size < 1) throw args.fault('takes a positive number');
  const items = elementsOf(value);
  const filler = args.value(1, 'fill_with') ?? null;
  const count = Math.ceil(items.length / size);
  meter.entries(filler === null ? items.length + count : count * size);
  return Array.from({ length: count }, (_, at) => {
    const part = items.slice(at * size, (at + 1) * size);
    return filler === null ? part : [...part, ...filled(size - part.length, filler)];
  });
}

function filled(count: number, filler: Value): Value[] {
  return Array.from({ length: Math.max(0, count) }, () => filler);
}

function slice(value: Value, args: CallArgs, { meter }: Tools): Value {
  const count = args.integer(0, 'slices');
  if (count < 1) throw args.fault('takes a positive number');
  const items = elementsOf(value);
  const filler = args.value(1, 'fill_with') ?? null;
  meter.entries(items.length + count * 2);
  const size = Math.floor(items.length / count);
  const longer = items.length % count;
  return Array.from({ length: count }, (_, at) => {
    const start = at * size + Math.min(at, longer);
    const part = items.slice(start, start + size + (at < longer ? 1 : 0));
    return filler !== null && at >= longer && longer > 0 ? [...part, filler] : part;
  });
}

function flatten(value: Value, args: CallArgs, { meter }: Tools): Value {
  const levels = args.optionalInteger(0, 'levels') ?? Number.POSITIVE_INFINITY;
  const flat = (items: readonly Value[], level: number): Value[] => {
    meter.entries(items.length);
    return meter.deeper(() =>
      items.flatMap((item) => (Array.isArray(item) && level > 0 ? flat(item, level - 1) : [item])),
    );
  };
  if (!Array.isArray(value)) throw args.fault(`does not work on ${kindOf(value)}`);
  return flat(value, levels);
}

function zip(value: Value, args: CallArgs, { meter }: Tools): Value {
  const lists = [value, ...args.positional].map(elementsOf);
  const shortest = Math.min(...lists.map((list) => list.length));
  meter.entries(shortest * (lists.length + 1));
  return Array.from({ length: shortest }, (_, at) =>
    Tuple.holding(lists.map((list) => list[at] ?? null)),
  );
}
