import { type OperationSpec } from '../operations/operation-spec.js';
import { documented } from '../shapes/documentation.js';
import { shapeOf } from '../shapes/shape.js';
import { fieldSchema, inlineSchema } from '../shapes/shape-schema.js';
import { type QueryObjectSource } from './query-object.js';

/**
 * Documents the canonical form of the options: one `deepObject` parameter, or one parameter a field
 * where they travel flat. The other forms that are accepted are said in words.
 */
export function documentQuery(source: QueryObjectSource, spec: OperationSpec): MethodDecorator {
  return (...handler) => {
    documented(({ ApiQuery }) => {
      // Swagger's types name neither `style` nor `explode`; its document carries both.
      for (const parameter of parameters(source, spec)) ApiQuery(parameter)(...handler);
    });
  };
}

function parameters(source: QueryObjectSource, spec: OperationSpec): readonly object[] {
  const { wrapper } = source;
  if (wrapper !== undefined) return [objectParameter(source, wrapper, spec)];
  const fields = [...shapeOf(source.type).fields.values()];
  return fields.map((field) => {
    const { description, ...schema } = fieldSchema(field, 'query');
    return { name: field.name, required: !field.optional, schema, description };
  });
}

function objectParameter(source: QueryObjectSource, name: string, spec: OperationSpec): object {
  // The example is what a docs page sends until someone edits it: no filter, rather than made-up ones.
  const schema = { ...inlineSchema(source.type), examples: [{}] };
  const open = source.unknownKeys === 'ignored';
  return {
    name,
    style: 'deepObject',
    explode: true,
    required: false,
    description:
      `Options as \`${name}[key]=value\`. Also accepted, lowest precedence first: a JSON body ` +
      `\`{"${name}": {}}\`, JSON text \`${name}={}\`, bracketed keys, flat keys \`key=value\`. ` +
      (open
        ? 'Unknown keys are ignored and named in `X-Ignored-Parameters`.'
        : 'Unknown keys are refused.'),
    schema: open ? { ...schema, additionalProperties: true } : schema,
    // The interface requires the object; clients omit it, so its absence is accepted.
    ...(spec.number !== undefined && { extensions: { 'x-interface': 'required' } }),
  };
}
