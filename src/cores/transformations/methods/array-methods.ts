import { joinedText } from '../coerce.js';
import { assertShallow } from '../meter.js';
import { type MethodCall, type MethodTable } from '../method-call.js';
import { isList, memberOf, type Value, type ValueList } from '../value.js';

/** Methods of lists that call no function. The list comes first; it never changes, a new one is answered. */
export const ARRAY_METHODS: MethodTable = {
  at: (call) => call.list(0).at(call.optionalNumber(1) ?? 0),
  concat: concatenated,
  copyWithin: (call) =>
    [...made(call, call.list(0))].copyWithin(
      call.optionalNumber(1) ?? 0,
      call.optionalNumber(2) ?? 0,
      call.optionalNumber(3),
    ),
  entries: (call) => made(call, call.list(0)).map((item, at) => [at, item]),
  fill: filled,
  flat: (call) => flattened(call, call.list(0), call.optionalNumber(1) ?? 1),
  getIndex: (call) => memberOf(call.present(0), call.anyText(1)),
  includes: (call) => searched(call).includes(call.args[1], call.optionalNumber(2)),
  indexOf: (call) => searched(call).indexOf(call.args[1], call.optionalNumber(2)),
  isArray: (call) => isList(call.args[0]),
  join: (call) => joinedText(call.list(0), call.optionalText(1) ?? ',', call.meter),
  keys: (call) => made(call, call.list(0)).map((_, at) => at),
  lastIndexOf: (call) =>
    searched(call).lastIndexOf(call.args[1], call.optionalNumber(2) ?? Infinity),
  length: (call) => memberOf(call.present(0), 'length'),
  'new Array': (call) => made(call, call.args),
  of: (call) => made(call, call.args),
  /** What is taken away and what is left, `/return/value` and `/return/array`. */
  pop: (call) => ({ value: call.list(0).at(-1), array: made(call, call.list(0).slice(0, -1)) }),
  push: (call) => extended(call, call.args.slice(1)),
  reverse: (call) => [...made(call, call.list(0))].reverse(),
  setIndex: (call) => withIndex(call),
  shift: (call) => ({ value: call.list(0)[0], array: made(call, call.list(0).slice(1)) }),
  slice: (call) => made(call, call.list(0).slice(call.optionalNumber(1), call.optionalNumber(2))),
  splice: spliced,
  toLocaleString: (call: MethodCall) => joinedText(call.list(0), ',', call.meter),
  toReversed: (call) => [...made(call, call.list(0))].reverse(),
  toSpliced: (call) => cut(call).array,
  toString: (call: MethodCall) => joinedText(call.list(0), ',', call.meter),
  unshift: (call) => made(call, [...call.args.slice(1), ...call.list(0)]),
  values: (call) => made(call, call.list(0)),
  with: (call) => {
    const list = [...made(call, call.list(0))];
    const at = Math.trunc(call.optionalNumber(1) ?? 0);
    const place = at < 0 ? list.length + at : at;
    if (!(place >= 0 && place < list.length)) call.fail(`${at} is no place in it`);
    list[place] = call.args[2];
    return list;
  },
};

/** `new Array(length)`; polymorphIndex 1 of the declaration. */
export function arrayOfLength(call: MethodCall): ValueList {
  const length = call.number(0);
  if (!Number.isSafeInteger(length) || length < 0) call.fail(`${length} is no length of an array`);
  call.meter.list(length);
  return Array.from({ length }, () => undefined);
}

/** A new list, counted. */
function made(call: MethodCall, list: ValueList): ValueList {
  call.meter.list(list.length);
  return list;
}

function searched(call: MethodCall): ValueList {
  const list = call.list(0);
  call.meter.spend(list.length / 64);
  return list;
}

function concatenated(call: MethodCall): ValueList {
  return extended(call, call.args.slice(1).flat());
}

function extended(call: MethodCall, added: ValueList): ValueList {
  const list = call.extensibleList(0);
  call.meter.list(added.length);
  for (const item of added) list.push(item);
  return list;
}

function filled(call: MethodCall): ValueList {
  const list = [...made(call, call.list(0))];
  return list.fill(call.args[1], call.optionalNumber(2), call.optionalNumber(3));
}

function flattened(call: MethodCall, list: ValueList, levels: number, depth = 0): ValueList {
  assertShallow(depth);
  const flat: Value[] = [];
  for (const item of list) {
    if (isList(item) && levels >= 1) {
      for (const inner of flattened(call, item, levels - 1, depth + 1)) flat.push(inner);
    } else flat.push(item);
  }
  return made(call, flat);
}

function withIndex(call: MethodCall): ValueList {
  const list = [...made(call, call.list(0))];
  const at = call.number(1);
  if (!Number.isSafeInteger(at) || at < 0 || at > list.length) call.fail(`${at} is no place in it`);
  list[at] = call.args[2];
  return list;
}

/** What is taken out and what is left, `/return/spliced` and `/return/array`. */
function spliced(call: MethodCall): Value {
  const { spliced: value, array } = cut(call);
  return { spliced: value, array, value };
}

function cut(call: MethodCall): { readonly spliced: ValueList; readonly array: ValueList } {
  const array = [...made(call, call.list(0))];
  const start = call.optionalNumber(1) ?? 0;
  const count = call.optionalNumber(2) ?? array.length;
  const taken = array.splice(start, count, ...call.args.slice(3));
  return { spliced: made(call, taken), array };
}
