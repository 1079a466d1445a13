import { ARRAY_METHODS } from '../transformations/methods/array-methods.js';
import { CALLBACK_METHODS } from '../transformations/methods/callback-methods.js';
import { sameValue } from '../transformations/equality.js';
import { type Method, type MethodCall } from '../transformations/method-call.js';
import { isUnsafeKey, type Value, type ValueList } from '../transformations/value.js';
import { methodOf, type TaskTable } from './task-row.js';

const native = (name: string): Method => methodOf(ARRAY_METHODS, name);
const SEARCHED = ['arr', 'searchElement|searchValue', 'fromIndex?'];

/** Methods of lists: what JavaScript does to the list itself happens to a copy, which is put out. */
export const ARRAY_TASKS: TaskTable = {
  arrayConcat: { args: ['arr', 'arrayN'], output: 'combinedArray', run: native('concat') },
  arrayIncludes: {
    args: SEARCHED,
    output: 'result',
    run: (call) => from(call).some((item) => sameValue(item, call.args[1])),
  },
  arrayIndexOf: { args: SEARCHED, output: 'index', run: native('indexOf') },
  arrayLastIndexOf: { args: SEARCHED, output: 'index', run: lastIndexOf },
  arrayLength: { args: ['arr'], output: 'length', run: (call) => call.list(0).length },
  arrayPop: { args: ['arr'], output: 'poppedArray', run: part(0, -1) },
  arrayPush: { args: ['arr', 'elementN'], output: 'pushedArray', run: native('push') },
  arrayShift: { args: ['arr'], output: 'shiftedArray', run: part(1) },
  arraySlice: {
    args: ['arr', 'begin|start?', 'end?'],
    output: 'slicedArray',
    run: native('slice'),
  },
  arrayToString: { args: ['arr'], output: 'arrayString', run: native('toString') },
  copyWithin: {
    args: ['arr', 'target', 'start?', 'end?'],
    output: 'modifiedArray',
    run: (call) =>
      copy(call).copyWithin(call.number(1), call.optionalNumber(2) ?? 0, call.optionalNumber(3)),
  },
  fill: { args: ['arr', 'value', 'start?', 'end?'], output: 'filledArray', run: native('fill') },
  flat: { args: ['arr', 'depth?'], output: 'flattenedArray', run: native('flat') },
  isArray: { args: ['arr|value'], output: 'isAnArray', run: native('isArray') },
  join: { args: ['arr', 'separator?'], output: 'joinedElements', run: native('join') },
  map: { args: ['arr', 'map'], output: 'result', run: paired },
  reverse: { args: ['arr'], output: 'reversedArray', run: native('reverse') },
  sort: { args: ['arr'], output: 'sortedArray', run: sorted },
  splice: {
    args: ['arr', 'start?', 'deleteCount?', '...itemN?'],
    output: 'splicedArray',
    run: spliced,
  },
  unshift: { args: ['arr', 'elementN'], output: 'unshiftedArray', run: native('unshift') },
};

/** A copy of the first argument, counted. */
function copy(call: MethodCall): Value[] {
  const list = [...call.list(0)];
  call.meter.list(list.length);
  return list;
}

/** The elements from an index on, which counts from the end where it is negative. */
function from(call: MethodCall): ValueList {
  const list = call.list(0);
  call.meter.spend(list.length / 64);
  return list.slice(call.optionalNumber(2) ?? 0);
}

function lastIndexOf(call: MethodCall): number {
  const list = call.list(0);
  call.meter.spend(list.length / 64);
  const start = call.optionalNumber(2);
  // Given as undefined it would count as 0.
  return start === undefined
    ? list.lastIndexOf(call.args[1])
    : list.lastIndexOf(call.args[1], start);
}

function part(start: number, end?: number): Method {
  return (call) => copy(call).slice(start, end);
}

/** An object of the elements by the elements of another list, place by place. */
function paired(call: MethodCall): Value {
  const values = call.list(1);
  call.meter.object(call.list(0).length);
  const members = call.list(0).map((item, at): [string, Value] => {
    const key = typeof item === 'string' ? item : JSON.stringify(item);
    if (isUnsafeKey(key)) call.fail(`'${key}' is no key for data`, 'unsafe-key');
    return [key, values[at] ?? null];
  });
  return Object.fromEntries(members);
}

function sorted(call: MethodCall): Value {
  return CALLBACK_METHODS['sort']?.run(call);
}

function spliced(call: MethodCall): ValueList {
  const list = copy(call);
  const items = call.args.slice(3).filter((item) => item !== undefined);
  call.meter.list(items.length);
  const start = call.optionalNumber(1) ?? 0;
  list.splice(start, call.optionalNumber(2) ?? list.length, ...items);
  return list;
}
