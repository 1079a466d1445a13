import { foldText } from '../../../kernel/folded-text.js';
import { runningVersion } from '../../../cores/versions/running-system.js';
import { compareVersions, parseVersion, VERSION_RANK } from '../../../cores/versions/version.js';
import { parseRange, rangeAllows } from '../../../cores/versions/version-range.js';
import { requiresMoreThan } from '../../../cores/versions/version-requirement.js';
import { type Candidate } from '../../../cores/solver/problem.js';
import {
  type AskedPackage,
  type Dependency,
  type InstalledVersion,
  isPackageName,
  type OfferedEntry,
  type PackageWorld,
  type UploadedVersion,
} from './package-world.js';

/** A version of a package that may be chosen, with where it comes from. */
export interface PackageVersion {
  readonly name: string;
  readonly version: string;
  readonly dependencies: readonly Dependency[];
  readonly from:
    | { readonly kind: 'installed'; readonly installed: InstalledVersion }
    | { readonly kind: 'uploaded'; readonly uploaded: UploadedVersion }
    | {
        readonly kind: 'offered';
        readonly entry: OfferedEntry;
        /** Entries of the same name and version, which stand behind this one. */
        readonly others: readonly OfferedEntry[];
      };
}

/** How requirements on what is no package count. */
export type Strictness = 'strict' | 'relaxed';

/** The version as the solver sees it. */
export function toCandidate(
  world: PackageWorld,
  version: PackageVersion,
  strictness: Strictness,
): Candidate {
  const { dependencies, from } = version;
  const requires = dependencies
    .map(({ name, range }) => ({ name: foldText(name), range }))
    .filter(({ name }) => isPackageName(world, name))
    .filter((requirement) => from.kind !== 'installed' || holdsNow(world, requirement));
  // What is installed runs already; only what it has may not be taken from it.
  const unmet = from.kind === 'installed' ? undefined : unmetHere(world, dependencies);
  return {
    version: version.version,
    requires,
    ...(strictness === 'strict' && unmet !== undefined && { unavailable: unmet }),
  };
}

/** A requirement that is broken already stays so: nobody asked for it to be mended. */
function holdsNow({ installed }: PackageWorld, { name, range }: Dependency): boolean {
  const found = installed.get(name);
  return found !== undefined && rangeAllows(parseRange(range), parseVersion(found.version));
}

/** What of the dependencies that are no packages does not run here, as a part of a sentence. */
function unmetHere(world: PackageWorld, dependencies: readonly Dependency[]): string | undefined {
  const unmet = dependencies.flatMap(({ name, range }) => {
    if (isPackageName(world, foldText(name))) return [];
    const running = runningVersion(world.system, name);
    const asked = `${name} ${range}`.trimEnd();
    if (running === undefined) return [asked];
    return requiresMoreThan(range, running) ? [`${asked} (${running} runs here)`] : [];
  });
  return unmet.length === 0 ? undefined : `needs what does not run here: ${unmet.join(', ')}`;
}

/** The order of versions of equal rank: those that were made to be installed come first. */
const LINE_RANKS = { 'release-branch': 0, place: 0, 'default-branch': 1, tag: 2 } as const;

/** Versions of one package, best first; none of one that is removed. */
export function versionsOf(world: PackageWorld, nameFolded: string): readonly PackageVersion[] {
  if (world.removed.has(nameFolded)) return [];
  const uploaded = world.uploaded.get(nameFolded);
  if (uploaded) return [{ ...uploaded, from: { kind: 'uploaded', uploaded } }];
  const entries = world.offered.get(nameFolded) ?? [];
  const asked = world.asked.get(nameFolded);
  if (asked) {
    const matching = entries.filter((entry) => isAskedFor(entry, asked));
    return new VersionOrder(world, asked.config, undefined).sort(matching);
  }
  const installed = world.installed.get(nameFolded);
  const offered = new VersionOrder(world, undefined, installed?.version).sort(entries);
  if (!installed) return offered;
  const kept: PackageVersion = { ...installed, from: { kind: 'installed', installed } };
  return [kept, ...offered.filter(({ version }) => version !== installed.version)];
}

function isAskedFor(entry: OfferedEntry, { config, version }: AskedPackage): boolean {
  return (
    (config === undefined || entry.config === config) &&
    (version === undefined || entry.version === version)
  );
}

/** Which of several versions is better, for one package. */
class VersionOrder {
  constructor(
    private readonly world: PackageWorld,
    private readonly config: string | undefined,
    /** The version that is to be kept if it can be. */
    private readonly kept: string | undefined,
  ) {}

  sort(entries: readonly OfferedEntry[]): readonly PackageVersion[] {
    const groups = new Map<string, OfferedEntry[]>();
    for (const entry of entries) {
      groups.set(entry.version, [...(groups.get(entry.version) ?? []), entry]);
    }
    return [...groups.values()]
      .map((group) => group.toSorted((a, b) => this.compareSame(a, b)))
      .flatMap(([entry, ...others]) => (entry ? [{ entry, others }] : []))
      .map(({ entry, others }) => ({ entry, others, rank: this.rankOf(entry) }))
      .sort(
        (a, b) =>
          a.rank - b.rank ||
          compareVersions(b.entry.version, a.entry.version) ||
          byPlace(a.entry, b.entry),
      )
      .map(({ entry, others }) => ({
        name: entry.name,
        version: entry.version,
        dependencies: entry.dependencies,
        from: { kind: 'offered', entry, others },
      }));
  }

  /** Of one version: what operation 1 shows, then the first configuration by name. */
  private compareSame(a: OfferedEntry, b: OfferedEntry): number {
    return (
      Number(this.isShown(b)) - Number(this.isShown(a)) ||
      compareText(a.config, b.config) ||
      Number(this.isAbove(a)) - Number(this.isAbove(b)) ||
      b.releaseKey - a.releaseKey ||
      LINE_RANKS[a.line.kind] - LINE_RANKS[b.line.kind] ||
      compareText(a.ref, b.ref)
    );
  }

  /** What is shown; then stable ones for this release; pre-releases, other releases; what goes back. */
  private rankOf(entry: OfferedEntry): number {
    if (this.kept === undefined && this.isShown(entry)) return 0;
    const isUnsigned =
      this.world.signedConfigs.has(entry.config) && entry.signature.state !== 'valid';
    const isDowngrade = this.kept !== undefined && compareVersions(entry.version, this.kept) < 0;
    return (
      1 +
      Number(!isStable(entry.version)) +
      2 * Number(this.isAbove(entry)) +
      4 * Number(isUnsigned) +
      8 * Number(isDowngrade)
    );
  }

  private isAbove({ releaseKey }: OfferedEntry): boolean {
    return releaseKey > this.world.releaseKey;
  }

  private isShown({ shelf, mergedShelf }: OfferedEntry): boolean {
    const interval = this.config === undefined ? mergedShelf : shelf;
    const asked = this.world.releaseKey;
    return interval !== undefined && interval.from <= asked && asked < interval.until;
  }
}

function isStable(version: string): boolean {
  const parsed = parseVersion(version);
  return parsed !== null && parsed.rank !== VERSION_RANK.preRelease;
}

function byPlace(a: OfferedEntry, b: OfferedEntry): number {
  return compareText(a.config, b.config) || compareText(a.ref, b.ref);
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
