import { searchIndex } from './search.js';

/** Reads the OpenAPI document: operations in their groups, references, examples, texts to search. */
export class Contract {
  constructor(document) {
    this.document = document;
    this.operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) =>
        this.readOperation(path, method, operation),
      ),
    );
    this.groups = groupBy(this.operations, ({ tag }) => tag);
  }

  readOperation(path, method, operation) {
    const found = { path, method: method.toUpperCase(), id: operation.operationId, operation };
    const tag = operation.tags?.[0] ?? 'Other';
    const parameters = (operation.parameters ?? []).map((parameter) => this.resolve(parameter));
    const body = this.resolve(operation.requestBody)?.content?.['application/json']?.schema;
    const members = [
      ...parameters.map(({ name, description = '' }) => `${name} ${description}`),
      ...Object.keys(this.resolve(body)?.properties ?? {}),
    ];
    return { ...found, tag, parameters, index: searchIndex({ ...found, tag, members }) };
  }

  /** What a `$ref` leads to; anything else is itself. */
  resolve(value) {
    if (value?.$ref === undefined) return value;
    const steps = value.$ref.slice(2).split('/');
    return steps.reduce(
      (node, step) => node[step.replaceAll('~1', '/').replaceAll('~0', '~')],
      this.document,
    );
  }

  /** A value that the schema admits: its example, or what is required of it. */
  example(schema, depth = 0) {
    const {
      examples,
      example,
      enum: members,
      anyOf,
      oneOf,
      allOf,
      type,
      ...rest
    } = this.resolve(schema) ?? {};
    const given = examples?.[0] ?? example ?? rest.const ?? rest.default ?? members?.[0];
    if (given !== undefined) return given;
    const part = (anyOf ?? oneOf ?? allOf)?.[0];
    if (part !== undefined && rest.properties === undefined) return this.example(part, depth);
    const kind = Array.isArray(type) ? type[0] : type;
    if (kind === 'array')
      return depth < 4 && rest.items && rest.minItems > 0
        ? [this.example(rest.items, depth + 1)]
        : [];
    if (kind === 'object' || rest.properties) return this.exampleObject(rest, depth);
    return (
      { integer: rest.minimum ?? 0, number: rest.minimum ?? 0, boolean: false, string: '' }[kind] ??
      {}
    );
  }

  exampleObject({ properties = {}, required = [] }, depth) {
    if (depth > 4) return {};
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([name, schema]) => required.includes(name) || this.resolve(schema)?.examples)
        .map(([name, schema]) => [name, this.example(schema, depth + 1)]),
    );
  }
}

function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/**
 * The example of a media type object, else of its schema.
 * @param {Contract} contract
 * @param {{ example?: unknown, examples?: object, schema?: object }} media
 */
export function exampleOf(contract, { example, examples, schema }) {
  const first = Object.values(examples ?? {})[0];
  return (
    example ?? contract.resolve(first)?.value ?? (schema ? contract.example(schema) : undefined)
  );
}
