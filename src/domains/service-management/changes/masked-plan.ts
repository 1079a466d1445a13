import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { type SecretBox } from '../../../platform/secrets/secret-box.js';
import { maskLeaves, secretRemover } from '../restconf/secret-leaves.js';
import { maskedConfiguration } from './configuration-mask.js';
import { readableJson, sealJson } from './sealed-json.js';

/**
 * A plan as it may be shown: without what is known to be secret there, and without what looks like it.
 * @param secrets those of the instances, as they were sent and as the orchestrator had them before.
 */
export function maskedPlan(plan: JsonObject, secrets: readonly string[]): JsonObject {
  const withoutSecrets = secretRemover(secrets);
  const shown = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return maskedConfiguration(withoutSecrets(value));
    if (Array.isArray(value)) return value.map(shown);
    return isJsonObject(value) ? members(value) : value;
  };
  const members = (object: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(object).map(([key, member]) => [key, shown(member)]));
  return members(maskLeaves(plan));
}

/** A plan with the secrets that it may show, sealed; undefined when it is too large to be kept. */
export function sealPlan(
  box: SecretBox,
  plan: JsonObject,
  secrets: readonly string[],
): string | undefined {
  return sealJson(box, { plan, secrets: [...secrets] });
}

/** What `sealPlan` sealed, as it may be shown. */
export function shownPlan(box: SecretBox, sealed: string): JsonObject {
  const kept = readableJson(box, sealed);
  const { plan, secrets } = kept;
  if (!isJsonObject(plan) || !Array.isArray(secrets)) return kept;
  return maskedPlan(
    plan,
    secrets.filter((secret) => typeof secret === 'string'),
  );
}
