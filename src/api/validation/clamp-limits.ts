import { type Type } from '@nestjs/common';
import { isJsonObject } from '../../kernel/json.js';
import { shapeOf } from '../shapes/shape.js';

/** A value whose page sizes are within the maximum, and the one that had to be set. */
export interface Clamped {
  readonly value: unknown;
  readonly applied: number | undefined;
}

const paths = new Map<Type, readonly (readonly string[])[]>();

/** Sets page sizes above the maximum, and 0 (everything), to the maximum. */
export function clampLimits(type: Type, value: unknown, limitMax: number): Clamped {
  let known = paths.get(type);
  if (!known) paths.set(type, (known = limitPaths(type, [])));
  let clamped: Clamped = { value, applied: undefined };
  for (const path of known) {
    const limit = valueAt(clamped.value, path);
    if (typeof limit === 'number' && (limit === 0 || limit > limitMax))
      clamped = { value: replaceAt(clamped.value, path, limitMax), applied: limitMax };
  }
  return clamped;
}

/** Where a DTO holds page sizes: in its own fields and in its objects, not in lists. */
function limitPaths(type: Type, met: readonly Type[]): string[][] {
  if (met.includes(type)) return [];
  return [...shapeOf(type).fields.values()].flatMap((field) => {
    if (field.clamped) return [[field.name]];
    if (field.kind !== 'object' || !field.shape) return [];
    return limitPaths(field.shape(), [...met, type]).map((path) => [field.name, ...path]);
  });
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, key) => (isJsonObject(at) ? at[key] : undefined), value);
}

function replaceAt(value: unknown, [key, ...rest]: readonly string[], limit: number): unknown {
  if (key === undefined || !isJsonObject(value)) return limit;
  return { ...value, [key]: replaceAt(value[key], rest, limit) };
}
