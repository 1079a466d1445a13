import { Inject, Injectable } from '@nestjs/common';
import { foldText } from '../../../kernel/folded-text.js';
import { invariant } from '../../../kernel/invariant.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { type Config } from '../../../platform/config/config.js';
import { ProfilesService } from '../../profiles/profiles.service.js';
import { releaseKey } from '../../../cores/versions/release.js';
import { CatalogueEntriesRepository } from '#domains/catalogue/index/catalogue-entries.repository.js';
import {
  type CatalogueEntry,
  type IndexedEntry,
} from '#domains/catalogue/index/catalogue-entry.js';
import { packageOf } from '../packages/package-content.js';
import { RunningSystemService } from '../packages/running-system.service.js';
import { type InstalledHead, PackagesRepository } from '../stored/packages.repository.js';
import {
  type AskedPackage,
  type Dependency,
  type InstalledVersion,
  type OfferedEntry,
  type PackageWorld,
  type UploadedVersion,
} from './package-world.js';

/** What a request asks for, by folded name. */
export interface WorldRequest {
  readonly asked: ReadonlyMap<string, AskedPackage>;
  readonly uploaded: ReadonlyMap<string, UploadedVersion>;
  readonly removed: ReadonlySet<string>;
}

/** More packages, or more versions of them, are not solved at once. */
const NAMES_MAX = 5000;
const ENTRIES_MAX = 400_000;
const NAMES_AT_ONCE = 500;
const UNCHECKED = { state: 'unchecked', key: null } as const;

/** Reads all that a request can touch: what it names, what that needs, and what needs that. */
@Injectable()
export class WorldLoaderService {
  constructor(
    private readonly entries: CatalogueEntriesRepository,
    private readonly packages: PackagesRepository,
    private readonly running: RunningSystemService,
    private readonly profiles: ProfilesService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @returns null when it is more than can be solved at once. */
  async load(request: WorldRequest): Promise<PackageWorld | null> {
    const { configs } = await this.profiles.repositoryConfigs();
    const enabled = configs.filter((config) => config.enabled);
    const found = await this.reach(
      request,
      enabled.map(({ name }) => name),
    );
    if (!found) return null;
    const key = releaseKey(this.config.catalogue.release);
    invariant(key !== null, 'the running release was checked at start');
    const signed = enabled.filter(({ trust }) => trust.requireSignature);
    return {
      ...request,
      ...found,
      system: await this.running.load([]),
      releaseKey: key,
      signedConfigs: new Set(signed.map(({ name }) => name)),
    };
  }

  private async reach(
    { asked, uploaded }: WorldRequest,
    configs: readonly string[],
  ): Promise<Pick<PackageWorld, 'offered' | 'installed'> | null> {
    const offered = new Map<string, OfferedEntry[]>();
    const installed = new Map<string, InstalledVersion>();
    const reached = new Set<string>([...asked.keys(), ...uploaded.keys()]);
    for (const { dependencies } of uploaded.values()) addNames(reached, dependencies);
    let count = 0;
    // A set that grows is gone through to its end.
    for (const names of portions(reached)) {
      if (reached.size > NAMES_MAX || count > ENTRIES_MAX) return null;
      const [entries, heads, dependents] = await Promise.all([
        this.entries.findOfNames(names, configs),
        this.packages.findHeads(names),
        this.packages.findDependents(names),
      ]);
      count += entries.length;
      for (const entry of entries.map((one) => toOffered(one))) {
        const others = offered.get(entry.nameFolded);
        if (others) others.push(entry);
        else offered.set(entry.nameFolded, [entry]);
        addNames(reached, entry.dependencies);
      }
      for (const version of heads.map((head) => toInstalled(head))) {
        installed.set(version.nameFolded, version);
        addNames(reached, version.dependencies);
      }
      dependents.forEach(({ nameFolded }) => reached.add(nameFolded));
    }
    return { offered, installed };
  }
}

function addNames(names: Set<string>, dependencies: readonly Dependency[]): void {
  for (const { name } of dependencies) names.add(foldText(name));
}

/** The names of a set that may grow meanwhile, some at a time. */
function* portions(names: ReadonlySet<string>): Iterable<readonly string[]> {
  for (let done = 0; done < names.size;) {
    const some = [...names].slice(done, done + NAMES_AT_ONCE);
    done += some.length;
    yield some;
  }
}

type LaterField = 'dependencies' | 'signature' | 'line';

/** Entries that were written before these fields were kept lack them until they are read again. */
function toOffered(
  entry: Omit<CatalogueEntry, LaterField> &
    Partial<Pick<IndexedEntry, LaterField | 'shelf' | 'mergedShelf'>>,
): OfferedEntry {
  const { dependencies = [], signature = UNCHECKED } = entry;
  const { line = { kind: 'place', name: null } } = entry;
  return { ...entry, dependencies, signature, line };
}

function toInstalled({
  _id,
  name,
  nameFolded,
  version,
  revision,
  head,
}: InstalledHead): InstalledVersion {
  const dependencies = Object.entries(packageOf(head).platformDependencies ?? {});
  return {
    id: _id,
    name,
    nameFolded,
    version,
    revision,
    dependencies: dependencies.map(([needed, range]) => ({ name: needed, range })),
  };
}
