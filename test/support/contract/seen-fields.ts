import { type OpenAPIObject } from '@nestjs/swagger';

interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  allOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
}

/** Documented fields that occur in the data, as paths: `/results[]/name`, map values as `/*`. */
export function seenFields(document: OpenAPIObject, schema: object, data: unknown): Set<string> {
  const seen = new Set<string>();
  walk(document, schema, data, '', seen);
  return seen;
}

function resolve(document: OpenAPIObject, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : ((document.components?.schemas?.[name] ?? {}) as Schema);
}

function walk(
  document: OpenAPIObject,
  given: Schema,
  data: unknown,
  path: string,
  seen: Set<string>,
): void {
  if (data === null || typeof data !== 'object') return;
  const schema = resolve(document, given);
  for (const part of [...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(schema.oneOf ?? [])]) {
    walk(document, part, data, path, seen);
  }
  if (Array.isArray(data)) {
    for (const item of data)
      if (schema.items) walk(document, schema.items, item, `${path}[]`, seen);
    return;
  }
  for (const [key, value] of Object.entries(data)) {
    const child = schema.properties?.[key];
    if (child) {
      seen.add(`${path}/${key}`);
      walk(document, child, value, `${path}/${key}`, seen);
    } else if (typeof schema.additionalProperties === 'object') {
      walk(document, schema.additionalProperties, value, `${path}/*`, seen);
    }
  }
}
