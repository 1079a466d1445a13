import { CollectionValue } from '../collection-value.js';
import { type MethodCall } from '../method-call.js';
import { isList, isObject, type ValueList } from '../value.js';

/**
 * What `Array.from` and constructors go through: the elements of a list, a set or a map, the characters of a
 * text, the indices of an object that has a `length`; a number or the like has none.
 */
export function iterated(call: MethodCall, at: number): ValueList {
  const value = call.present(at);
  const list = elementsOf(call, value);
  call.meter.list(list.length);
  return list;
}

function elementsOf(call: MethodCall, value: ReturnType<MethodCall['present']>): ValueList {
  if (isList(value)) return value;
  if (value instanceof CollectionValue) return value.elements;
  if (typeof value === 'string') {
    call.meter.list(value.length);
    return Array.from(value);
  }
  if (!isObject(value) || typeof value['length'] !== 'number') return [];
  const length = Math.trunc(Math.max(0, value['length'] || 0));
  call.meter.list(length);
  return Array.from({ length }, (_, index) => value[index]);
}
