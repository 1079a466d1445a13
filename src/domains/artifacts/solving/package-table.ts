import { compareParsedVersions, type ParsedVersion, parseVersion } from '../catalogue/version.js';
import { parseRange, rangeAllows, type VersionRange } from '../catalogue/version-range.js';
import { addChoice, type ChoiceSet, everyChoice, noChoice, without } from './choice-set.js';
import { type Candidate, type Requirement, type SolvablePackage } from './problem.js';

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
  private sorted: readonly number[] | null = null;
  private readonly versions: (ParsedVersion | null | undefined)[];
  private readonly refused = new Map<string, ChoiceSet>();

  constructor(
    { name, label = name, candidates, isKept = false }: SolvablePackage,
    /** Its number among all packages. */
    readonly place: number,
  ) {
    this.name = name;
    this.label = label;
    this.candidates = candidates;
    this.isKept = isKept;
    this.absence = candidates.length;
    this.all = everyChoice(candidates.length + 1);
    this.versions = new Array<ParsedVersion | null | undefined>(candidates.length);
  }

  /** The choices that break a requirement: candidates outside of the range, and absence. */
  refusedBy(range: string): ChoiceSet {
    const known = this.refused.get(range);
    if (known) return known;
    const set = without(this.all, this.allowedBy(parseRange(range)));
    this.refused.set(range, set);
    return set;
  }

  /** The candidates with a requirement. Their number times that of theirs are looked at. */
  requiring({ name, range }: Requirement): ChoiceSet {
    const set = noChoice(this.absence + 1);
    for (const [choice, { requires }] of this.candidates.entries()) {
      // The range first: it is short, and tells them apart sooner.
      if (requires.some((other) => other.range === range && other.name === name)) {
        addChoice(set, choice);
      }
    }
    return set;
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
    this.sorted ??= this.candidates
      .map((_, choice) => choice)
      .sort((a, b) => compareOrNull(this.versionOf(a), this.versionOf(b)));
    return this.sorted;
  }

  private allowedBy(range: VersionRange): ChoiceSet {
    const set = noChoice(this.absence + 1);
    for (let choice = 0; choice < this.absence; choice += 1) {
      if (rangeAllows(range, this.versionOf(choice))) addChoice(set, choice);
    }
    return set;
  }

  private versionOf(choice: number): ParsedVersion | null {
    const known = this.versions[choice];
    if (known !== undefined) return known;
    const version = parseVersion(this.candidates[choice]?.version ?? '');
    this.versions[choice] = version;
    return version;
  }
}

function compareOrNull(a: ParsedVersion | null, b: ParsedVersion | null): number {
  if (a && b) return compareParsedVersions(a, b);
  return Number(a !== null) - Number(b !== null);
}
