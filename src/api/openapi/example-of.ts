import { type JsonObject, type JsonValue } from '../../kernel/json.js';
import { mentionsSecret } from '../../platform/secrets/secret-names.js';

export interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly examples?: readonly JsonValue[];
  readonly enum?: readonly JsonValue[];
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}
export type Schemas = Readonly<Record<string, Schema>>;

/** Below this depth, objects show what they must have alone: what lies deeper is read in the schema. */
const WHOLE_DEPTH = 2;
const DEPTH_MAX = 5;
const TIME = '2026-01-05T10:00:00.000Z';

/** Texts by the names of their members, the first that fits. */
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/^_?id$|Id$/, '66d02d8221161b4df2717495'],
  [/username|by$/i, 'ada'],
  [/version$/i, '1.0.0'],
  [/ur[il]$/i, 'https://box.example/'],
  [/^description$/, 'What it is for'],
];

/** Where a value stands. */
interface Place {
  readonly schemas: Schemas;
  readonly name: string;
  readonly depth: number;
}

const ROOT = { name: '', depth: 0 };

/** A value that a schema of the document admits: its own examples, else by types, formats and names. */
export function exampleOf(schemas: Schemas, schema: Schema): JsonValue {
  return valueAt({ schemas, ...ROOT }, schema);
}

function valueAt(place: Place, schema: Schema): JsonValue {
  const given = schema.examples?.[0] ?? schema.enum?.[0];
  if (given !== undefined) return given;
  const next = partOf(place, schema);
  if (next) return valueAt(place, next);
  const make = MADE[typeOf(schema)];
  return make ? make(schema, place) : {};
}

function typeOf({ type = '' }: Schema): string {
  return typeof type === 'string' ? type : (type[0] ?? '');
}

/** What a schema refers to, or the alternative that is shown: the first, and null where all goes too deep. */
function partOf({ schemas, depth }: Place, { $ref, anyOf = [] }: Schema): Schema | undefined {
  if ($ref !== undefined) return schemas[$ref.split('/').at(-1) ?? ''];
  const nothing = depth > DEPTH_MAX ? anyOf.find(({ type }) => type === 'null') : undefined;
  return nothing ?? anyOf[0];
}

const MADE: Readonly<Record<string, (schema: Schema, place: Place) => JsonValue>> = {
  object: ofMembers,
  array: ({ items }, place) =>
    items && place.depth < DEPTH_MAX ? [valueAt({ ...place, depth: place.depth + 1 }, items)] : [],
  string: (schema, { name }) => text(schema, name),
  boolean: () => true,
  integer: number,
  number,
  null: () => null,
};

function ofMembers(schema: Schema, { schemas, depth }: Place): JsonObject {
  const { properties = {}, required = [], additionalProperties } = schema;
  const member = (name: string, one: Schema): readonly [string, JsonValue] => [
    name,
    valueAt({ schemas, name, depth: depth + 1 }, one),
  ];
  const others =
    typeof additionalProperties === 'object' && depth < DEPTH_MAX
      ? [member('name', additionalProperties)]
      : [];
  const shown = Object.entries(properties).filter(
    ([name]) => depth < WHOLE_DEPTH || required.includes(name),
  );
  return Object.fromEntries([...others, ...shown.map(([name, one]) => member(name, one))]);
}

/** Text of a secret is not made up: it would be taken for one. */
function text({ format }: Schema, name: string): string {
  if (format === 'date-time') return TIME;
  if (mentionsSecret(name)) return '…';
  return TEXTS.find(([form]) => form.test(name))?.[1] ?? name;
}

/** Milliseconds since 1970 are known by their bound. */
function number({ minimum = 1, maximum = 1 }: Schema): number {
  return maximum >= 8_640_000_000_000_000
    ? Date.parse(TIME)
    : Math.max(minimum, Math.min(1, maximum));
}
