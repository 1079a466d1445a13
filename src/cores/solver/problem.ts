import { type SortedVersions } from './sorted-versions.js';

/** What a version needs of another package. */
export interface Requirement {
  /** Name of the package, as the problem names it. */
  readonly name: string;
  /** A range of versions; empty for any. */
  readonly range: string;
}

/** One version of a package that could be part of the solution. */
export interface Candidate {
  readonly version: string;
  readonly requires: readonly Requirement[];
  /** Why it cannot be taken, as a sentence without its subject; absent when it can. */
  readonly unavailable?: string;
}

/** A package with all of its versions. */
export interface SolvablePackage {
  readonly name: string;
  /** The name as people read it; the name itself when absent. */
  readonly label?: string;
  /** Best first: the order in which they are tried. */
  readonly candidates: readonly Candidate[];
  /** The versions of the candidates in their order, where they were read before. */
  readonly sorted?: SortedVersions;
  /** The first candidate is what is there now; it is kept before new packages are chosen. */
  readonly isKept?: boolean;
}

/** What must be part of the solution. */
export interface Demand {
  readonly name: string;
  readonly range: string;
  /** Where it comes from: `asked for`, `installed`. */
  readonly why: string;
}

/** Which versions go together? Names that no package has are packages without versions. */
export interface Problem {
  readonly packages: readonly SolvablePackage[];
  /** In the order in which they are chosen. */
  readonly demands: readonly Demand[];
  /** Requirements looked at before the search is given up; a million when absent. */
  readonly effortMax?: number;
}

/** A version for every package that is needed. */
export interface Solution {
  readonly kind: 'solved';
  /** Place in `candidates` of each package that is part of it. */
  readonly chosen: ReadonlyMap<string, number>;
}

/** No choice of versions satisfies all ranges. */
export interface Unsolvable {
  readonly kind: 'unsolvable';
  /** The reasoning, one sentence each; the last one is the contradiction. */
  readonly reasons: readonly string[];
}

/** The search was given up: neither a solution nor its absence is known. */
export interface GivenUp {
  readonly kind: 'given-up';
}
