import { deeplyEqual } from '../equality.js';
import { type MethodCall, type MethodTable } from '../method-call.js';
import {
  isList,
  isObject,
  memberOf,
  membersOf,
  type Value,
  type ValueList,
  type ValueObject,
} from '../value.js';
import { iterated } from './iterated.js';
import { parsedJson } from './json-methods.js';

/** Objects. They never change: what sets or deletes a member answers a new object. */
export const OBJECT_METHODS: MethodTable = {
  assign: assigned,
  deleteProperty: (call) => {
    const key = call.anyText(1);
    const members = Object.entries(made(call, call.object(0)));
    return Object.fromEntries(members.filter(([name]) => name !== key));
  },
  entries: (call) => Object.entries(read(call)).map(([key, value]) => [key, value]),
  fromEntries: fromEntries,
  getOwnPropertyNames: (call) => counted(call, Object.getOwnPropertyNames(read(call))),
  getProperty: (call) => memberOf(call.present(0), call.anyText(1)),
  hasOwn: owns,
  hasOwnProperty: owns,
  is: ({ args }) => Object.is(args[0], args[1]),
  isEmpty: (call) => Object.keys(read(call)).length === 0,
  isEqual: ({ args, meter }) => deeplyEqual(args[0], args[1], meter),
  keys: (call) => counted(call, Object.keys(read(call))),
  'new Object': newObject,
  /** As far as the chain of keys leads, and nothing where it ends early. */
  'optional chaining': (call) =>
    call.args
      .slice(1)
      .reduce<Value>(
        (value, key, at) => (key === undefined ? value : memberOf(value, call.anyText(at + 1))),
        call.args[0],
      ),
  propertyIsEnumerable: (call: MethodCall) =>
    Object.getOwnPropertyDescriptor(read(call), call.anyText(1))?.enumerable ?? false,
  setProperty: withProperty,
  toLocaleString: (call: MethodCall) => call.anyText(0),
  toString: (call: MethodCall) => call.anyText(0),
  typeof: ({ args }) => typeof args[0],
  valueOf: (call: MethodCall) => call.present(0),
  values: (call) => counted(call, Object.values(read(call))),
};

function owns(call: MethodCall): boolean {
  return Object.hasOwn(read(call), call.anyText(1));
}

function made(call: MethodCall, object: ValueObject): ValueObject {
  call.meter.object(Object.keys(object).length);
  return object;
}

function counted(call: MethodCall, list: ValueList): ValueList {
  call.meter.list(list.length);
  return list;
}

/** What is looked at: all but nothing has members, if it be none. */
function read(call: MethodCall): ValueObject {
  return made(call, membersOf(call.present(0)));
}

function withProperty(call: MethodCall): Value {
  const key = call.dataKey(call.anyText(1));
  const target = call.present(0);
  call.meter.object(1);
  // What JavaScript has no room in for members stays as it is.
  if (!isList(target) && !isObject(target)) return target;
  if (!isList(target)) return setMember(call.extensibleObject(0), key, call.args[2]);
  const list = call.extensibleList(0);
  const at = Number(key);
  if (!Number.isSafeInteger(at) || at < 0 || at > list.length) call.fail(`no place '${key}' in it`);
  list[at] = call.args[2];
  return list;
}

function setMember(object: Record<string, Value>, key: string, value: Value): ValueObject {
  object[key] = value;
  return object;
}

function assigned(call: MethodCall): ValueObject {
  let result = made(call, call.object(0));
  for (const source of call.args.slice(1)) {
    result = { ...result, ...made(call, membersOf(source)) };
  }
  return made(call, result);
}

function fromEntries(call: MethodCall): ValueObject {
  const members = iterated(call, 0).map((entry, at): [string, Value] => {
    const [key, value] = isList(entry) ? entry : call.fail(`entry ${at} is no pair`);
    if (typeof key !== 'string' && typeof key !== 'number') call.fail(`entry ${at} has no key`);
    return [call.dataKey(String(key)), value];
  });
  call.meter.object(members.length);
  return Object.fromEntries(members);
}

/** Declared with JSON text, an object, or nothing. */
function newObject(call: MethodCall): Value {
  const given = call.args[0];
  if (given === undefined || given === null || given === '') return {};
  return typeof given === 'string' ? parsedJson(call, given) : given;
}
