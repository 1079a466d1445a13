import { type Type } from '@nestjs/common';
import { type Fault } from '../../kernel/app-error.js';
import { isJsonObject, type JsonObject } from '../../kernel/json.js';
import { jsonPointer } from '../../kernel/json-pointer.js';
import { isOpenShape, shapeOf, unknownKeyDetail } from '../shapes/shape.js';
import { type CompiledField, compiledShape, NOT_SURE } from './compiled-shape.js';
import { FAULTS_MAX, type Path } from './skeleton.js';

/**
 * The places that the compiled validator does not accept, as deep as they go. It says where and not
 * why, in time that grows with the input alone: this is the way through very large values.
 */
export function locateFaults(type: Type, value: unknown, path: Path = []): Fault[] {
  if (!isJsonObject(value)) return [{ pointer: jsonPointer(path), detail: 'must be an object' }];
  const faults = isOpenShape(type) ? [] : unknownKeys(type, value, path);
  for (const compiled of compiledShape(type).fields) {
    const { name } = compiled.field;
    if (faults.length >= FAULTS_MAX) break;
    if (compiled.read(value[name], value) !== NOT_SURE) continue;
    faults.push(...faultsWithin(compiled, value[name], [...path, name]));
  }
  return faults.slice(0, FAULTS_MAX);
}

function unknownKeys(type: Type, value: JsonObject, path: Path): Fault[] {
  const { fields } = shapeOf(type);
  const faults: Fault[] = [];
  for (const key of Object.keys(value)) {
    if (faults.length >= FAULTS_MAX) break;
    if (!fields.has(key))
      faults.push({
        pointer: jsonPointer([...path, key]),
        detail: unknownKeyDetail(fields.keys()),
      });
  }
  return faults;
}

/** The places below a refused field; the field itself where nothing below it is to blame. */
function faultsWithin(compiled: CompiledField, value: unknown, path: Path): Fault[] {
  const { kind, shape } = compiled.field;
  if (kind === 'object' && shape && isJsonObject(value)) return locateFaults(shape(), value, path);
  const items = refusedItems(compiled, value);
  if (items.length === 0) return [notValid(path)];
  return items.flatMap(([key, item]) =>
    shape ? locateFaults(shape(), item, [...path, key]) : notValid([...path, key]),
  );
}

const notValid = (path: Path): Fault => ({ pointer: jsonPointer(path), detail: 'is not valid' });

/**
 * The items of a list or map that are refused, with their keys; at most as many as are told. None
 * where the list or map itself is at fault.
 */
export function refusedItems(
  { field, readItem, acceptsOwn }: CompiledField,
  value: unknown,
): [string | number, unknown][] {
  const refused: [string | number, unknown][] = [];
  if (!acceptsOwn(value)) return refused;
  for (const key of keysOf(field.kind, value)) {
    if (refused.length >= FAULTS_MAX) break;
    const item = (value as Readonly<Record<string | number, unknown>>)[key];
    if (readItem(item) === NOT_SURE) refused.push([key, item]);
  }
  return refused;
}

function keysOf(kind: CompiledField['field']['kind'], value: unknown): Iterable<string | number> {
  if (kind === 'list' && Array.isArray(value)) return value.keys();
  return kind === 'map' && isJsonObject(value) ? Object.keys(value) : [];
}
