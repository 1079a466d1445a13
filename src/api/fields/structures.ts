import { type Type } from '@nestjs/common';
import { type ApiPropertyOptions, getSchemaPath } from '@nestjs/swagger';
import { plainToInstance, Transform, Type as TypeOf } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsObject, ValidateNested } from 'class-validator';
import { isJsonObject, type JsonObject } from '../../kernel/json.js';
import { type SchemaObject } from '../shapes/schema-object.js';
import { composeField, type FieldParts } from './compose-field.js';
import { type FieldDecorator, type FieldOptions } from './field.js';
import { flagRule, textRule, type ValueRule, wholeRule } from './rules.js';
import { asText } from './text-readers.js';

/** Plain items of lists and maps by name. `free` is any JSON, `object` any JSON object. */
interface Plain {
  readonly text: string;
  readonly whole: number;
  readonly flag: boolean;
  readonly free: unknown;
  readonly object: JsonObject;
}

const ANY: SchemaObject = {};
const ANY_OBJECT: SchemaObject = { type: 'object', additionalProperties: true };

const plain = (schema: SchemaObject): ValueRule => ({ checks: () => [], schema, fromText: asText });

const ITEMS = {
  text: textRule({}),
  whole: wholeRule({}),
  flag: flagRule(),
  free: plain(ANY),
  object: {
    ...plain(ANY_OBJECT),
    checks: (each: boolean) => [IsObject({ each, message: 'must be an object' })],
  },
} as const satisfies Record<keyof Plain, ValueRule>;

/** What a list or map holds: objects of a DTO class (lazily named), or plain items. */
type Items<Value extends object> = keyof Plain | (() => Type<Value>);

/** An object of another DTO class. */
export function Nested<Value extends object>(
  type: () => Type<Value>,
  options: FieldOptions = {},
): FieldDecorator<Value> {
  return composeField<Value>(
    {
      kind: 'object',
      shape: type,
      schema: ANY_OBJECT,
      fromText: asText,
      checks: [IsObject({ message: 'must be an object' }), TypeOf(type), nested()],
      // Swagger knows a lazy type by the name of the function: it must be `type`.
      property: { type: () => type() },
    },
    options,
  );
}

/** A list of objects of a DTO class, or of plain items: `@ListOf('text')`. */
export function ListOf<Name extends keyof Plain>(
  items: Name,
  options?: FieldOptions & ListBounds,
): FieldDecorator<readonly Plain[Name][]>;
export function ListOf<Value extends object>(
  items: () => Type<Value>,
  options?: FieldOptions & ListBounds,
): FieldDecorator<readonly Value[]>;
export function ListOf<Value extends object>(
  items: Items<Value>,
  options: FieldOptions & ListBounds = {},
): FieldDecorator<unknown> {
  const { maxItems } = options;
  const containerSchema = { type: 'array', ...(maxItems !== undefined && { maxItems }) };
  const list = [
    IsArray({ message: 'must be a list' }),
    ...(maxItems === undefined
      ? []
      : [ArrayMaxSize(maxItems, { message: `must have at most ${maxItems} items` })]),
  ];
  const parts =
    typeof items === 'string'
      ? {
          ...ITEMS[items],
          checks: [...list, ...ITEMS[items].checks(true), verbatim()],
          property: { ...containerSchema, items: ITEMS[items].schema },
        }
      : {
          shape: items,
          schema: ANY_OBJECT,
          fromText: asText,
          checks: [...list, TypeOf(items), nested()],
          property: { ...containerSchema, type: () => items(), isArray: true },
        };
  return composeField(
    { ...parts, kind: 'list', containerSchema, property: parts.property as ApiPropertyOptions },
    options,
  );
}

/** An object with keys of any name, whose values are objects of a DTO class or plain. */
export function MapOf<Name extends keyof Plain>(
  values: Name,
  options?: FieldOptions,
): FieldDecorator<Readonly<Record<string, Plain[Name]>>>;
export function MapOf<Value extends object>(
  values: () => Type<Value>,
  options?: FieldOptions,
): FieldDecorator<Readonly<Record<string, Value>>>;
export function MapOf<Value extends object>(
  values: Items<Value>,
  options: FieldOptions = {},
): FieldDecorator<unknown> {
  const parts = typeof values === 'string' ? mapOfPlain(ITEMS[values]) : mapOfShape(values);
  return composeField({ ...parts, kind: 'map', containerSchema: { type: 'object' } }, options);
}

function mapOfPlain(rule: ValueRule): Omit<FieldParts, 'kind'> {
  return {
    ...rule,
    checks: [isMap(), ...rule.checks(true), asMap((value) => value)],
    property: { type: 'object', additionalProperties: rule.schema },
  };
}

function mapOfShape(type: () => Type): Omit<FieldParts, 'kind'> {
  return {
    shape: type,
    schema: ANY_OBJECT,
    fromText: asText,
    checks: [isMap(), asMap((value) => plainToInstance(type(), value)), nested()],
    property: { type: 'object', additionalProperties: { $ref: getSchemaPath(type()) } },
    models: [type()],
  };
}

/** Any JSON, kept verbatim. */
export function Free(options: FieldOptions = {}): FieldDecorator<unknown> {
  return composeField<unknown>(
    {
      kind: 'free',
      schema: ANY,
      fromText: asText,
      checks: [verbatim()],
      // Without a combinator swagger would take the type of the property; `{}` admits everything.
      property: { anyOf: [ANY] },
    },
    options,
  );
}

/** Any JSON object, kept verbatim. */
export function FreeObject(options: FieldOptions = {}): FieldDecorator<object> {
  return composeField<object>(
    {
      kind: 'free-object',
      schema: ANY_OBJECT,
      fromText: asText,
      checks: [IsObject({ message: 'must be an object' }), verbatim()],
      property: { type: 'object', additionalProperties: true },
    },
    options,
  );
}

interface ListBounds {
  readonly maxItems?: number;
}

const nested = (): PropertyDecorator => ValidateNested({ message: 'must be an object' });

/** JSON is kept as it came: class-transformer would copy it and lose keys such as `toString`. */
const verbatim = (): PropertyDecorator =>
  Transform(({ obj, key }) => (obj as Record<string, unknown>)[key]);

const isMap = (): PropertyDecorator => IsObject({ message: 'must be an object' });

/** class-validator looks into the values of a `Map`, and in one no key of a caller is special. */
const asMap = (read: (value: unknown) => unknown): PropertyDecorator =>
  Transform(({ obj, key }) => {
    const value = (obj as Record<string, unknown>)[key];
    if (!isJsonObject(value)) return value;
    return new Map(Object.entries(value).map(([name, one]) => [name, read(one)]));
  });
