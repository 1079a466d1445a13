import { type OpenAPIObject } from '@nestjs/swagger';

type Node = Record<string, unknown>;

/**
 * OpenAPI 3.1 schemas are JSON Schema 2020-12, which knows no `nullable`: such schemas admit null
 * by type, and references by `anyOf`.
 */
export function toJsonSchema(
  document: OpenAPIObject & Readonly<Record<`x-${string}`, unknown>>,
): OpenAPIObject {
  return rewrite(document) as OpenAPIObject;
}

function rewrite(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewrite);
  if (typeof value !== 'object' || value === null) return value;
  const node = Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, rewrite(child)]),
  );
  return node['nullable'] === true ? admitNull(node) : node;
}

function admitNull({ nullable: _, ...schema }: Node): Node {
  if (typeof schema['type'] === 'string') {
    const members = schema['enum'];
    return {
      ...schema,
      type: [schema['type'], 'null'],
      ...(Array.isArray(members) && { enum: [...(members as unknown[]), null] }),
    };
  }
  const { description, ...rest } = schema;
  return { anyOf: [rest, { type: 'null' }], ...(description !== undefined && { description }) };
}
