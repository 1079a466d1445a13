import { Injectable } from '@nestjs/common';
import { BrokenPackageError } from '../../../connectors/registry/broken-package-error.js';
import { MemoryAnswerStore } from '../../../connectors/registry/memory-answer-store.js';
import { type PackageRegistry } from '../../../connectors/registry/package-registry.js';
import { RegistryFactory } from '../../../connectors/registry/registry.factory.js';
import {
  type BrokenPackage,
  type ListedPackage,
} from '../../../connectors/registry/registry-package.js';
import { type RegistrySettings } from '../../../connectors/registry/registry-settings.js';
import { CatalogueIndexRepository } from './catalogue-index.repository.js';
import { type BrokenPlace } from './catalogue-repository.schema.js';
import { forEachLimited } from './for-each-limited.js';
import { PackageIndexerService } from './package-indexer.service.js';

/** A repository to be read: the settings of its adapter under the name of its configuration. */
export interface NamedRepository extends RegistrySettings {
  readonly name: string;
}

/** What is known of a repository before it is read, and how changes are marked. */
export interface ReadingBasis {
  readonly broken: readonly BrokenPlace[];
  /** Marks what changed, for the shelves. */
  readonly stamp: string;
}

/** What a repository holds. */
export interface ReadingResult {
  readonly packages: number;
  readonly broken: readonly BrokenPlace[];
}

const READ_AT_ONCE = 8;

/** One reading of a repository: what was known before and what was found. */
interface Round {
  readonly config: string;
  readonly stamp: string;
  readonly registry: PackageRegistry;
  readonly known: ReadonlyMap<string, string>;
  readonly knownBroken: ReadonlyMap<string, BrokenPlace>;
  readonly sound: Set<string>;
  readonly broken: BrokenPlace[];
  readonly signal: AbortSignal;
}

/** Reads a repository into the index. Only what changed since the last time is fetched. */
@Injectable()
export class RepositoryReaderService {
  constructor(
    private readonly registries: RegistryFactory,
    private readonly index: CatalogueIndexRepository,
    private readonly indexer: PackageIndexerService,
  ) {}

  /** @throws RegistryError when the repository cannot be read; what was read so far is kept. */
  async read(
    repository: NamedRepository,
    { broken, stamp }: ReadingBasis,
    signal: AbortSignal,
  ): Promise<ReadingResult> {
    const config = repository.name;
    const round: Round = {
      config,
      stamp,
      registry: this.registries.open(repository, { answers: new MemoryAnswerStore() }),
      known: await this.index.knownPlaces(config),
      knownBroken: new Map(broken.map((place) => [place.ref, place])),
      sound: new Set(),
      broken: [],
      signal,
    };
    await forEachLimited(round.registry.list(signal), READ_AT_ONCE, (found) =>
      this.take(found, round),
    );
    const gone = [...round.known.keys()].filter((ref) => !round.sound.has(ref));
    await this.index.markRemoved(config, gone, stamp);
    return {
      packages: round.sound.size,
      broken: round.broken.sort((a, b) => (a.ref < b.ref ? -1 : 1)),
    };
  }

  private async take(found: ListedPackage | BrokenPackage, round: Round): Promise<void> {
    const { ref } = found;
    if (found.kind === 'broken') {
      round.broken.push({ ref, fingerprint: '', reason: found.reason });
      return;
    }
    const { fingerprint } = found;
    const reason = round.known.get(ref) === fingerprint ? null : await this.reasonOf(found, round);
    if (reason === null) round.sound.add(ref);
    else round.broken.push({ ref, fingerprint, reason });
  }

  /** Why a package cannot be offered; one that is as broken as last time is not read again. */
  private async reasonOf(found: ListedPackage, round: Round): Promise<string | null> {
    const known = round.knownBroken.get(found.ref);
    return known?.fingerprint === found.fingerprint ? known.reason : this.fetch(found, round);
  }

  private async fetch(
    { ref, fingerprint }: ListedPackage,
    { config, stamp, registry, signal }: Round,
  ): Promise<string | null> {
    try {
      const found = await registry.fetch(ref, signal);
      return await this.indexer.put({ config, ref, fingerprint, stamp }, found);
    } catch (error) {
      if (error instanceof BrokenPackageError) return error.reason;
      throw error;
    }
  }
}
