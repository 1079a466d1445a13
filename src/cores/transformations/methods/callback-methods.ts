import { isTrue, textOf } from '../coerce.js';
import { type MethodCall } from '../method-call.js';
import { isList, type Value, type ValueList } from '../value.js';
import { grouping } from './collection-methods.js';
import { iterated } from './iterated.js';
import { type CallbackMethod } from './library.js';

/**
 * Methods of lists that call a function of the document: the list, the name of the function, then what
 * the function is given beside element, index and list.
 */
export const CALLBACK_METHODS: Readonly<Record<string, CallbackMethod>> = {
  every: over((call, list) => list.every((item, at) => isTrue(call.invoke(item, at, list)))),
  filter: over((call, list) =>
    counted(
      call,
      list.filter((item, at) => isTrue(call.invoke(item, at, list))),
    ),
  ),
  find: over((call, list) => list.find((item, at) => isTrue(call.invoke(item, at, list)))),
  findIndex: over((call, list) =>
    list.findIndex((item, at) => isTrue(call.invoke(item, at, list))),
  ),
  findLast: over((call, list) => list.findLast((item, at) => isTrue(call.invoke(item, at, list)))),
  findLastIndex: over((call, list) =>
    list.findLastIndex((item, at) => isTrue(call.invoke(item, at, list))),
  ),
  flatMap: over((call, list) =>
    counted(
      call,
      list.flatMap((item, at) => {
        const made = call.invoke(item, at, list);
        if (isList(made)) call.meter.list(made.length);
        return made;
      }),
    ),
  ),
  forEach: over((call, list) => {
    list.forEach((item, at) => call.invoke(item, at, list));
    return undefined;
  }),
  from: { extrasFrom: 2, accumulates: false, isOptional: true, run: from },
  map: over((call, list) =>
    counted(
      call,
      list.map((item, at) => call.invoke(item, at, list)),
    ),
  ),
  reduce: { extrasFrom: 3, accumulates: true, run: (call) => reduced(call, call.list(0), 1) },
  reduceRight: { extrasFrom: 3, accumulates: true, run: (call) => reduced(call, call.list(0), -1) },
  some: over((call, list) => list.some((item, at) => isTrue(call.invoke(item, at, list)))),
  /** By the number that the function answers, else by text. */
  sort: { extrasFrom: 2, accumulates: false, isOptional: true, run: sorted },
  toSorted: { extrasFrom: 2, accumulates: false, isOptional: true, run: sorted },
};

/** `Object.groupBy`, which gathers elements under texts. */
export const OBJECT_CALLBACKS = {
  groupBy: grouping((call, groups) => {
    call.meter.object(groups.length);
    return Object.fromEntries(
      groups.map(([key, items]): [string, Value] => [call.dataKey(textOf(key, call.meter)), items]),
    );
  }),
};

/** A list of what can be gone through, each element as the function makes it where there is one. */
function from(call: MethodCall): ValueList {
  const list = iterated(call, 0);
  return call.hasCallback ? list.map((item, at) => call.invoke(item, at)) : list;
}

function over(run: (call: MethodCall, list: ValueList) => Value): CallbackMethod {
  return { extrasFrom: 2, accumulates: false, run: (call) => run(call, call.list(0)) };
}

function counted(call: MethodCall, list: ValueList): ValueList {
  call.meter.list(list.length);
  return list;
}

/** The third argument is what it begins with; without it that is the first element. */
function reduced(call: MethodCall, list: ValueList, step: 1 | -1): Value {
  const initial = call.args[2];
  let at = step === 1 ? 0 : list.length - 1;
  let result = initial;
  if (initial === undefined) {
    if (list.length === 0) call.fail('an empty array without an initial value');
    result = list[at];
    at += step;
  }
  for (; at >= 0 && at < list.length; at += step) result = call.invoke(result, list[at], at, list);
  return result;
}

function sorted(call: MethodCall): ValueList {
  const list = [...counted(call, call.list(0))];
  call.meter.spend(list.length);
  if (call.hasCallback) {
    return list.sort((a, b) => {
      const order = call.invoke(a, b);
      return typeof order === 'number' ? order : 0;
    });
  }
  return list
    .map((item) => ({ item, text: textOf(item, call.meter) }))
    .sort((a, b) => byText(a, b))
    .map(({ item }) => item);
}

/** By UTF-16 units as JavaScript sorts; what is not there comes last. */
function byText(a: { item: Value; text: string }, b: { item: Value; text: string }): number {
  if (a.item === undefined || b.item === undefined) {
    return Number(a.item === undefined) - Number(b.item === undefined);
  }
  if (a.text === b.text) return 0;
  return a.text < b.text ? -1 : 1;
}
