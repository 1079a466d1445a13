import { type JsonObject, type JsonValue } from '../../../src/kernel/json.js';
import { schema } from './a-transformation.js';

/** Types that say anything goes, as real documents write it. */
export const ANY_TYPE: JsonValue = ['array', 'boolean', 'number', 'string', 'object', 'null'];

/** A function that methods call: what it is given by place, then constants; `result` goes out. */
export function callbackOf(
  name: string,
  given: readonly string[],
  constants: readonly string[],
  steps: JsonObject[],
): JsonObject {
  return {
    name,
    id: name,
    incoming: [
      ...given.map((id) => schema(id, ANY_TYPE)),
      ...constants.map((id) => schema(id, ANY_TYPE, { isConstValue: true })),
    ],
    outgoing: [schema('result', ANY_TYPE)],
    steps,
    functions: [],
  };
}
