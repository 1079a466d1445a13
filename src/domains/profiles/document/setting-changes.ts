import { type JsonObject } from '../../../kernel/json.js';
import { jsonPointer } from '../../../kernel/json-pointer.js';
import { changedPaths } from './leaves.js';
import { effectOf, type SettingEffect } from './setting-effects.js';
import { variableOf } from './setting-variables.js';

/** What became of the settings that a change touched, as pointers into the profile. */
export interface SettingChanges extends Readonly<Record<SettingEffect, readonly string[]>> {
  /** An environment variable is set, which beats the profile. */
  readonly overridden: readonly string[];
}

/** No setting changed. */
export const NO_CHANGES: SettingChanges = { applied: [], restart: [], kept: [], overridden: [] };

/** An answer names no more of each kind: a document may hold a million settings. */
const NAMED_MAX = 1000;

/**
 * What differs between the document that counted and the one that counts now.
 * @param variables names of the environment variables that are set
 */
export function settingChanges(
  before: JsonObject,
  after: JsonObject,
  variables: ReadonlySet<string>,
): SettingChanges {
  const found: Record<keyof SettingChanges, string[]> = {
    applied: [],
    restart: [],
    kept: [],
    overridden: [],
  };
  for (const path of changedPaths(before, after)) {
    const kind = variables.has(variableOf(path)?.name ?? '') ? 'overridden' : effectOf(path);
    if (found[kind].length < NAMED_MAX) found[kind].push(jsonPointer(path));
  }
  return found;
}
