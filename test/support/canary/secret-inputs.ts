import { type OpenAPIObject } from '@nestjs/swagger';
import { BUILT_OPERATIONS, type OperationId } from '../../../src/api/operations/operations.js';
import { inputsOf } from '../contract/operation-inputs.js';

const SOUNDS_SECRET =
  /passw|passphrase|secret|token|credential|community|authentication|(api|private|access)_?key|^key$/i;

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly type?: string | readonly string[];
}

/** An input of an operation that could hold a secret. */
export interface SecretInput {
  readonly id: OperationId;
  /** The field, as a path; `*` for an object that takes any key. */
  readonly field: string;
}

/** Schemas that describe the same value, or the items of it. */
function partsOf({ items, anyOf = [], oneOf = [], allOf = [] }: Schema): readonly Schema[] {
  return [...anyOf, ...oneOf, ...allOf, ...(items ? [items] : [])];
}

/** Every input of the contract that sounds like a secret, or is open to anything. */
export function secretInputs(document: OpenAPIObject): readonly SecretInput[] {
  const resolve = (schema: Schema): Schema => {
    const name = schema.$ref?.split('/').at(-1);
    const schemas = (document.components?.schemas ?? {}) as Readonly<Record<string, Schema>>;
    return name === undefined ? schema : (schemas[name] ?? {});
  };
  const fieldsOf = (given: Schema, path: readonly string[]): string[] => {
    if (path.length > 12) return [];
    const schema = resolve(given);
    const { properties = {}, additionalProperties } = schema;
    const parts = partsOf(schema);
    const isFree = schema.type === 'object' && additionalProperties === true;
    return [
      ...(isFree ? [[...path, '*'].join('.')] : []),
      ...parts.flatMap((part) => fieldsOf(part, path)),
      ...Object.entries(properties).flatMap(([key, child]) => [
        ...(SOUNDS_SECRET.test(key) ? [[...path, key].join('.')] : []),
        ...fieldsOf(child, [...path, key]),
      ]),
    ];
  };
  return BUILT_OPERATIONS.flatMap((id) =>
    inputsOf(document, id)
      .filter(({ carrier }) => carrier === 'body')
      .flatMap(({ schema }) => fieldsOf(schema, []))
      .map((field) => ({ id, field })),
  );
}
