import { Inject, Injectable } from '@nestjs/common';
import { type AnswerStore } from '../../../connectors/registry/answer-store.js';
import { BrokenPackageError } from '../../../connectors/registry/broken-package-error.js';
import { PackageTooLargeError } from '../../../connectors/registry/package-too-large-error.js';
import { expectListeners } from '../../../platform/concurrency/concurrent-map.js';
import { type PackageRegistry } from '../../../connectors/registry/package-registry.js';
import { PackageUnavailable } from '../../../connectors/registry/package-unavailable.js';
import { RegistryFactory } from '../../../connectors/registry/registry.factory.js';
import { type RegistryContext } from '../../../connectors/registry/registry-context.js';
import {
  type BrokenPackage,
  type ListedPackage,
} from '../../../connectors/registry/registry-package.js';
import { type RegistrySettings } from '../../../connectors/registry/registry-settings.js';
import { invariant } from '../../../kernel/invariant.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { type Config } from '../../../platform/config/config.js';
import { BoundedSlots } from '../../../platform/concurrency/bounded-slots.js';
import { type SignatureTrust } from '../trust/package-trust.js';
import { keptFingerprint } from './catalogue-entry.js';
import { CatalogueIndexRepository, type KnownPlace } from './catalogue-index.repository.js';
import { type BrokenPlace } from './catalogue-repository.schema.js';
import { forEachLimited } from '../../../platform/concurrency/for-each-limited.js';
import { type Indexing, PackageIndexerService } from './package-indexer.service.js';
import { type ReadingProgress, ReadingSteps } from './reading-steps.js';
import { type EntryPlace } from './to-catalogue-entry.js';
import { StoredAnswersRepository } from './stored-answers.repository.js';

/** A repository to be read: the settings of its adapter under the name of its configuration. */
export interface NamedRepository extends RegistrySettings {
  readonly name: string;
  readonly trust: SignatureTrust;
}

/** What is known of a repository before it is read, and how changes are marked. */
export interface ReadingBasis {
  readonly broken: readonly BrokenPlace[];
  /** Marks what changed, for the visibility indexer. */
  readonly stamp: string;
  /** Told of every step; cheap calls, and many of them. */
  readonly progress: (progress: ReadingProgress) => void;
}

/** What a repository holds. */
export interface ReadingResult {
  /** Names of packages. */
  readonly packages: number;
  /** Their versions, one for each tag and branch. */
  readonly versions: number;
  readonly broken: readonly BrokenPlace[];
}

/** More than an adapter has calls under way, so that these do not wait for the database. */
const READ_AT_ONCE = 24;
const MIB = 1024 * 1024;
/** Packages up to this size are read side by side; few are larger, of the usual ones not one in a hundred. */
const LIGHT_BYTES = MIB;
/**
 * What all larger ones may come to that this node has in hand at a time. Parsed, a document takes three
 * times its bytes, and one that is made for it twenty times: two dozen large ones would be the end.
 */
const HEAVY_BYTES = 32 * MIB;

/** What became of a package; what is withheld was not seen, so nothing is known of it. */
type Outcome = Indexing | { readonly kind: 'withheld'; readonly reason: string };

/** One reading of a repository: what was known before and what was found. */
interface Round {
  readonly repository: NamedRepository;
  readonly basis: ReadingBasis;
  readonly registry: PackageRegistry;
  readonly known: ReadonlyMap<string, KnownPlace>;
  readonly knownBroken: ReadonlyMap<string, BrokenPlace>;
  /** Folded names of the packages, by place. */
  readonly sound: Map<string, string>;
  readonly broken: BrokenPlace[];
  readonly steps: ReadingSteps;
  /** The first package that could not be read for a reason that is not its own. */
  unavailable?: PackageUnavailable;
  readonly signal: AbortSignal;
}

/** Reads a repository into the index. Only what changed since the last time is fetched. */
@Injectable()
export class RepositoryReaderService {
  /** Nobody knows how large one is before it is read, so each counts as the largest. */
  private readonly heavy: BoundedSlots;

  constructor(
    private readonly registries: RegistryFactory,
    private readonly index: CatalogueIndexRepository,
    private readonly indexer: PackageIndexerService,
    private readonly answers: StoredAnswersRepository,
    @Inject(CONFIG) config: Config,
  ) {
    const atOnce = Math.max(1, Math.floor(HEAVY_BYTES / config.catalogue.artifactLimitBytes));
    this.heavy = new BoundedSlots(atOnce, Infinity);
  }

