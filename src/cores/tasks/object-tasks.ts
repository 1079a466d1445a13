import { OBJECT_METHODS } from '../transformations/methods/object-methods.js';
import { type Method, type MethodCall } from '../transformations/method-call.js';
import { isList, type Value } from '../transformations/value.js';
import { locate } from '../transformations/query/locate.js';
import { readQuery } from '../transformations/query/read-query.js';
import { withValueAt } from './set-at.js';
import { methodOf, type TaskTable } from './task-row.js';

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
