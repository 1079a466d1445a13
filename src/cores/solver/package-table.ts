import {
  asksForNothing,
  parseRange,
  rangeParts,
  type VersionRange,
} from '../versions/version-range.js';
import { addChoice, type ChoiceSet, everyChoice, noChoice, without } from './choice-set.js';
import { type Candidate, type Requirement, type SolvablePackage } from './problem.js';
import { sortVersions, type SortedVersions } from './sorted-versions.js';

/** What the search knows of one package. */
export class PackageTable {
  readonly name: string;
  /** The name as people read it. */
  readonly label: string;
  readonly isKept: boolean;
  readonly candidates: readonly Candidate[];
  /** The choice of not being there; candidates are the choices before it. */
  readonly absence: number;
  readonly all: ChoiceSet;
  private sorted: SortedVersions | undefined;
  private readonly refused = new Map<string, ChoiceSet>();

  constructor(
    { name, label = name, candidates, sorted, isKept = false }: SolvablePackage,
    /** Its number among all packages. */
    readonly place: number,
  ) {
    this.name = name;
    this.label = label;
    this.candidates = candidates;
    this.sorted = sorted;
    this.isKept = isKept;
    this.absence = candidates.length;
    this.all = everyChoice(candidates.length + 1);
  }

  /** The choices that break a requirement: candidates outside of the range, and absence. */
  refusedBy(range: string): ChoiceSet {
    const known = this.refused.get(range);
    if (known) return known;
    const set = without(this.all, this.allowedBy(parseRange(range)));
    this.refused.set(range, set);
    return set;
  }

  /** The candidate and those beside it that have a requirement as well. */
  requiringBeside(candidate: Candidate, requirement: Requirement): ChoiceSet {
    const set = noChoice(this.absence + 1);
    const at = this.candidates.indexOf(candidate);
    for (let below = at; this.hasRequirement(below, requirement); below -= 1) addChoice(set, below);
    for (let above = at; this.hasRequirement(above, requirement); above += 1) addChoice(set, above);
    return set;
  }

  private hasRequirement(choice: number, { name, range }: Requirement): boolean {
    const requires = this.candidates[choice]?.requires ?? [];
    // The range first: it is short, and tells them apart sooner.
    return requires.some((other) => other.range === range && other.name === name);
  }

  /** The candidates that cannot be taken for one reason. */
  barredBy(reason: string): ChoiceSet {
    const set = noChoice(this.absence + 1);
    this.candidates.forEach(({ unavailable }, choice) => {
      if (unavailable === reason) addChoice(set, choice);
    });
    return set;
  }

  /** The candidates by version, oldest first; those that cannot be ordered come before all. */
  inOrder(): readonly number[] {
    const { unordered, ordered } = this.sortedVersions();
    return [...unordered, ...ordered];
  }

  private allowedBy(range: VersionRange): ChoiceSet {
    const { unordered, ordered, versions } = this.sortedVersions();
    const set = noChoice(this.absence + 1);
    if (asksForNothing(range)) for (const choice of unordered) addChoice(set, choice);
    for (const { from, until } of rangeParts(range, versions)) {
      for (const choice of ordered.slice(from, Math.max(from, until))) addChoice(set, choice);
    }
    return set;
  }

  private sortedVersions(): SortedVersions {
    this.sorted ??= sortVersions(this.candidates.map(({ version }) => version));
    return this.sorted;
  }
}
