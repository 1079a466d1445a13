import { type MethodCall } from '../transformations/method-call.js';
import { assertShallow } from '../transformations/meter.js';
import { isList, isObject, isUnsafeKey, memberOf, type Value } from '../transformations/value.js';

/**
 * A copy of a value in which something lies under a way of keys; objects on the way that are not there
 * are made, and places of lists before it that are not there hold null. What lies beside the way is shared with the value.
 * @throws RunStop
 */
export function withValueAt(
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
