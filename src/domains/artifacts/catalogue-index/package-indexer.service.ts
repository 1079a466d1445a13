import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type Artifact } from '../../../connectors/registry/artifact.js';
import { readArtifact } from '../../../connectors/registry/artifact-reader.js';
import { stableRegistryId } from '../../../connectors/registry/registry-id.js';
import { type RegistryPackage } from '../../../connectors/registry/registry-package.js';
import { AppError, type Fault } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { foldText } from '../../../kernel/folded-text.js';
import { invariant } from '../../../kernel/invariant.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { type Config } from '../../../platform/config/config.js';
import { releaseKey, releaseLabel } from '../catalogue/release.js';
import { searchText } from '../catalogue/search-text.js';
import { CatalogueContentsRepository } from './catalogue-contents.repository.js';
import { type CatalogueEntry } from './catalogue-entry.js';
import { CatalogueIndexRepository } from './catalogue-index.repository.js';

/** Where an entry belongs, and how it is told that it changed. */
export interface EntryPlace {
  readonly config: string;
  readonly ref: string;
  readonly fingerprint: string;
  /** Marks the entry for the shelves. */
  readonly stamp: string;
}

const FAULTS_SHOWN = 3;

/** Puts one package of a repository into the index. */
@Injectable()
export class PackageIndexerService {
  constructor(
    private readonly index: CatalogueIndexRepository,
    private readonly contents: CatalogueContentsRepository,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @returns why the document is no package that can be offered; null when it is one. */
  async put(place: EntryPlace, found: RegistryPackage): Promise<string | null> {
    const reading = readArtifact(found.document);
    if (reading.kind === 'faulty') return inWords(reading.faults);
    try {
      const contentId = await this.contents.put(found.document, this.clock.now());
      await this.index.put(this.toEntry(place, found, reading.artifact, contentId), place.stamp);
      return null;
    } catch (error) {
      return refusalOf(error);
    }
  }

  private toEntry(
    { config, ref, fingerprint }: EntryPlace,
    found: RegistryPackage,
    artifact: Artifact,
    contentId: string,
  ): CatalogueEntry {
    const { name, version } = artifact;
    const { line, changedAt } = found;
    const branch = line.kind === 'release-branch' ? (line.name ?? undefined) : undefined;
    const release = releaseLabel({ branch, platformVersion: artifact.platformVersion, version });
    return {
      _id: createHash('sha256').update(`${config}\0${ref}`).digest('hex').slice(0, 32),
      config,
      ref,
      fingerprint,
      name,
      nameFolded: foldText(name),
      version,
      release,
      releaseKey: this.keyOf(release),
      isDefaultBranch: line.kind === 'default-branch',
      searchText: searchText(artifact),
      contentId,
      sizeBytes: Buffer.byteLength(JSON.stringify(found.document)),
      published:
        changedAt.kind === 'commit' ? changedAt.date : (artifact.createdAt ?? changedAt.date),
      registryId: artifact.registryId ?? stableRegistryId(name),
    };
  }

  private keyOf(release: string | null): number {
    const key = releaseKey(release ?? this.config.catalogue.release);
    invariant(key !== null, 'release labels were checked when they were read');
    return key;
  }
}

/** A document that the database cannot hold is broken; every other failure is not its fault. */
function refusalOf(error: unknown): string {
  const isRefusal =
    error instanceof AppError && ['invalid-input', 'document-too-large'].includes(error.kind);
  if (!isRefusal) throw error;
  return error.errors.length > 0 ? inWords(error.errors) : error.detail;
}

function inWords(faults: readonly Fault[]): string {
  const shown = faults.slice(0, FAULTS_SHOWN).map(({ pointer, detail }) => `${pointer} ${detail}`);
  const more = faults.length - shown.length;
  return shown.join('; ') + (more > 0 ? `; and ${more} more` : '');
}
