import { type Fault } from '../../../kernel/app-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { compileSchema } from '../../../cores/json-schema/json-schema.js';

const VARIABLES = '#/options/variables';

/**
 * What is wrong with the variables of a job by the input schema of its workflow.
 * @param reserved variables that nobody has to give.
 */
export async function inputFaults(
  schema: JsonValue,
  variables: JsonObject,
  reserved: readonly string[],
): Promise<readonly Fault[]> {
  const compiled = await compileSchema(without(schema, reserved));
  if (compiled.kind === 'refused') {
    const detail = `cannot be checked: the input schema of the workflow ${compiled.detail}`;
    return [{ pointer: VARIABLES, detail }];
  }
  return compiled
    .validate(variables)
    .map(({ pointer, detail }) => ({ pointer: `${VARIABLES}${pointer.slice(1)}`, detail }));
}

function without(schema: JsonValue, reserved: readonly string[]): JsonValue {
  if (!isJsonObject(schema)) return schema;
  const { required } = schema;
  if (!Array.isArray(required)) return schema;
  return {
    ...schema,
    required: required.filter((name) => typeof name !== 'string' || !reserved.includes(name)),
  };
}
