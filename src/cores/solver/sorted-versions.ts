import { compareParsedVersions, type ParsedVersion, parseVersion } from '../versions/version.js';

/** Versions of one package in their order; places are those of the list they were made of. */
export interface SortedVersions {
  /** Places of versions that cannot be ordered. */
  readonly unordered: readonly number[];
  /** Places of the others, oldest first, and the versions beside them. */
  readonly ordered: readonly number[];
  readonly versions: readonly ParsedVersion[];
}

type Parsed = ParsedVersion | null | undefined;

/** Reads and orders versions: most of what solving costs, and the same for every question. */
export function sortVersions(texts: readonly string[]): SortedVersions {
  const parsed = texts.map((text) => parseVersion(text));
  const unordered: number[] = [];
  const ordered: number[] = [];
  parsed.forEach((version, place) => (version ? ordered : unordered).push(place));
  ordered.sort((a, b) => compareSound(parsed[a], parsed[b]));
  return { unordered, ordered, versions: ordered.flatMap((place) => parsed[place] ?? []) };
}

function compareSound(a: Parsed, b: Parsed): number {
  return a && b ? compareParsedVersions(a, b) : 0;
}
