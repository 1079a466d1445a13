import { type Fault } from '../../kernel/app-error.js';
import { isJsonObject, type JsonObject } from '../../kernel/json.js';
import { listOf } from '../../kernel/json-reading.js';
import { jsonPointer } from '../../kernel/json-pointer.js';
import {
  compileSchema,
  compileSchemaNow,
  type CompiledSchema,
} from '../json-schema/json-schema.js';

/** Says what is wrong with values by the schemas of what comes in; pointers into the values. */
export type InputValidator = (incoming: JsonObject) => readonly Fault[];

interface ValidatedInput {
  readonly id: string;
  readonly isOptional: boolean;
  readonly schema: CompiledSchema;
}

/**
 * Makes the validator of a transformation. Every schema has to be met; one that cannot be compiled is a
 * fault of every value. What the schema does not call optional has to be there.
 */
export async function compileInputValidator(document: JsonObject): Promise<InputValidator> {
  const inputs: ValidatedInput[] = [];
  for (const { schema, ...input } of inputsOf(document)) {
    inputs.push({ ...input, schema: await compileSchema(schema) });
  }
  return (incoming) => inputs.flatMap((input) => faultsOf(input, incoming));
}

/** The same without a pause: for pure functions, which have nobody to wait for. */
export function compileInputValidatorNow(document: JsonObject): InputValidator {
  const inputs = inputsOf(document).map(({ schema, ...input }) => ({
    ...input,
    schema: compileSchemaNow(schema),
  }));
  return (incoming) => inputs.flatMap((input) => faultsOf(input, incoming));
}

interface GivenInput {
  readonly id: string;
  readonly isOptional: boolean;
  readonly schema: JsonObject;
}

function inputsOf(document: JsonObject): readonly GivenInput[] {
  return listOf(document['incoming']).flatMap((given) => {
    const { $id, optional, ...schema } = isJsonObject(given) ? given : {};
    return typeof $id === 'string' ? [{ id: $id, isOptional: optional === true, schema }] : [];
  });
}

function faultsOf(
  { id, isOptional, schema }: ValidatedInput,
  incoming: JsonObject,
): readonly Fault[] {
  const pointer = jsonPointer([id]);
  const value = Object.hasOwn(incoming, id) ? incoming[id] : undefined;
  if (value === undefined) return isOptional ? [] : [{ pointer, detail: 'is required' }];
  if (schema.kind === 'refused') {
    return [{ pointer, detail: `cannot be checked, its schema ${schema.detail}` }];
  }
  return schema
    .validate(value)
    .map((fault) => ({ ...fault, pointer: `${pointer}${fault.pointer.slice(1)}` }));
}
