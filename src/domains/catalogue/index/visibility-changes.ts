import { isDeepStrictEqual } from 'node:util';
import { type NamedCandidate, shadowedPackages } from '../visibility/shadowed-packages.js';
import { releaseKey } from '../../../cores/versions/release.js';
import {
  type VisibilityInterval,
  visibilityIntervals,
} from '../visibility/visibility-intervals.js';
import { type VisibilityChange, type VisibilityEntry } from './catalogue-index.repository.js';

/** What decides which versions are visible. */
export interface VisibilityBasis {
  /** The enabled configurations, in the order of their names. */
  readonly enabled: readonly string[];
  /** Key of the running release: what names no release counts as made for it, whichever it is today. */
  readonly running: number;
}

type Placing = Omit<Extract<VisibilityChange, { kind: 'place' }>, 'kind'>;

/** What has to be written about the entries of one name; nothing about those that stay. */
export function visibilityChanges(
  group: readonly VisibilityEntry[],
  basis: VisibilityBasis,
): VisibilityChange[] {
  const { enabled, running } = basis;
  const there = group.filter((entry) => !entry.removed);
  // Tags are asked for by their version alone.
  const present = there
    .filter(({ line }) => line.kind !== 'tag')
    .map((entry) => toCandidate(entry, running));
  const own = ownIntervals(present);
  const merged = visibilityIntervals(present.filter(({ config }) => enabled.includes(config)));
  const behind = shadowedPackages(present, { own, merged, enabled });
  return group.flatMap((entry): VisibilityChange[] => {
    if (entry.removed) return [{ kind: 'remove', entry }];
    const [shelf, mergedShelf] = [own.get(entry._id), merged.get(entry._id)];
    const alsoIn = mergedShelf && twinsOf(entry, there, basis);
    const others = behind.get(entry._id)?.filter((one) => !isToldAsTwin(one, entry, alsoIn));
    const change: Placing = {
      entry,
      releaseKey: keyOf(entry, running),
      shelf,
      mergedShelf,
      alsoIn,
      behind: others?.length === 0 ? undefined : others,
    };
    return isSame(change) ? [] : [{ kind: 'place', ...change }];
  });
}

function ownIntervals(present: readonly NamedCandidate[]): ReadonlyMap<string, VisibilityInterval> {
  const configs = new Set(present.map(({ config }) => config));
  return new Map(
    [...configs].flatMap((name) => [
      ...visibilityIntervals(present.filter(({ config }) => config === name)),
    ]),
  );
}

/** The later enabled configurations, in their order, that have the same version for the same release. */
function twinsOf(
  entry: VisibilityEntry,
  there: readonly VisibilityEntry[],
  { enabled, running }: VisibilityBasis,
): readonly string[] | undefined {
  const { name, version, config } = entry;
  const twins = there.filter(
    (other) =>
      other.name === name &&
      other.version === version &&
      other.config > config &&
      keyOf(other, running) === keyOf(entry, running),
  );
  const configs = new Set(twins.map((twin) => twin.config));
  const others = enabled.filter((one) => configs.has(one));
  return others.length === 0 ? undefined : others;
}

function isToldAsTwin(
  { config, name, version, advantage }: NonNullable<Placing['behind']>[number],
  entry: VisibilityEntry,
  alsoIn: readonly string[] | undefined,
): boolean {
  const isTwin = advantage === 'config' && name === entry.name && version === entry.version;
  return isTwin && alsoIn?.includes(config) === true;
}

function toCandidate(entry: VisibilityEntry, running: number): NamedCandidate {
  const { _id, name, version, config, ref, line } = entry;
  const isDefaultBranch = line.kind === 'default-branch';
  const release = keyOf(entry, running);
  return {
    id: _id,
    name,
    release,
    version,
    config,
    ref,
    isDefaultBranch,
    source: sourceOf(entry),
  };
}

/** Where a repository has no projects, the versions of a package lie at places of their own. */
function sourceOf({ config, name, ref, line, projectId }: VisibilityEntry): string {
  const project = line.kind === 'place' ? `place ${name}` : `project ${String(projectId ?? ref)}`;
  return `${config}\0${project}`;
}

function keyOf({ release }: VisibilityEntry, running: number): number {
  return (release === null ? null : releaseKey(release)) ?? running;
}

/** True when an entry stands as it should. */
function isSame({ entry, releaseKey: key, shelf, mergedShelf, alsoIn, behind }: Placing): boolean {
  return (
    entry.stamp === undefined &&
    entry.releaseKey === key &&
    isSameInterval(entry.shelf, shelf) &&
    isSameInterval(entry.mergedShelf, mergedShelf) &&
    isDeepStrictEqual(entry.alsoIn, alsoIn) &&
    isDeepStrictEqual(entry.behind, behind)
  );
}

function isSameInterval(
  a: VisibilityInterval | undefined,
  b: VisibilityInterval | undefined,
): boolean {
  return a?.from === b?.from && a?.until === b?.until;
}
