import { type Comparator, type RangeOperator, readRange } from './range-text.js';
import {
  compareParsedVersions,
  type ParsedVersion,
  parseVersion,
  VERSION_RANK,
  type VersionRank,
} from './version.js';

/** One end of an interval of versions. */
interface Bound {
  readonly at: ParsedVersion;
  readonly isInclusive: boolean;
}

interface VersionInterval {
  readonly from?: Bound;
  readonly until?: Bound;
}

/** Alternatives, each of them intervals that must all hold; an alternative without any holds. */
export type VersionRange = readonly (readonly VersionInterval[])[];

/** `1.2` and `1` leave places open; a version with this many numbers names one version. */
const WHOLE_LENGTH = 3;

/**
 * What a text of a range allows. The forms are those of npm, over the order of `compareVersions`:
 * a version without suffix means its builds as well (`1.0.14` allows `1.0.14-2023.2.1`, and so do
 * `<=1.0.14` and `1.0.0 - 1.0.14`). Pre-releases lie in a range as they lie in the order, but what
 * `^`, `~` and open places leave out begins with its pre-releases (`^1.2.0` has no `2.0.0-beta`).
 */
export function parseRange(text: string): VersionRange {
  return readRange(text).map((comparators) =>
    comparators.map((comparator) => toInterval(comparator)),
  );
}

/** Whether a version lies in a range; null, a version that cannot be ordered, lies in what asks for nothing. */
export function rangeAllows(range: VersionRange, version: ParsedVersion | null): boolean {
  return range.some((intervals) =>
    version === null
      ? intervals.length === 0
      : intervals.every((interval) => !isBelow(version, interval) && !isAbove(version, interval)),
  );
}

/** A part of a sorted list, `until` not included. */
export interface SortedPart {
  readonly from: number;
  readonly until: number;
}

/** The parts of a list of versions, oldest first, that lie in a range; they may overlap. */
export function rangeParts(
  range: VersionRange,
  sorted: readonly ParsedVersion[],
): readonly SortedPart[] {
  return range.map((intervals) => {
    const parts = intervals.map((interval) => ({
      from: countWhile(sorted, (version) => isBelow(version, interval)),
      until: countWhile(sorted, (version) => !isAbove(version, interval)),
    }));
    return {
      from: Math.max(0, ...parts.map(({ from }) => from)),
      until: Math.min(sorted.length, ...parts.map(({ until }) => until)),
    };
  });
}

/** True for a range that even a version allows which cannot be ordered. */
export function asksForNothing(range: VersionRange): boolean {
  return rangeAllows(range, null);
}

function isBelow(version: ParsedVersion, { from }: VersionInterval): boolean {
  return from !== undefined && !isReached(compareParsedVersions(version, from.at), from);
}

function isAbove(version: ParsedVersion, { until }: VersionInterval): boolean {
  return until !== undefined && !isReached(compareParsedVersions(until.at, version), until);
}

function isReached(difference: number, { isInclusive }: Bound): boolean {
  return isInclusive ? difference >= 0 : difference > 0;
}

/** How many at the beginning pass a test that those behind them do not pass. */
function countWhile(
  sorted: readonly ParsedVersion[],
  test: (version: ParsedVersion) => boolean,
): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const version = sorted[middle];
    if (version && test(version)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const INTERVALS: Readonly<Record<RangeOperator, (version: ParsedVersion) => VersionInterval>> = {
  '=': (version) => ({ from: { at: version, isInclusive: true }, until: endOf(version) }),
  '>=': (version) => ({ from: { at: version, isInclusive: true } }),
  '>': (version) => ({ from: { at: endOf(version).at, isInclusive: !endOf(version).isInclusive } }),
  '<=': (version) => ({ until: endOf(version) }),
  '<': (version) => ({ until: { at: version, isInclusive: false } }),
  '^': (version) => ({
    from: { at: version, isInclusive: true },
    until: { at: after(version, caretPlace(version)), isInclusive: false },
  }),
  '~': (version) => ({
    from: { at: version, isInclusive: true },
    until: { at: after(version, Math.min(1, version.numbers.length - 1)), isInclusive: false },
  }),
};

function toInterval({ operator, version }: Comparator): VersionInterval {
  const parsed = parseVersion(version);
  return parsed ? INTERVALS[operator](parsed) : {};
}

/** `1.2` stands for `1.2.x`. */
function isPartial({ numbers, rank }: ParsedVersion): boolean {
  return numbers.length < WHOLE_LENGTH && rank === VERSION_RANK.plain;
}

/** Above it lies nothing that the version stands for. */
function endOf(version: ParsedVersion): Bound {
  if (isPartial(version)) {
    return { at: after(version, version.numbers.length - 1), isInclusive: false };
  }
  return version.rank === VERSION_RANK.plain
    ? { at: withRank(version.numbers, VERSION_RANK.afterAll), isInclusive: false }
    : { at: version, isInclusive: true };
}

/** The first number that is not 0, for a caret lets everything behind it grow. */
function caretPlace({ numbers }: ParsedVersion): number {
  const place = numbers.findIndex((number) => number !== 0);
  return place === -1 ? numbers.length - 1 : place;
}

/** Before everything that has the next greater number at a place, its pre-releases included. */
function after({ numbers }: ParsedVersion, place: number): ParsedVersion {
  const bumped = numbers
    .slice(0, place + 1)
    .map((number, at) => (at === place ? number + 1 : number));
  return withRank(bumped, VERSION_RANK.beforeAll);
}

function withRank(numbers: readonly number[], rank: VersionRank): ParsedVersion {
  return { numbers, rank, suffix: [] };
}
