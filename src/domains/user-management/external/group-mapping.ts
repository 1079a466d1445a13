import { foldText } from '../../../kernel/folded-text.js';
import { type ExternalIdentity } from '../../../connectors/identity-providers/external-identity.js';

/** How groups of somebody else become local ones. */
export interface GroupMapping {
  /** Name of a local group by theirs: the id of the group, or what people call it. */
  readonly map: ReadonlyMap<string, string>;
  /** Whether a group that is not in the map stands for the local group of its name. */
  readonly takesNames: boolean;
  /** Whether their ids and names are the same in any case and spacing, as in a directory. */
  readonly ignoresCase: boolean;
}

/** Folded names of local groups. */
export interface MappedGroups {
  /** Those that the user belongs to. */
  readonly granted: readonly string[];
  /** Those that the mapping decides alone: whoever is not granted them loses them. */
  readonly managed: readonly string[];
}

/** The local groups that follow from the groups of a user. */
export function mappedGroups(
  groups: ExternalIdentity['groups'],
  { map, takesNames, ignoresCase }: GroupMapping,
): MappedGroups {
  const compared = ignoresCase ? comparedDn : (text: string): string => text;
  const known = new Map([...map].map(([theirs, ours]) => [compared(theirs), ours]));
  const granted = groups.flatMap(({ id, name }) => {
    const ours = known.get(compared(id)) ?? known.get(compared(name));
    return [ours ?? (takesNames ? name : undefined) ?? []].flat();
  });
  return { granted: foldedOnce(granted), managed: foldedOnce([...map.values()]) };
}

/** Ids of groups that an account is given, and those it had before. */
export interface Memberships {
  readonly memberOf: readonly string[];
  /** Given by the sign-in before this one. */
  readonly givenBefore: readonly string[];
}

/**
 * The groups of an account after a sign-in: those that nobody outside has a say in stay, in their
 * order; those that were given before, or that the mapping decides, stay only if they are granted.
 */
export function synchronisedGroups(
  { memberOf, givenBefore }: Memberships,
  granted: readonly string[],
  managed: readonly string[],
): readonly string[] {
  const decided = new Set([...givenBefore, ...managed]);
  const kept = memberOf.filter((id) => !decided.has(id) || granted.includes(id));
  return [...new Set([...kept, ...granted])];
}

function foldedOnce(names: readonly string[]): readonly string[] {
  return [...new Set(names.map((name) => foldText(name.trim())))];
}

/** DNs are the same in any case, and with or without blanks around their separators (RFC 4514). */
function comparedDn(text: string): string {
  return foldText(text.trim()).replace(/ *([,=+]) */g, '$1');
}
