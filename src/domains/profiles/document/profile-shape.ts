import { closeShapes } from '../../../api/shapes/shape-schema.js';
import { type SchemaObject } from '../../../api/shapes/schema-object.js';
import { type Field, shapeOf } from '../../../api/shapes/shape.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { jsonPointer } from '../../../kernel/json-pointer.js';
import { ProfileDocument } from './profile-document.dto.js';

type Shape = ReturnType<typeof shapeOf>;
type DtoClass = Shape['type'];
type Path = readonly (string | number)[];

/** An answer names no more of them: a document may hold a million. */
export const UNKNOWN_KEYS_NAMED_MAX = 1000;

/** Pointers to the keys that the interface does not know, below `#` for the profile itself. */
export function unknownKeys(profile: JsonObject): readonly string[] {
  const found: string[] = [];
  walkShape(ProfileDocument, profile, [], found);
  return found;
}

function walkShape(type: DtoClass, value: JsonObject, path: Path, found: string[]): void {
  const { fields } = shapeOf(type);
  for (const key of Object.keys(value)) {
    if (found.length >= UNKNOWN_KEYS_NAMED_MAX) return;
    const field = fields.get(key);
    if (field) walkField(field, value[key], [...path, key], found);
    else found.push(jsonPointer([...path, key]));
  }
}

function walkField(
  { kind, shape }: Field,
  value: JsonValue | undefined,
  path: Path,
  found: string[],
): void {
  if (!shape) return;
  for (const [key, item] of itemsOf(kind, value)) {
    if (isJsonObject(item))
      walkShape(shape(), item, key === undefined ? path : [...path, key], found);
  }
}

function itemsOf(
  kind: Field['kind'],
  value: JsonValue | undefined,
): readonly (readonly [string | number | undefined, JsonValue | undefined])[] {
  if (kind === 'list') return Array.isArray(value) ? [...value.entries()] : [];
  if (kind === 'map') return isJsonObject(value) ? Object.entries(value) : [];
  return [[undefined, value]];
}

/** The schemas of the profile's classes by name, which is how they refer to each other. */
export function profileShapeSchemas(): Readonly<Record<string, SchemaObject>> {
  const types = new Set<DtoClass>();
  collect(ProfileDocument, types);
  return closeShapes(Object.fromEntries([...types].map(({ name }) => [name, {}])));
}

/** Name of the schema of the whole profile. */
export const PROFILE_SHAPE = ProfileDocument.name;

function collect(type: DtoClass, types: Set<DtoClass>): void {
  if (types.has(type)) return;
  types.add(type);
  for (const { shape } of shapeOf(type).fields.values()) if (shape) collect(shape(), types);
}
