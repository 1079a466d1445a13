import { type Type } from '@nestjs/common';
import { isJsonObject, type JsonObject } from '../../kernel/json.js';
import { type Field, shapeOf } from '../shapes/shape.js';

/**
 * The plain form of an instance that class-validator accepted: keys that were given, values as
 * class-transformer read them, verbatim JSON and keys of open shapes as they came in `source`.
 */
export function toPlain(type: Type, instance: object, source: JsonObject): JsonObject {
  const { fields } = shapeOf(type);
  const values = instance as Readonly<Record<string, unknown>>;
  const given = Object.entries(source).filter(([, value]) => (value as unknown) !== undefined);
  return Object.fromEntries(
    given.map(([key, value]) => {
      const field = fields.get(key);
      return [key, field ? plainField(field, values[key], value) : value];
    }),
  ) as JsonObject;
}

function plainField(field: Field, read: unknown, given: unknown): unknown {
  if (field.kind === 'value') return read;
  if (field.kind === 'object') return plainItem(field, read, given);
  if (field.kind === 'list' && Array.isArray(given))
    return given.map((item, index) => plainItem(field, (read as unknown[])[index], item));
  if (field.kind === 'map' && isJsonObject(given)) return plainMap(field, read, given);
  return given;
}

function plainMap(field: Field, read: unknown, given: JsonObject): unknown {
  // The transform of map fields made a Map of every object.
  const map = read as ReadonlyMap<string, unknown>;
  return Object.fromEntries(
    Object.entries(given).map(([key, item]) => [key, plainItem(field, map.get(key), item)]),
  );
}

function plainItem({ shape }: Field, read: unknown, given: unknown): unknown {
  return shape && isJsonObject(given) ? toPlain(shape(), read as object, given) : given;
}
