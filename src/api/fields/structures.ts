import { type Type } from '@nestjs/common';
import { type ApiPropertyOptions } from '@nestjs/swagger';
import { plainToInstance, Transform, Type as TypeOf } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { isJsonObject } from '../../kernel/json.js';
import { ROLE_NAMES, type RoleName } from '../../kernel/principal.js';
import { API_TOKEN_SCOPES, type ApiTokenScope } from '../../platform/auth/token-scopes.js';
import { type SchemaObject } from '../shapes/schema-object.js';
import { membersInShort } from '../shapes/shape.js';
import { schemaPath } from '../shapes/shape-schema.js';
import { IsList, IsObject, MaxItems } from './checks.js';
import { composeField, type FieldParts } from './compose-field.js';
import { type FieldDecorator, type FieldOptions, type Given } from './field.js';
import { flagRule, memberRule, textRule, type ValueRule, wholeRule } from './rules.js';
import { asText } from './text-readers.js';

/**
 * Plain items of lists and maps by name. `free` is any JSON, `object` any JSON object: what the
 * property says of those is a promise of whoever sends them.
 */
interface Plain {
  readonly text: string;
  readonly whole: number;
  readonly flag: boolean;
  readonly role: RoleName;
  readonly scope: ApiTokenScope;
  readonly free: never;
  readonly object: never;
}

const ANY: SchemaObject = {};
const ANY_OBJECT: SchemaObject = { type: 'object', additionalProperties: true };

const plain = (schema: SchemaObject): ValueRule => ({ checks: () => [], schema, fromText: asText });

const ITEMS = {
  text: textRule({}),
  whole: wholeRule({}),
  flag: flagRule(),
  role: memberRule(ROLE_NAMES),
  scope: memberRule(API_TOKEN_SCOPES),
  free: plain(ANY),
  object: {
    ...plain(ANY_OBJECT),
    checks: (each: boolean) => [IsObject({ each, message: 'must be an object' })],
  },
} as const satisfies Record<keyof Plain, ValueRule>;

/** What a list or map holds: objects of a DTO class (lazily named), or plain items. */
type Items = keyof Plain | (() => Type);

/** An object of another DTO class. */
export function Nested<Value extends object, const Options extends FieldOptions>(
  type: () => Type<Value>,
  options?: Options,
): FieldDecorator<Given<Value, Options>> {
  return composeField(
    {
      kind: 'object',
      shape: type,
      schema: ANY_OBJECT,
      fromText: asText,
      checks: [
        IsObject({ message: () => `must be an object ${membersInShort(type())}` }),
        TypeOf(type),
        nested(),
      ],
      // Swagger knows a lazy type by the name of the function: it must be `type`.
      property: { type: () => type() },
    },
    options,
  );
}

/** A list of objects of a DTO class, or of plain items: `@ListOf('text')`. */
export function ListOf<Name extends keyof Plain, const Options extends FieldOptions & ListBounds>(
  items: Name,
  options?: Options,
): FieldDecorator<Given<Plain[Name][], Options>>;
export function ListOf<Value extends object, const Options extends FieldOptions & ListBounds>(
  items: () => Type<Value>,
  options?: Options,
): FieldDecorator<Given<Value[], Options>>;
export function ListOf(
  items: Items,
  options: FieldOptions & ListBounds = {},
): FieldDecorator<never> {
  const { maxItems } = options;
  const tooLong = { message: `must have at most ${maxItems ?? 0} items` };
  const container = { type: 'array', ...(maxItems !== undefined && { maxItems }) };
  const checks = [
    IsList({ message: 'must be a list' }),
    ...(maxItems === undefined ? [] : [MaxItems(tooLong, maxItems)]),
  ];
  const parts =
    typeof items === 'string' ? listOfPlain(itemRule(items, options)) : listOfShape(items);
  return composeField(
    {
      ...parts,
      kind: 'list',
      containerSchema: container,
      checks: [...checks, ...parts.checks],
      property: { ...container, ...parts.property } as ApiPropertyOptions,
    },
    options,
  );
}

function itemRule(name: keyof Plain, { itemMax }: ListBounds): ValueRule {
  return name === 'text' && itemMax !== undefined ? textRule({ max: itemMax }) : ITEMS[name];
}

function listOfPlain(rule: ValueRule): Omit<FieldParts, 'kind'> {
  return {
    ...rule,
    checks: [...rule.checks(true), verbatim()],
    property: { type: 'array', items: rule.schema },
  };
}

function listOfShape(type: () => Type): Omit<FieldParts, 'kind'> {
  return {
    shape: type,
    schema: ANY_OBJECT,
    fromText: asText,
    checks: [TypeOf(type), nested()],
    property: { type: () => type(), isArray: true },
  };
}

/** An object with keys of any name, whose values are objects of a DTO class or plain. */
export function MapOf<Name extends keyof Plain, const Options extends FieldOptions>(
  values: Name,
  options?: Options,
): FieldDecorator<Given<Record<string, Plain[Name]>, Options>>;
export function MapOf<Value extends object, const Options extends FieldOptions>(
  values: () => Type<Value>,
  options?: Options,
): FieldDecorator<Given<Record<string, Value>, Options>>;
export function MapOf(values: Items, options: FieldOptions = {}): FieldDecorator<never> {
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
    property: { type: 'object', additionalProperties: { $ref: schemaPath(type()) } },
    models: [type()],
  };
}

/** Any JSON, kept verbatim. What the property says of it is a promise of whoever sends it. */
export function Free<const Options extends FieldOptions>(
  options?: Options,
): FieldDecorator<Given<never, Options>> {
  return composeField(
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
export function FreeObject<const Options extends FieldOptions>(
  options?: Options,
): FieldDecorator<Given<never, Options>> {
  return composeField(
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
  /** Most characters of an item; for lists of text. */
  readonly itemMax?: number;
}

const nested = (): PropertyDecorator => ValidateNested({ message: 'must be an object' });

/** JSON is kept as it came: class-transformer would copy it and lose keys such as `toString`. */
const verbatim = (): PropertyDecorator =>
  Transform(({ obj, key }) => (obj as Record<string, unknown>)[key]);

type Entries = Iterable<[string, unknown]>;

const isMap = (): PropertyDecorator => IsObject({ message: 'must be an object' });

/** class-validator looks into the values of a `Map`, and in one no key of a caller is special. */
const asMap = (read: (value: unknown) => unknown): PropertyDecorator =>
  Transform(({ obj, key }) => {
    const value = (obj as Record<string, unknown>)[key];
    if (!isJsonObject(value)) return value;
    const entries = value instanceof Map ? value : Object.entries(value);
    return new Map([...(entries as Entries)].map(([name, one]) => [name, read(one)]));
  });
