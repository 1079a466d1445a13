import { isJsonObject, type JsonObject } from '../../../kernel/json.js';
import { secretRemover } from '../../../platform/secrets/known-secrets.js';
import { type SecretBox } from '../../../platform/secrets/secret-box.js';
import { maskLeaves } from '../restconf/secret-leaves.js';
import { mapLeaves } from '../../../platform/secrets/secret-walk.js';
import { maskedConfiguration } from './configuration-mask.js';
import { readableJson, sealJson } from './sealed-json.js';

/**
 * A plan as it may be shown: without what is known to be secret there, and without what looks like it.
 * @param secrets those of the instances, as they were sent and as the orchestrator had them before.
 */
export function maskedPlan(plan: JsonObject, secrets: readonly string[]): JsonObject {
  const withoutSecrets = secretRemover(secrets);
  return mapLeaves(maskLeaves(plan), {
    leaf: (leaf) => (typeof leaf === 'string' ? maskedConfiguration(withoutSecrets(leaf)) : leaf),
  });
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
