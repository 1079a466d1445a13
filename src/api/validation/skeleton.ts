import { type Type } from '@nestjs/common';
import { type Fault } from '../../kernel/app-error.js';
import { isJsonObject, type JsonObject } from '../../kernel/json.js';
import { jsonPointer } from '../../kernel/json-pointer.js';
import { type Field, type Shape, shapeOf, unknownKeyDetail } from '../shapes/shape.js';

export type Path = readonly (string | number)[];

/** Nobody reads more, and an answer must not grow with a hostile body. */
export const FAULTS_MAX = 100;

/** What class-validator needs of a value, and what it would miss. */
export interface Skeleton {
  /** The value without unknown keys, with stand-ins for what nobody looks into. */
  readonly value: unknown;
  /** Unknown own keys, `toString` and `__proto__` among them, and items that are no objects. */
  readonly faults: readonly Fault[];
}

/** An object that is verbatim, or stands where a plain value belongs, is never looked into. */
function standIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? [] : {};
}

/** Takes a value apart by the shape of its DTO, however hostile it is. */
export function skeletonOf(type: Type, value: unknown): Skeleton {
  const builder = new SkeletonBuilder();
  const skeleton = builder.object(shapeOf(type), value, []);
  return { value: skeleton, faults: builder.faults };
}

class SkeletonBuilder {
  readonly faults: Fault[] = [];

  object(shape: Shape, value: unknown, path: Path): unknown {
    if (!isJsonObject(value)) {
      this.report(path, 'must be an object');
      return null;
    }
    if (!shape.open) this.refuseUnknownKeys(shape, value, path);
    const known = [...shape.fields.values()].filter(({ name }) => value[name] !== undefined);
    return Object.fromEntries(
      known.map((field) => [field.name, this.field(field, value[field.name], path)]),
    );
  }

  private field(field: Field, value: unknown, above: Path): unknown {
    const path = [...above, field.name];
    if (field.kind === 'list' && Array.isArray(value))
      return value.map((item, index) => this.item(field, item, [...path, index]));
    if (field.kind === 'map' && isJsonObject(value)) return this.map(field, value, path);
    if (field.kind === 'object' && isJsonObject(value)) return this.item(field, value, path);
    if (field.kind === 'free') return true;
    return standIn(value);
  }

  /** A `Map` already: class-transformer fails on objects with keys such as `constructor`. */
  private map(field: Field, value: JsonObject, path: Path): ReadonlyMap<string, unknown> {
    return new Map(
      Object.entries(value).map(([key, item]) => [key, this.item(field, item, [...path, key])]),
    );
  }

  private item(field: Field, item: unknown, path: Path): unknown {
    if (field.shape) return this.object(shapeOf(field.shape()), item, path);
    return standIn(item);
  }

  private refuseUnknownKeys({ fields }: Shape, value: JsonObject, path: Path): void {
    for (const key of Object.keys(value)) {
      if (this.faults.length >= FAULTS_MAX) return;
      if (!fields.has(key)) this.report([...path, key], unknownKeyDetail(fields.keys()));
    }
  }

  private report(path: Path, detail: string): void {
    if (this.faults.length < FAULTS_MAX) this.faults.push({ pointer: jsonPointer(path), detail });
  }
}
