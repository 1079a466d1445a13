import { compareVersions } from '../../../cores/versions/version.js';
import { RELEASE_KEY_END } from '../../../cores/versions/release.js';

/** One entry of the index that may be shown for a package name. */
export interface VisibilityCandidate {
  readonly id: string;
  /** Key of the release it is made for. */
  readonly release: number;
  readonly version: string;
  /** Repository configuration and place in it: the order of last resort. */
  readonly config: string;
  readonly ref: string;
  /** Read from a project's default branch: shown only where no release branch serves. */
  readonly isDefaultBranch: boolean;
}

/** The releases, by key, for which an entry is shown: from `from` up to, not including, `until`. */
export interface VisibilityInterval {
  readonly from: number;
  readonly until: number;
}

/**
 * For each entry of one package name, the releases for which it is the one that is shown: the
 * highest release not above the asked one, in it the highest version. Below all releases the
 * default branch is shown, or, where there is none, the entry of the lowest release, which is the
 * nearest to what was asked (docs/catalogue.md). Entries without an interval are never shown. The intervals
 * of one name do not overlap and leave no release out, so a page is one range of an index.
 */
export function visibilityIntervals(
  candidates: readonly VisibilityCandidate[],
): ReadonlyMap<string, VisibilityInterval> {
  const fallback = best(candidates.filter((candidate) => candidate.isDefaultBranch));
  const winners = winnersByRelease(candidates.filter((candidate) => !candidate.isDefaultBranch));
  const intervals = new Map<string, VisibilityInterval>();
  winners.forEach((winner, at) => {
    intervals.set(winner.id, {
      from: at === 0 && !fallback ? 0 : winner.release,
      until: winners[at + 1]?.release ?? RELEASE_KEY_END,
    });
  });
  if (fallback) {
    intervals.set(fallback.id, { from: 0, until: winners[0]?.release ?? RELEASE_KEY_END });
  }
  return intervals;
}

/** The best entry of each release, lowest release first. */
function winnersByRelease(
  candidates: readonly VisibilityCandidate[],
): readonly VisibilityCandidate[] {
  const byRelease = new Map<number, VisibilityCandidate>();
  for (const candidate of candidates) {
    const holder = byRelease.get(candidate.release);
    if (!holder || isBetter(candidate, holder)) byRelease.set(candidate.release, candidate);
  }
  return [...byRelease.values()].sort((a, b) => a.release - b.release);
}

function best(candidates: readonly VisibilityCandidate[]): VisibilityCandidate | undefined {
  return candidates.reduce<VisibilityCandidate | undefined>(
    (holder, candidate) => (!holder || isBetter(candidate, holder) ? candidate : holder),
    undefined,
  );
}

/** Higher version; then the earlier configuration name; then the earlier place; then the id. */
function isBetter(a: VisibilityCandidate, b: VisibilityCandidate): boolean {
  const byVersion = compareVersions(a.version, b.version);
  if (byVersion !== 0) return byVersion > 0;
  if (a.config !== b.config) return a.config < b.config;
  if (a.ref !== b.ref) return a.ref < b.ref;
  return a.id < b.id;
}
