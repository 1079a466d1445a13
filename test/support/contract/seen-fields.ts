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
  const resolve = (given: Schema): Schema => {
    const name = given.$ref?.split('/').at(-1);
    return name === undefined ? given : (document.components?.schemas?.[name] ?? {});
  };

  const walk = (given: Schema, value: unknown, path: string): void => {
    if (value === null || typeof value !== 'object') return;
    const found = resolve(given);
    for (const part of alternatives(found)) walk(part, value, path);
    if (Array.isArray(value)) walkItems(found, value, path);
    else walkFields(found, value, path);
  };
  const walkItems = ({ items }: Schema, list: readonly unknown[], path: string): void => {
    for (const item of items ? list : []) walk(items ?? {}, item, `${path}[]`);
  };
  const walkFields = (found: Schema, fields: object, path: string): void => {
    for (const [key, value] of Object.entries(fields)) {
      const child = found.properties?.[key];
      if (child) {
        seen.add(`${path}/${key}`);
        walk(child, value, `${path}/${key}`);
      } else if (typeof found.additionalProperties === 'object') {
        walk(found.additionalProperties, value, `${path}/*`);
      }
    }
  };

  walk(schema, data, '');
  return seen;
}

function alternatives({ anyOf = [], allOf = [], oneOf = [] }: Schema): Schema[] {
  return [...anyOf, ...allOf, ...oneOf];
}
