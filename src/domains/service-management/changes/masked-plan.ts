import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { maskedText } from '../../../platform/audit/masking.js';
import { secretTexts, withoutTexts } from '../restconf/secret-leaves.js';

/** A plan as it may be shown: without the secrets of its instance, and without what looks like one. */
export function maskedPlan(plan: JsonObject, instance: JsonObject): JsonObject {
  const secrets = secretTexts(instance);
  const shown = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return maskedText(withoutTexts(value, secrets));
    if (Array.isArray(value)) return value.map(shown);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shown(member)]));
  };
  return Object.fromEntries(Object.entries(plan).map(([key, member]) => [key, shown(member)]));
}
