import { Transform } from 'class-transformer';
import { maxLength } from 'class-validator';
import { isJsonObject } from '../../kernel/json.js';
import { checkBy, IsList, MaxItems } from './checks.js';
import { composeField } from './compose-field.js';
import { type FieldDecorator, type FieldOptions, type Given } from './field.js';
import { asText } from './text-readers.js';

/** A reference as clients write it: the id, or an object as answers show it. */
export type Reference<Key extends string> = string | Readonly<Record<Key, string>>;

/** What else answers show of a membership; clients send it back, and it changes nothing. */
const SHOWN_BESIDE = 'aaaManaged';

const ID_LENGTH_MAX = 128;

const IsReference = checkBy('isReference', isReference);

/**
 * A list of references, each an id or `{<key>: id}`:
 * `@References('roleId', { maxItems: 500 }) assignedRoles!: Reference<'roleId'>[]`.
 */
export function References<
  const Key extends string,
  const Options extends FieldOptions & { readonly maxItems: number },
>(key: Key, options: Options): FieldDecorator<Given<Reference<Key>[], Options>> {
  const { maxItems } = options;
  const id = { type: 'string', minLength: 1, maxLength: ID_LENGTH_MAX };
  const wrapped = {
    type: 'object',
    additionalProperties: false,
    properties: { [key]: id, [SHOWN_BESIDE]: { type: 'boolean' } },
    required: [key],
  };
  const item = { anyOf: [id, wrapped] };
  const container = { type: 'array', maxItems };
  return composeField(
    {
      kind: 'list',
      schema: item,
      containerSchema: container,
      fromText: asText,
      checks: [
        IsList({ message: 'must be a list' }),
        MaxItems({ message: `must have at most ${maxItems} items` }, maxItems),
        IsReference({ each: true, message: `must be an id, or an object with ${key}` }, key),
        // JSON is kept as it came: class-transformer would copy it.
        Transform(({ obj, key: name }) => (obj as Record<string, unknown>)[name]),
      ],
      property: { ...container, items: item } as never, // swagger's options carry a JSON Schema
    },
    options,
  );
}

/** Whether a value is an id, or an object with an id under this key and nothing unknown beside it. */
export function isReference(value: unknown, key: string): boolean {
  if (!isJsonObject(value)) return isId(value);
  const { [key]: id, [SHOWN_BESIDE]: shown = false, ...unknown } = value;
  return isId(id) && typeof shown === 'boolean' && Object.keys(unknown).length === 0;
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && maxLength(value, ID_LENGTH_MAX);
}

/** The ids that are meant. */
export function referredIds<Key extends string>(
  references: readonly Reference<Key>[],
  key: Key,
): readonly string[] {
  return references.map((one) => (typeof one === 'string' ? one : one[key]));
}
