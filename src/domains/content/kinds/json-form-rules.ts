import { type Fault } from '../../../kernel/app-error.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json.js';

/** The parts that every reader of a form expects to be objects. */
const PARTS = ['struct', 'schema', 'uiSchema', 'bindingSchema', 'validationSchema'];

/** What they hold can be mended later; checking answers says what is wrong with it. */
export const JSON_FORM_RULES = { faults: faultsOf };

function faultsOf(document: JsonObject): readonly Fault[] {
  return PARTS.filter((part) => {
    const value = document[part];
    return value !== undefined && value !== null && !isJsonObject(value);
  }).map((part) => ({ pointer: `#/${part}`, detail: 'must be an object' }));
}
