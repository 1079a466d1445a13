import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { type AttributePath, attributePath } from './attribute-path.js';
import { type Attribute, type ResourceType } from './schema.js';
import { scimError } from './scim-error.js';

/** Which attributes of an answer are wanted: some alone, or all but some. */
export interface Projection {
  readonly only?: readonly AttributePath[];
  readonly without: readonly AttributePath[];
}

/** As options of an address name them, separated by commas, or as a body lists them. */
export type NamedAttributes = string | readonly string[] | undefined;

/**
 * Reads `attributes` and `excludedAttributes`.
 * @throws AppError `invalid-input` (`invalidValue`) for unknown names, and for both at once
 */
export function readProjection(
  type: ResourceType,
  {
    attributes,
    excludedAttributes,
  }: {
    readonly attributes?: NamedAttributes;
    readonly excludedAttributes?: NamedAttributes;
  },
): Projection {
  const only = pathsOf(type, attributes);
  const without = pathsOf(type, excludedAttributes);
  if (only.length > 0 && without.length > 0)
    throw scimError('invalidValue', 'attributes and excludedAttributes must not stand together');
  return only.length > 0 ? { only, without } : { without };
}

/** Whether an answer shows an attribute at all: if it does not, it need not be read. */
export function shows({ only, without }: Projection, name: string): boolean {
  const isWhole = (path: AttributePath): boolean => path.length === 1 && path[0]?.name === name;
  return only ? only.some(([first]) => first?.name === name) : !without.some(isWhole);
}

/** The resource as it is answered: what is wanted of it, extensions under the ids of their schemas. */
export function project(
  type: ResourceType,
  resource: JsonObject,
  projection: Projection = { without: [] },
): JsonObject {
  const shown: JsonObject = { schemas: [type.schema.id] };
  for (const attribute of type.attributes) {
    const value = projected(attribute, resource[attribute.name], projection);
    if (value === undefined) continue;
    shown[attribute.urn ?? attribute.name] = value;
    if (attribute.urn !== undefined) (shown['schemas'] as string[]).push(attribute.urn);
  }
  return shown;
}

function projected(
  attribute: Attribute,
  value: JsonValue | undefined,
  { only, without }: Projection,
): JsonValue | undefined {
  if (value === undefined || attribute.returned === 'always') return value;
  const named = (only ?? without)
    .filter(([first]) => first === attribute)
    .map((path) => path.slice(1));
  const isWhole = named.some((path) => path.length === 0);
  if (named.length === 0 || isWhole) return (only !== undefined) === isWhole ? value : undefined;
  return partOf(attribute, value, only ? { only: named, without: [] } : { without: named });
}

function partOf(
  { subAttributes = [] }: Attribute,
  value: JsonValue,
  projection: Projection,
): JsonValue | undefined {
  if (Array.isArray(value)) {
    const items = value.flatMap(
      (item) => partOf({ subAttributes } as Attribute, item, projection) ?? [],
    );
    return items.length === 0 ? undefined : items;
  }
  if (!isJsonObject(value)) return value;
  const entries = subAttributes.flatMap((sub) => {
    const part = projected(sub, value[sub.name], projection);
    return part === undefined ? [] : [[sub.name, part] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function pathsOf(type: ResourceType, named: NamedAttributes = ''): readonly AttributePath[] {
  const names = [named].flat().flatMap((list) => list.split(',').map((name) => name.trim()));
  return names
    .filter((name) => name !== '' && name.toLowerCase() !== 'schemas')
    .map((name) => {
      const path = attributePath(type, name);
      if (path) return path;
      throw scimError('invalidValue', `${name} is no attribute of ${type.name}`);
    });
}
