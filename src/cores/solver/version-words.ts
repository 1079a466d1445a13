import { type ChoiceSet, hasChoice } from './choice-set.js';
import { type PackageTable } from './package-table.js';

/** Groups of neighbouring versions that are written out. */
const GROUPS_MAX = 3;

/** `@acme/base 1.0.0 to 1.4.0 or 2.0.0`: a package with some of its versions, in words. */
export function versionWords(of: PackageTable, set: ChoiceSet): string {
  if (isEveryVersion(of, set)) return `every version of ${of.label}`;
  const order = of.inOrder();
  const groups = neighbours(order.map((choice) => hasChoice(set, choice)));
  const shown = groups.slice(0, GROUPS_MAX).map(({ from, to }) => {
    const first = versionAt(of, from);
    return from === to ? first : `${first} to ${versionAt(of, to)}`;
  });
  const more = groups.length > GROUPS_MAX ? ' or others' : '';
  return `${of.label} ${shown.join(' or ')}${more}`;
}

/** Whether a set has several versions, and all that there are. */
export function isEveryVersion(of: PackageTable, set: ChoiceSet): boolean {
  return of.absence > 1 && of.candidates.every((_, choice) => hasChoice(set, choice));
}

/** `there are 1.0.0 to 3.2.0`, or that there is nothing. */
export function offerWords(of: PackageTable): string {
  const count = of.inOrder().length;
  if (count === 0) return `there is no ${of.label}`;
  const [first, last] = [versionAt(of, 0), versionAt(of, count - 1)];
  return count === 1 ? `there is ${first} alone` : `there are ${first} to ${last}`;
}

interface Neighbours {
  readonly from: number;
  readonly to: number;
}

function neighbours(flags: readonly boolean[]): readonly Neighbours[] {
  const groups: Neighbours[] = [];
  flags.forEach((flag, at) => {
    const last = groups.at(-1);
    if (!flag) return;
    if (last?.to === at - 1) groups[groups.length - 1] = { from: last.from, to: at };
    else groups.push({ from: at, to: at });
  });
  return groups;
}

function versionAt(of: PackageTable, place: number): string {
  return of.candidates[of.inOrder()[place] ?? -1]?.version ?? '';
}
