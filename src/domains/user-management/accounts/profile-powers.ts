import { canonicalJson } from '../../../kernel/canonical-json.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json.js';
import { readAuthenticationSettings } from '../identities/authentication-settings.js';

/** The parts of a profile by which power is given: by kind, what each entry says. */
interface ProfilePowers {
  /** The groups whose members administer the platform. */
  readonly admins: ReadonlySet<string>;
  /** Hosts that are called with stored tokens, and whose packages are trusted. */
  readonly repositories: ReadonlySet<string>;
}

export type PowerKind = keyof ProfilePowers;
const KINDS = ['admins', 'repositories'] as const satisfies readonly PowerKind[];

/** The kinds of power that a document gives and none of the known ones does. */
export function powersAdded(next: JsonObject, known: readonly JsonObject[]): readonly PowerKind[] {
  const given = powersOf(next);
  const present = known.map(powersOf);
  return KINDS.filter((kind) =>
    [...given[kind]].some((entry) => !present.some((powers) => powers[kind].has(entry))),
  );
}

/** The kinds of power that differ between two documents, taken away ones included. */
export function powersChanged(next: JsonObject, present: JsonObject): readonly PowerKind[] {
  const [added, removed] = [powersAdded(next, [present]), powersAdded(present, [next])];
  return KINDS.filter((kind) => added.includes(kind) || removed.includes(kind));
}

function powersOf(profile: JsonObject): ProfilePowers {
  const { admins } = readAuthenticationSettings(profile);
  const { prebuiltProps } = profile;
  const configs = isJsonObject(prebuiltProps) ? prebuiltProps['repoConfigs'] : null;
  return {
    admins: new Set(admins.map(({ provenance, group }) => JSON.stringify([provenance, group]))),
    repositories: new Set(Object.entries(configs ?? {}).map(canonicalJson)),
  };
}
