import { type Type } from '@nestjs/common';
import { isJsonObject } from '../../kernel/json.js';
import { type CompiledField, compiledShape, NOT_SURE } from './compiled-shape.js';
import { FAULTS_MAX, type Path } from './skeleton.js';

/**
 * The places that the compiled validator does not accept, as deep as they go. It says where and not
 * why, in time that grows with the input alone: this is the way through very large values.
 */
export function locateRefusals(type: Type, value: unknown, path: Path = []): Path[] {
  if (!isJsonObject(value)) return [path];
  const places: Path[] = [];
  for (const compiled of compiledShape(type).fields) {
    const { name } = compiled.field;
    if (places.length >= FAULTS_MAX || compiled.read(value[name], value) !== NOT_SURE) continue;
    places.push(...within(compiled, value[name], [...path, name]));
  }
  return places.slice(0, FAULTS_MAX);
}

/** The places below a refused field; the field itself where nothing below it is to blame. */
function within(compiled: CompiledField, value: unknown, path: Path): Path[] {
  const { kind, shape } = compiled.field;
  if (kind === 'object') return shape ? locateRefusals(shape(), value, path) : [path];
  const items = refusedItems(compiled, value);
  if (items.length === 0) return [path];
  return items.flatMap(([key, item]) =>
    shape ? locateRefusals(shape(), item, [...path, key]) : [[...path, key]],
  );
}

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
  for (const [key, item] of itemsOf(field.kind, value)) {
    if (refused.length >= FAULTS_MAX) break;
    if (readItem(item) === NOT_SURE) refused.push([key, item]);
  }
  return refused;
}

function itemsOf(
  kind: CompiledField['field']['kind'],
  value: unknown,
): Iterable<[string | number, unknown]> {
  if (kind === 'list' && Array.isArray(value)) return (value as unknown[]).entries();
  return kind === 'map' && isJsonObject(value) ? Object.entries(value) : [];
}
