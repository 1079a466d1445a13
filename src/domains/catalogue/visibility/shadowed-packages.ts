import {
  type VisibilityCandidate,
  type VisibilityInterval,
  visibilityIntervals,
} from './visibility-intervals.js';
import { compareVersions } from '../../../cores/versions/version.js';

/** An entry that may be shown, and the package that it is a version of. */
export interface NamedCandidate extends VisibilityCandidate {
  /** As it is written: names that fold to one count as one. */
  readonly name: string;
  /** Its project, unlike every other one of all repositories; branches of a project are no rivals. */
  readonly source: string;
}

/**
 * Why one entry is shown and another one of its name is not: it is made for a higher `release`, for
 * a lower one that is `nearer` to what is asked, has a higher `version`, is on a release `branch`
 * while the other is not, or the other way about (`default-branch`); else by the name of its
 * `config`, or its `place` in that.
 */
export const ADVANTAGES = [
  'branch',
  'default-branch',
  'release',
  'nearer',
  'version',
  'config',
  'place',
] as const;
export type Advantage = (typeof ADVANTAGES)[number];

/** A package that is not shown because another one with its name is. */
export interface ShadowedPackage {
  readonly config: string;
  readonly name: string;
  readonly version: string;
  /** What the shown one has over it. */
  readonly advantage: Advantage;
}

/** For which releases each entry is shown, by id. */
export interface Visibility {
  /** In its own configuration. */
  readonly own: ReadonlyMap<string, VisibilityInterval>;
  /** Over all enabled configurations. */
  readonly merged: ReadonlyMap<string, VisibilityInterval>;
  readonly enabled: readonly string[];
}

/** The versions of a project, and what it would show if it had the name for itself. */
interface Rival {
  readonly versions: readonly NamedCandidate[];
  readonly intervals: ReadonlyMap<string, VisibilityInterval>;
}

/** A repository full of one name must not make the record of who wins too large. */
const NAMED_MAX = 20;

/**
 * What stands behind each shown entry of one name, of each other project the version that it would
 * have shown instead: projects of other enabled configurations where all are merged, those of its
 * own one everywhere. By configuration and place.
 */
export function shadowedPackages(
  candidates: readonly NamedCandidate[],
  visibility: Visibility,
): ReadonlyMap<string, readonly ShadowedPackage[]> {
  const sources = bySource(candidates);
  if (sources.length < 2) return new Map();
  const rivals = sources.map((versions) => ({
    versions,
    intervals: visibilityIntervals(versions),
  }));
  return new Map(
    candidates
      .filter(({ id }) => visibility.own.has(id) || visibility.merged.has(id))
      .map((shown) => [shown.id, behind(shown, rivals, visibility)]),
  );
}

/** Looks no further than it names: every one of a thousand projects with one name may be shown. */
function behind(
  shown: NamedCandidate,
  rivals: readonly Rival[],
  visibility: Visibility,
): readonly ShadowedPackage[] {
  const named: ShadowedPackage[] = [];
  for (const { versions, intervals } of rivals) {
    const shownFor = intervalAgainst(versions[0], shown, visibility);
    const loser = shownFor && lastWithin(versions, intervals, shownFor);
    if (loser) named.push(toShadowedPackage(loser, shown));
    if (named.length === NAMED_MAX) break;
  }
  return named;
}

function bySource(candidates: readonly NamedCandidate[]): readonly (readonly NamedCandidate[])[] {
  const sources = new Map<string, NamedCandidate[]>();
  for (const candidate of candidates) {
    const versions = sources.get(candidate.source);
    if (versions) versions.push(candidate);
    else sources.set(candidate.source, [candidate]);
  }
  return [...sources.values()].toSorted(([a], [b]) => (isBefore(a, b) ? -1 : 1));
}

function isBefore(a: NamedCandidate | undefined, b: NamedCandidate | undefined): boolean {
  if (!a || !b) return false;
  return a.config === b.config ? a.ref < b.ref : a.config < b.config;
}

/** The releases for which an entry is shown where it has a project for its rival. */
function intervalAgainst(
  rival: NamedCandidate | undefined,
  shown: NamedCandidate,
  { own, merged, enabled }: Visibility,
): VisibilityInterval | undefined {
  if (!rival || rival.source === shown.source) return undefined;
  if (rival.config === shown.config) return own.get(shown.id);
  return enabled.includes(rival.config) ? merged.get(shown.id) : undefined;
}

/** The version for the highest of these releases that its project would show in them. */
function lastWithin(
  versions: readonly NamedCandidate[],
  intervals: ReadonlyMap<string, VisibilityInterval>,
  { from, until }: VisibilityInterval,
): NamedCandidate | undefined {
  const start = ({ id }: NamedCandidate): number => intervals.get(id)?.from ?? 0;
  return versions
    .filter(({ id }) => {
      const interval = intervals.get(id);
      return interval !== undefined && interval.from < until && from < interval.until;
    })
    .toSorted((a, b) => start(b) - start(a))[0];
}

function toShadowedPackage(loser: NamedCandidate, shown: NamedCandidate): ShadowedPackage {
  const { config, name, version } = loser;
  return { config, name, version, advantage: advantageOf(shown, loser) };
}

/** In the order in which `visibilityIntervals` decides. */
function advantageOf(shown: NamedCandidate, loser: NamedCandidate): Advantage {
  if (shown.isDefaultBranch !== loser.isDefaultBranch) {
    return loser.isDefaultBranch ? 'branch' : 'default-branch';
  }
  if (!shown.isDefaultBranch && shown.release !== loser.release) {
    return shown.release > loser.release ? 'release' : 'nearer';
  }
  if (compareVersions(shown.version, loser.version) !== 0) return 'version';
  return shown.config === loser.config ? 'place' : 'config';
}
