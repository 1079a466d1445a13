import { canonicalJson } from '../../../kernel/canonical-json.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json.js';
import { readAuthenticationSettings } from '../stored/authentication-settings.js';

/** The parts of a profile by which power is given: by kind, what each entry says. */
interface ProfilePrivileges {
  /** The groups whose members administer the platform. */
  readonly admins: ReadonlySet<string>;
  /** Hosts that are called with stored tokens, and whose packages are trusted. */
  readonly repositories: ReadonlySet<string>;
}

export type PrivilegeKind = keyof ProfilePrivileges;
const KINDS = ['admins', 'repositories'] as const satisfies readonly PrivilegeKind[];

/** The kinds of privilege that a document gives and none of the known ones does. */
export function privilegesAdded(
  next: JsonObject,
  known: readonly JsonObject[],
): readonly PrivilegeKind[] {
  const given = privilegesOf(next);
  const present = known.map(privilegesOf);
  return KINDS.filter((kind) =>
    [...given[kind]].some((entry) => !present.some((privileges) => privileges[kind].has(entry))),
  );
}

/** The kinds of privilege that differ between two documents, taken away ones included. */
export function privilegesChanged(next: JsonObject, present: JsonObject): readonly PrivilegeKind[] {
  const [added, removed] = [privilegesAdded(next, [present]), privilegesAdded(present, [next])];
  return KINDS.filter((kind) => added.includes(kind) || removed.includes(kind));
}

function privilegesOf(profile: JsonObject): ProfilePrivileges {
  const { admins } = readAuthenticationSettings(profile);
  const { prebuiltProps } = profile;
  const configs = isJsonObject(prebuiltProps) ? prebuiltProps['repoConfigs'] : null;
  return {
    admins: new Set(admins.map(({ provenance, group }) => JSON.stringify([provenance, group]))),
    repositories: new Set(Object.entries(configs ?? {}).map(canonicalJson)),
  };
}
