import { type Type } from '@nestjs/common';
import { invariant } from '../../kernel/invariant.js';
import { type SchemaObject } from './schema-object.js';

/** How a field is walked: a plain value, an object of a shape, many of either, or JSON kept as it is. */
export type FieldKind = 'value' | 'object' | 'list' | 'map' | 'free' | 'free-object';

/** What one field decorator declares of its property, for everything that is not class-validator. */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  readonly optional: boolean;
  readonly nullable: boolean;
  readonly note: string | undefined;
  readonly example: unknown;
  /** The shape of the object, of each item of the list or of each value of the map. */
  readonly shape: (() => Type) | undefined;
  /** JSON Schema of the value; of an item or map value where those are plain values. */
  readonly schema: SchemaObject;
  /** The same for the query string, where everything is text; `schema` when absent. */
  readonly querySchema: SchemaObject | undefined;
  /** Keywords of the container itself, `maxItems` for example. */
  readonly containerSchema: SchemaObject | undefined;
  /** Reads the text of a value or an item; text that is not of the kind comes back unread. */
  readonly fromText: (text: string) => unknown;
  /** Reads JSON values that admit a second spelling (digits); absent for strict ones. */
  readonly coerce: ((value: unknown) => unknown) | undefined;
  /** A page size that is clamped to the largest one allowed. */
  readonly clamped: boolean;
}

/** A DTO class as its field decorators declare it. */
export interface Shape {
  readonly type: Type;
  /** Unknown keys are allowed and kept. */
  readonly open: boolean;
  readonly fields: ReadonlyMap<string, Field>;
}

const KNOWN_KEYS_NAMED_MAX = 20;

/** What a caller is told of a key that is not one of these. */
export function unknownKeyDetail(names: Iterable<string>): string {
  const known = [...names];
  if (known.length === 0) return 'is not a known key; none is';
  const named = known.slice(0, KNOWN_KEYS_NAMED_MAX).join(', ');
  const more = known.length > KNOWN_KEYS_NAMED_MAX ? ', …' : '';
  return `is not a known key; known: ${named}${more}`;
}

const ownFields = new Map<Type, Map<string, Field>>();
const openShapes = new Set<Type>();
const known = new Map<Type, Shape>();

/** Called by the field decorators alone. */
export function declareField(type: Type, field: Field): void {
  // Values are read by name: a name that every object inherits would be there when it is not.
  invariant(!(field.name in Object.prototype), `${field.name} cannot be the name of a field`);
  // class-validator would mix the rules of two declarations, in one class or by inheritance.
  const declared = ancestry(type).some((one) => ownFields.get(one)?.has(field.name));
  invariant(!declared, `${type.name}.${field.name} has one field decorator`);
  const fields = ownFields.get(type) ?? new Map<string, Field>();
  ownFields.set(type, fields.set(field.name, field));
}

/** Called by `@OpenShape()` alone. */
export function declareOpen(type: Type): void {
  openShapes.add(type);
}

/** True when unknown keys of this DTO are allowed and kept. */
export function isOpenShape(type: Type): boolean {
  return openShapes.has(type);
}

/** True for classes that declare fields, themselves or by inheritance. */
export function hasShape(type: unknown): type is Type {
  if (typeof type !== 'function') return false;
  // Asked for every parameter of every request, so what was read before answers first.
  return known.has(type as Type) || ancestry(type as Type).some((one) => ownFields.has(one));
}

/** The declared fields of a DTO class, inherited ones first. Read once per class. */
export function shapeOf(type: Type): Shape {
  let shape = known.get(type);
  if (!shape) {
    const fields = ancestry(type).flatMap((one) => [...(ownFields.get(one) ?? [])]);
    shape = { type, open: isOpenShape(type), fields: new Map(fields) };
    known.set(type, shape);
  }
  return shape;
}

/** Every class that declares fields of its own. */
export function declaredShapes(): readonly Shape[] {
  return [...ownFields.keys()].map(shapeOf);
}

function ancestry(type: Type): Type[] {
  const parent = Object.getPrototypeOf(type) as Type | null;
  return typeof parent === 'function' ? [...ancestry(parent), type] : [type];
}

/** The members of an object, those that may be left out with a question mark. */
export function membersInShort(type: Type): string {
  const members = [...shapeOf(type).fields.values()];
  return `{${members.map(({ name, optional }) => `${name}${optional ? '?' : ''}`).join(', ')}}`;
}
