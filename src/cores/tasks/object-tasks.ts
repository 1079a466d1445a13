import { OBJECT_METHODS } from '../transformations/methods/object-methods.js';
import { type Method, type MethodCall } from '../transformations/method-call.js';
import { isList, type Value, isObject, isUnsafeKey, memberOf } from '../transformations/value.js';
import { locate } from '../transformations/query/locate.js';
import { readQuery } from '../transformations/query/read-query.js';
import { methodOf, type TaskTable } from './task-row.js';
import { assertShallow } from '../transformations/meter.js';

const native = (name: string): Method => methodOf(OBJECT_METHODS, name);

/** Objects: what sets a member puts out a copy. */
export const OBJECT_TASKS: TaskTable = {
  FlattenJSONFormInput: { args: ['input'], output: 'response', run: flattened },
  assign: {
    args: ['target', '...sourceN|sources|source'],
    output: 'targetObject',
    run: native('assign'),
  },
  entries: { args: ['obj'], output: 'entries', run: native('entries') },
  keys: { args: ['obj'], output: 'keys', run: native('keys') },
  modify: {
    args: ['object_to_update', 'query?', 'new_value'],
    output: 'updated_object',
    run: modified,
  },
  objectHasOwnProperty: {
    args: ['obj', 'prop|key|property'],
    output: 'result',
    run: native('hasOwnProperty'),
  },
  setObjectKey: { args: ['obj?', 'path', 'value'], output: 'object', run: withKey },
  values: { args: ['obj'], output: 'values', run: native('values') },
};

/** Lists of one element become that element. */
function flattened(call: MethodCall): Value {
  const members = Object.entries(call.object(0));
  call.meter.object(members.length);
  return Object.fromEntries(
    members.map(([key, value]) => [key, isList(value) && value.length === 1 ? value[0] : value]),
  );
}

/** Sets a value under a way of keys; parents that are not there are made. */
function withKey(call: MethodCall): Value {
  const path = isList(call.args[1]) ? call.args[1] : [call.args[1]];
  const keys = path.map((key) => {
    if (typeof key !== 'string' && typeof key !== 'number') call.wrongType(1, 'a list of keys');
    return String(key);
  });
  return withValueAt(call, call.args[0], keys, call.args[2]);
}

/** Replaces what a query points at; the empty query points at all of it. */
function modified(call: MethodCall): Value {
  const [object, , value] = call.args;
  const query = call.optionalText(1) ?? '';
  if (query === '') return value;
  const places = locate(readQuery(query), object, call.meter);
  return places.reduce<Value>((made, path) => withValueAt(call, made, path, value), object);
}

/**
 * A copy of a value in which something lies under a way of keys; objects on the way that are not there
 * are made, and places of lists before it that are not there hold null. What lies beside the way is shared with the value.
 * @throws RunStop
 */
function withValueAt(
  call: MethodCall,
  parent: Value,
  path: readonly string[],
  value: Value,
): Value {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  assertShallow(path.length);
  if (isUnsafeKey(key)) call.fail(`'${key}' is no key for data`, 'unsafe-key');
  const member = withValueAt(call, memberOf(parent, key), rest, value);
  return isList(parent)
    ? withElement(call, parent, key, member)
    : withMember(call, parent ?? {}, key, member);
}

function withMember(call: MethodCall, parent: Value, key: string, value: Value): Value {
  if (!isObject(parent)) return call.fail(`what '${key}' is to be set in is no object`);
  call.meter.object(Object.keys(parent).length + 1);
  return { ...parent, [key]: value };
}

function withElement(call: MethodCall, list: readonly Value[], key: string, value: Value): Value {
  const at = Number(key);
  if (!Number.isSafeInteger(at) || at < 0) call.fail(`no place '${key}' in it`);
  call.meter.list(Math.max(list.length, at + 1));
  const missing = Array.from({ length: Math.max(0, at - list.length) }, () => null);
  return [...list.slice(0, at), ...missing, value, ...list.slice(at + 1)];
}
