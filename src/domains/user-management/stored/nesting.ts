import { type Group } from './group.js';

/**
 * Longest chain of groups that belong to each other. Working out what a caller may do takes one query
 * for each level, so this bounds every sign-in.
 */
export const NESTING_MAX = 10;

/** A group with the groups that it is to belong to, and all that is around it. */
export interface Nesting {
  readonly id: string;
  readonly memberOf: readonly string[];
  /** At least every group above those of `memberOf`, themselves included. */
  readonly groups: readonly Pick<Group, '_id' | 'memberOf'>[];
  /** How many levels of groups belong to this one already. */
  readonly levelsBelow: number;
}

/** Which of the groups it cannot belong to, and why. */
export interface NestingFault {
  /** Position within `memberOf`. */
  readonly index: number;
  readonly kind: 'circle' | 'too-deep';
}

/** The first group that would close a circle, or make a chain that is too long; null when all is well. */
export function nestingFault({ id, memberOf, groups, levelsBelow }: Nesting): NestingFault | null {
  const parents = new Map(groups.map((group) => [group._id, group.memberOf]));
  for (const [index, parent] of memberOf.entries()) {
    const levels = levelsAbove(parent, parents);
    if (levels.some((level) => level.has(id))) return { index, kind: 'circle' };
    if (levelsBelow + 1 + levels.length > NESTING_MAX) return { index, kind: 'too-deep' };
  }
  return null;
}

/**
 * The groups at each distance, this one first. A group stands on every level it is reached by, so their
 * number is the length of the longest chain. Ends in a circle too, beyond what is allowed.
 */
function levelsAbove(
  id: string,
  parents: ReadonlyMap<string, readonly string[]>,
): readonly ReadonlySet<string>[] {
  const levels: ReadonlySet<string>[] = [];
  let level = new Set([id].filter((one) => parents.has(one)));
  // A circle is found on the level that closes it, which is one further than the longest chain.
  while (level.size > 0 && levels.length <= NESTING_MAX) {
    levels.push(level);
    const above = [...level].flatMap((one) => parents.get(one) ?? []);
    level = new Set(above.filter((one) => parents.has(one)));
  }
  return levels;
}
