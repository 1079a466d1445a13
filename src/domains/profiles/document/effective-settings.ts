import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { jsonPointer } from '../../../kernel/json-pointer.js';
import { type Config, givenVariables } from '../../../platform/config/config.js';
import { leavesOf, valueAt } from './leaves.js';
import { maskSecrets } from './profile-secrets.js';
import { effectOf, type SettingEffect } from './setting-effects.js';
import { variableOf } from './setting-variables.js';

/** A setting with the value that counts, and where that comes from. */
export interface EffectiveSetting {
  /** Pointer into the profile. */
  readonly setting: string;
  /** Secrets as their placeholders. */
  readonly value: JsonValue;
  readonly source: 'environment' | 'profile' | 'default';
  /** The environment variable that decides, if one does. */
  readonly variable?: string;
  readonly effect: SettingEffect;
}

/**
 * Every setting of the profile, and those it leaves out with what counts then: the environment beats
 * the profile, which beats the default.
 */
export function effectiveSettings(
  profile: JsonObject,
  defaults: JsonObject,
  config: Config,
): readonly EffectiveSetting[] {
  const own = leavesOf(maskSecrets(profile)).map((leaf) => ({
    ...leaf,
    source: 'profile' as const,
  }));
  const missing = leavesOf(defaults)
    .filter(({ path }) => isLeftOut(profile, path))
    .map((leaf) => ({ ...leaf, source: 'default' as const }));
  return [...own, ...missing].map(({ path, value, source }) => {
    const setting = { setting: jsonPointer(path), effect: effectOf(path) };
    const variable = variableOf(path);
    if (!variable || !givenVariables(config).has(variable.name))
      return { ...setting, value, source };
    return {
      ...setting,
      value: variable.valueIn(config),
      source: 'environment',
      variable: variable.name,
    };
  });
}

/** A default fills what is missing; it adds nothing to lists, nor to maps that the profile fills. */
function isLeftOut(profile: JsonObject, path: readonly string[]): boolean {
  if (path[1] === 'repoConfigs' && valueAt(profile, path.slice(0, 2)) !== undefined) return false;
  return valueAt(profile, path) === undefined;
}
