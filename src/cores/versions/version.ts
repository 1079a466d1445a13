/** `1.0.14-2023.2.1+b7` in parts; numbers have at most 15 digits, so that they stay exact. */
const FORM =
  /^v?(\d{1,15}(?:\.\d{1,15}){0,3})(?:-([0-9A-Za-z-]{1,64}(?:\.[0-9A-Za-z-]{1,64}){0,15}))?(?:\+[0-9A-Za-z.-]{1,256})?$/;
const NUMERIC = /^\d{1,15}$/;

/**
 * Where a version stands beside the plain one with the same numbers. No version has the first and
 * the last rank: they are the ends of a range that takes in all, or none, of the others.
 */
export const VERSION_RANK = {
  beforeAll: -2,
  preRelease: -1,
  plain: 0,
  build: 1,
  afterAll: 2,
} as const;
export type VersionRank = (typeof VERSION_RANK)[keyof typeof VERSION_RANK];

/** A version in parts, or a point between versions. */
export interface ParsedVersion {
  readonly numbers: readonly number[];
  readonly rank: VersionRank;
  /** Numbers where an identifier is one. */
  readonly suffix: readonly (number | string)[];
}

const ZERO = '0'.charCodeAt(0);
const NINE = '9'.charCodeAt(0);
const DOT = '.'.charCodeAt(0);
const PLACES_MAX = 4;
const DIGITS_MAX = 15;
const NO_SUFFIX: ParsedVersion['suffix'] = [];

/**
 * Orders two versions: negative when `a` is older. Major.minor.patch first; then a numeric suffix
 * is newer than none (`1.0.14-2023.2.1` was built after `1.0.14`, unlike in semver), while a suffix
 * with letters is a pre-release and older (`1.0.14-beta.1`, as in semver). What has neither form is
 * older than everything that has, and ordered as text among its kind.
 */
export function compareVersions(a: string, b: string): number {
  const left = parseVersion(a);
  const right = parseVersion(b);
  if (left && right) return compareParsedVersions(left, right);
  if (left) return 1;
  if (right) return -1;
  return compareText(a, b);
}

/** True when the text has a form that can be ordered by its numbers. */
export function isOrderable(version: string): boolean {
  return parseVersion(version) !== null;
}

/** The numeric suffix of a version (`[2023, 2, 1]` of `1.0.14-2023.2.1`); empty without one. */
export function numericSuffix(version: string): readonly number[] {
  const parsed = parseVersion(version);
  return parsed?.rank === VERSION_RANK.build ? parsed.suffix.map(Number) : [];
}

/** The parts of a version; null when it has no form that can be ordered by its numbers. */
export function parseVersion(text: string): ParsedVersion | null {
  const plain = plainNumbers(text);
  if (plain) return { numbers: plain, rank: VERSION_RANK.plain, suffix: NO_SUFFIX };
  const match = FORM.exec(text.trim());
  if (!match) return null;
  const [, numbers = '', suffixText] = match;
  const suffix = suffixText === undefined ? NO_SUFFIX : suffixText.split('.').map(toIdentifier);
  return { numbers: numbers.split('.').map(Number), rank: rankOf(suffix), suffix };
}

/** What nearly all versions are, without a pattern: a catalogue has hundreds of thousands of them. */
function plainNumbers(text: string): readonly number[] | null {
  const numbers: number[] = [];
  let start = 0;
  while (start <= text.length) {
    const end = digitsEnd(text, start);
    if (end === start || end - start > DIGITS_MAX || numbers.length === PLACES_MAX) return null;
    numbers.push(Number(text.slice(start, end)));
    if (end === text.length) return numbers;
    if (text.charCodeAt(end) !== DOT) return null;
    start = end + 1;
  }
  return null;
}

function digitsEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charCodeAt(at) >= ZERO && text.charCodeAt(at) <= NINE) at += 1;
  return at;
}

function toIdentifier(text: string): number | string {
  return NUMERIC.test(text) ? Number(text) : text;
}

function rankOf(suffix: ParsedVersion['suffix']): VersionRank {
  if (suffix.length === 0) return VERSION_RANK.plain;
  const isNumeric = suffix.every((part) => typeof part === 'number');
  return isNumeric ? VERSION_RANK.build : VERSION_RANK.preRelease;
}

/** `compareVersions` for versions that were parsed. */
export function compareParsedVersions(a: ParsedVersion, b: ParsedVersion): number {
  const byNumbers = compareNumbers(a.numbers, b.numbers);
  if (byNumbers !== 0) return byNumbers;
  if (a.rank !== b.rank) return a.rank - b.rank;
  return a.rank === VERSION_RANK.build
    ? compareNumbers(a.suffix, b.suffix)
    : comparePreReleases(a.suffix, b.suffix);
}

/** Component by component; a missing one counts as 0, so `1.2` equals `1.2.0`. */
function compareNumbers(a: ParsedVersion['suffix'], b: ParsedVersion['suffix']): number {
  const length = Math.max(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const difference = Number(a[at] ?? 0) - Number(b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** As semver 11.4: numbers before texts, fewer parts before more. */
function comparePreReleases(a: ParsedVersion['suffix'], b: ParsedVersion['suffix']): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const difference = compareIdentifiers(a[at] ?? '', b[at] ?? '');
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function compareIdentifiers(a: number | string, b: number | string): number {
  if (typeof a === 'number') return typeof b === 'number' ? a - b : -1;
  return typeof b === 'number' ? 1 : compareText(a, b);
}

/** By code unit, so that the order is the same on every machine. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
