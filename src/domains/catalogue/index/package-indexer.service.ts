import { Inject, Injectable } from '@nestjs/common';
import { readArtifact } from '../../../connectors/registry/artifact-reader.js';
import { type RegistryPackage } from '../../../connectors/registry/registry-package.js';
import { AppError, type Fault } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { type Config } from '../../../platform/config/config.js';
import { examineSignature, type SignatureTrust } from '../trust/package-trust.js';
import { CatalogueContentsRepository } from './catalogue-contents.repository.js';
import { type CatalogueEntry } from './catalogue-entry.js';
import { CatalogueIndexRepository } from './catalogue-index.repository.js';
import { type EntryPlace, toCatalogueEntry } from './to-catalogue-entry.js';

/** How an entry is judged, and how it is told that it changed. */
export interface IndexingTerms {
  /** Whom its repository trusts. */
  readonly trust: SignatureTrust;
  /** Marks the entry for the visibility indexer. */
  readonly stamp: string;
}

/** What became of a package that was read: it is in the index, or it is none that can be offered. */
export type Indexing =
  | { readonly kind: 'indexed'; readonly entry: CatalogueEntry }
  | { readonly kind: 'refused'; readonly reason: string };

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

  async put(place: EntryPlace, found: RegistryPackage, terms: IndexingTerms): Promise<Indexing> {
    const { document, signature } = found;
    const reading = readArtifact(document);
    if (reading.kind === 'faulty') return { kind: 'refused', reason: inWords(reading.faults) };
    try {
      const facts = {
        contentId: await this.contents.put(document, this.clock.now()),
        ...examineSignature(document, signature, terms.trust),
        runningRelease: this.config.catalogue.release,
      };
      const entry = toCatalogueEntry(place, found, reading.artifact, facts);
      await this.index.put(entry, terms.stamp);
      return { kind: 'indexed', entry };
    } catch (error) {
      return { kind: 'refused', reason: refusalOf(error) };
    }
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
