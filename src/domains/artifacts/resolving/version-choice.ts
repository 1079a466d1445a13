import { compareVersions, parseVersion, VERSION_RANK } from '../../../cores/versions/version.js';
import {
  type AskedPackage,
  type OfferedEntry,
  type PackageVersion,
  type PackageWorld,
} from './package-world.js';

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
