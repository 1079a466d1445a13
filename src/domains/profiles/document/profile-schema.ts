import { type SchemaObject } from '../../../api/shapes/schema-object.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { PROFILE_SHAPE, profileShapeSchemas } from './profile-shape.js';
import { isSecretPlace } from './secret-keys.js';
import { effectOf } from './setting-effects.js';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const COMPONENTS = '#/components/schemas/';
const DEFINITIONS = '#/$defs/';

/**
 * These two are words of JSON Schema with a meaning of their own, so the profile's members of that
 * name stand in `properties` alone.
 */
const WORDS_OF_JSON_SCHEMA = ['id', 'description'];

/** What says at run time what a setting does, and that a text is a secret. */
export const PROFILE_VOCABULARY = ['x-effect', 'x-secret'] as const;

/**
 * The schema of operation 19 (JSON Schema 2020-12), made of the declaration that validates profiles.
 * Its groups stand at its top level too, so that it has the shape of a profile: they are words that a
 * validator must be told of, together with `PROFILE_VOCABULARY`.
 */
export function profileSchema(): JsonObject {
  const { [PROFILE_SHAPE]: root = {}, ...definitions } = Object.fromEntries(
    Object.entries(profileShapeSchemas()).map(([name, schema]) => [name, withoutPaths(schema)]),
  );
  const document = { ...root, $defs: definitions };
  annotate(document, root, []);
  return {
    $schema: DIALECT,
    title: 'Profile',
    ...document,
    ...Object.fromEntries(profileGroups().map((name) => [name, { $ref: `#/properties/${name}` }])),
  };
}

/** The members of a profile that stand at the top level of its schema. */
export function profileGroups(): readonly string[] {
  const properties = profileShapeSchemas()[PROFILE_SHAPE]?.['properties'];
  return Object.keys(properties ?? {}).filter((name) => !WORDS_OF_JSON_SCHEMA.includes(name));
}

/** A copy whose references point into this schema and not into an OpenAPI document. */
function withoutPaths(schema: SchemaObject): JsonObject {
  const text = JSON.stringify(schema);
  return JSON.parse(text.replaceAll(COMPONENTS, DEFINITIONS)) as JsonObject;
}

/** Says of each setting what it does, and which ones are secrets; each class stands in one place. */
function annotate(document: JsonObject, schema: JsonObject, path: readonly string[]): void {
  const properties = objectAt(schema, 'properties');
  for (const [name, value] of Object.entries(properties)) {
    if (!isJsonObject(value)) continue;
    const below = targetOf(document, value);
    if (below) annotate(document, below, [...path, name]);
    else value['x-effect'] = effectOf([...path, name]);
    if (!below && isSecretPlace([...path, name])) value['x-secret'] = true;
  }
}

/** The definition that a property, its items or its values refer to. */
function targetOf(document: JsonObject, property: JsonObject): JsonObject | undefined {
  const holders = [
    property,
    objectAt(property, 'items'),
    objectAt(property, 'additionalProperties'),
  ];
  const reference = holders.map((holder) => holder['$ref']).find((ref) => typeof ref === 'string');
  if (typeof reference !== 'string') return undefined;
  return objectAt(objectAt(document, '$defs'), reference.slice(DEFINITIONS.length));
}

function objectAt(holder: JsonObject, key: string): JsonObject {
  const value: JsonValue | undefined = holder[key];
  return isJsonObject(value) ? value : {};
}