  /**
   * @throws RegistryError when the repository cannot be read, or not to its end: what was read so far
   *   is kept, and nothing counts as removed. `RegistryPaused` says when it may go on.
   */
  async read(
    repository: NamedRepository,
    basis: ReadingBasis,
    signal: AbortSignal,
  ): Promise<ReadingResult> {
    // Large packages wait for their turn, each with a look at the signal.
    expectListeners(signal);
    const config = repository.name;
    const steps = new ReadingSteps(basis.progress);
    const round: Round = {
      repository,
      basis,
      registry: this.registries.open(repository, registryContext(this.answers, steps)),
      known: await this.index.knownPlaces(config),
      knownBroken: new Map(basis.broken.map((place) => [place.ref, place])),
      sound: new Map(),
      broken: [],
      steps,
      signal,
    };
    await forEachLimited(round.registry.list(signal), READ_AT_ONCE, (found) =>
      this.take(found, round),
    );
    if (round.unavailable) throw round.unavailable;
    const gone = [...round.known.keys()].filter((ref) => !round.sound.has(ref));
    await this.index.markRemoved(config, gone, basis.stamp);
    return {
      packages: new Set(round.sound.values()).size,
      versions: round.sound.size,
      broken: round.broken.sort((a, b) => (a.ref < b.ref ? -1 : 1)),
    };
  }

  private async take(found: ListedPackage | BrokenPackage, round: Round): Promise<void> {
    const { ref } = found;
    if (found.kind === 'broken') {
      round.broken.push({ ref, fingerprint: '', reason: found.reason });
      return;
    }
    round.steps.found();
    const fingerprint = keptFingerprint(found.fingerprint);
    const known = round.known.get(ref);
    if (known?.fingerprint === fingerprint) {
      round.sound.set(ref, known.nameFolded);
      return;
    }
    // One that is as broken as last time is not read again.
    const broken = round.knownBroken.get(ref);
    if (broken?.fingerprint === fingerprint) round.broken.push(broken);
    else await this.fetch(found, round);
  }

  private async fetch({ ref, fingerprint }: ListedPackage, round: Round): Promise<void> {
    const done = await this.indexed(ref, fingerprint, round);
    if (done?.kind === 'indexed') await this.took(ref, done.entry.nameFolded, round);
    if (done?.kind === 'refused') {
      round.broken.push({ ref, fingerprint: keptFingerprint(fingerprint), reason: done.reason });
    }
    if (done?.kind === 'withheld') this.keep(ref, done.reason, round);
    round.steps.read();
  }

  private async took(ref: string, nameFolded: string, round: Round): Promise<void> {
    round.sound.set(ref, nameFolded);
    const before = round.known.get(ref)?.nameFolded ?? nameFolded;
    if (before !== nameFolded) await this.index.markName(before, round.basis.stamp);
  }

  /** What is withheld is named, asked for again next time, and stays as it was known. */
  private keep(ref: string, reason: string, { known, sound, broken }: Round): void {
    broken.push({ ref, fingerprint: '', reason });
    const before = known.get(ref);
    if (before) sound.set(ref, before.nameFolded);
  }

  /** What is heavy is in hand, parsed, until it is in the index: until then it has its slot. */
  private async transfer(place: EntryPlace, round: Round): Promise<Indexing> {
    try {
      return await this.transferUpTo(LIGHT_BYTES, place, round);
    } catch (error) {
      if (!(error instanceof PackageTooLargeError)) throw error;
      return this.heavy.run(round.signal, neverFull, () =>
        this.transferUpTo(undefined, place, round),
      );
    }
  }

  private async transferUpTo(
    mostBytes: number | undefined,
    place: EntryPlace,
    { repository, basis, registry, signal }: Round,
  ): Promise<Indexing> {
    const found = await registry.fetch(place.ref, signal, mostBytes);
    return this.indexer.put(place, found, { trust: repository.trust, stamp: basis.stamp });
  }

  /** Null for one that cannot be read at present: the others can. */
  private async indexed(ref: string, fingerprint: string, round: Round): Promise<Outcome | null> {
    const place = { config: round.repository.name, ref, fingerprint };
    try {
      return await this.transfer(place, round);
    } catch (error) {
      if (error instanceof BrokenPackageError) {
        return { kind: error.isWithheld ? 'withheld' : 'refused', reason: error.reason };
      }
      if (!(error instanceof PackageUnavailable)) throw error;
      round.unavailable ??= error;
      return null;
    }
  }
}

/** Any number may wait: they have nothing in hand. */
function neverFull(): never {
  invariant(false, 'a queue without an end is never full');
}

function registryContext(answers: AnswerStore, steps: ReadingSteps): RegistryContext {
  return {
    answers,
    progress: (listing) => {
      steps.listed(listing);
    },
  };
}
