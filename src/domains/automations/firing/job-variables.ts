import { isJsonObject, type JsonObject } from '../../../kernel/json.js';

const WRAPPER = 'formData';

/** How the answers of a form become the variables of a job. */
export interface WrapRules {
  /** `legacyWrapper` of the trigger. */
  readonly legacyWrapper: boolean;
  /** What the workflow reads: its input schema, as far as it has one. */
  readonly inputSchema: unknown;
}

/**
 * The variables of a job that a form starts: one for each answer. Under a legacy wrapper all of them are
 * in the one variable `formData`; likewise where the workflow declares that as an input and the form does
 * not ask for it, because real exports do so without naming a wrapper (ADR 0123).
 */
export function formVariables(answers: JsonObject, rules: WrapRules): JsonObject {
  const isMeant = rules.legacyWrapper || (readsWrapper(rules.inputSchema) && !(WRAPPER in answers));
  return isMeant ? { [WRAPPER]: answers } : answers;
}

/** The answers over the defaults of the trigger. */
export function withDefaults(defaults: unknown, answers: JsonObject): JsonObject {
  return { ...(isJsonObject(defaults) ? defaults : {}), ...answers };
}

function readsWrapper(inputSchema: unknown): boolean {
  if (!isJsonObject(inputSchema)) return false;
  const { properties } = inputSchema;
  return isJsonObject(properties) && Object.hasOwn(properties, WRAPPER);
}
