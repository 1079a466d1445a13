import { type Type } from '@nestjs/common';
import { invariant } from '../../kernel/invariant.js';
import { type SchemaObject } from './schema-object.js';
import { declaredShapes, type Field, type Shape, shapeOf } from './shape.js';

/** In bodies nested shapes are referred to; in a query everything is text and stands in one place. */
type Place = 'body' | 'query';

/**
 * Gives the document's components what swagger cannot express: closed shapes, open values and null.
 * A component that no field decorator declared stays as it is.
 */
export function closeShapes<Schema extends object>(
  components: Readonly<Record<string, Schema>>,
): Record<string, Schema & SchemaObject> {
  const shapes = new Map<string, Shape>();
  for (const shape of declaredShapes()) {
    const { name } = shape.type;
    invariant(
      !(name in components && shapes.has(name)),
      `${name} is the name of one DTO class: components are named by it`,
    );
    shapes.set(name, shape);
  }
  return Object.fromEntries(
    Object.entries(components).map(([name, schema]) => {
      const shape = shapes.get(name);
      return [name, { ...schema, ...(shape && objectSchema(shape, 'body')) }];
    }),
  );
}

/** Where the document keeps the schema of a DTO class. */
export function schemaPath({ name }: Type): string {
  return `#/components/schemas/${name}`;
}

/** The schema of a DTO on the query string, with everything in it. */
export function inlineSchema(type: Type): SchemaObject {
  return objectSchema(shapeOf(type), 'query');
}

/** The schema of one field, as its decorator declares it. */
export function fieldSchema(field: Field, place: Place): SchemaObject {
  const schema = containerSchema(field, place);
  return {
    ...(field.nullable ? admitNull(schema) : schema),
    ...(field.note !== undefined && { description: field.note }),
    ...(field.example !== undefined && { examples: [field.example] }),
  };
}

function objectSchema({ fields, open }: Shape, place: Place): SchemaObject {
  const all = [...fields.values()];
  const required = all.filter(({ optional }) => !optional).map(({ name }) => name);
  return {
    type: 'object',
    additionalProperties: open,
    properties: Object.fromEntries(all.map((field) => [field.name, fieldSchema(field, place)])),
    ...(required.length > 0 && { required }),
  };
}

function containerSchema(field: Field, place: Place): SchemaObject {
  const item = itemSchema(field, place);
  if (field.kind === 'list') return { ...field.containerSchema, items: item };
  if (field.kind === 'map') return { ...field.containerSchema, additionalProperties: item };
  return item;
}

function itemSchema(field: Field, place: Place): SchemaObject {
  if (field.shape)
    return place === 'query' ? inlineSchema(field.shape()) : { $ref: schemaPath(field.shape()) };
  return place === 'query' ? (field.querySchema ?? field.schema) : field.schema;
}

function admitNull(schema: SchemaObject): SchemaObject {
  const { type } = schema;
  if (Object.keys(schema).length === 0) return schema;
  if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  const members = schema['enum'];
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(members) && { enum: [...(members as unknown[]), null] }),
  };
}
