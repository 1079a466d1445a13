import { Injectable } from '@nestjs/common';
import { RegistryError } from '../../../connectors/registry/registry-error.js';
import { IdSource } from '../../../kernel/ids.js';
import { type RepositoryConfig } from '../../profiles/repository-configs.js';
import { type ReadingProgress } from '../index/reading-steps.js';
import { RepositoryReaderService } from '../index/repository-reader.service.js';
import { SignatureRefreshService } from '../index/signature-refresh.service.js';
import { type ProgressWriter } from './progress-writer.js';
import { RepositoryOpenerService } from './repository-opener.service.js';
import { type BegunReading, RepositoryRecordsService } from './repository-records.service.js';

/** How a reading goes on. */
export interface ReadingTerms {
  readonly progress: (progress: ReadingProgress) => void;
  /** Makes visible what was read so far. */
  readonly show: () => Promise<void>;
  readonly signal: AbortSignal;
}

/** A reading, and what marks the entries that it changes, for the visibility indexer. */
interface StampedReading extends BegunReading {
  readonly stamp: string;
}

/** Brings the index of one repository up to date. */
@Injectable()
export class RepositoryIndexerService {
  constructor(
    private readonly records: RepositoryRecordsService,
    private readonly opener: RepositoryOpenerService,
    private readonly reader: RepositoryReaderService,
    private readonly signatures: SignatureRefreshService,
    private readonly ids: IdSource,
  ) {}

  /**
   * Reads a repository. One that cannot be read keeps its last index, and its record says why.
   * @throws the reason of the signal: what was read stays, and the next regular reading goes on.
   */
  async refresh(config: RepositoryConfig, terms: ReadingTerms): Promise<void> {
    const stamp = this.ids.next();
    const begun = await this.records.begin(config, stamp);
    const writer = this.records.progressOf(config.name);
    const progress = (found: ReadingProgress): void => {
      writer.tell(found);
      terms.progress(found);
    };
    try {
      await this.read({ ...begun, stamp }, { ...terms, progress }, writer);
    } catch (error) {
      await writer.settled();
      if (error instanceof RegistryError && !terms.signal.aborted) {
        await this.records.noteFailure(begun, error);
        return;
      }
      await this.records.noteCutOff(config);
      terms.signal.throwIfAborted();
      throw error;
    }
  }

  /** Forgets what is stored of these repositories. */
  async forget(names: readonly string[]): Promise<void> {
    const stamp = this.ids.next();
    for (const name of names) await this.records.forget(name, stamp);
  }

  private async read(
    { config, state, stamp }: StampedReading,
    { progress, show, signal }: ReadingTerms,
    writer: ProgressWriter,
  ): Promise<void> {
    const { name, trust } = config;
    const repository = this.opener.open(config);
    const judgedBy = await this.signatures.follow(name, trust, state.judgedBy, signal);
    const basis = { broken: state.broken, stamp, progress };
    const { packages, versions, broken } = await this.reader.read(repository, basis, signal);
    await writer.settled();
    // Nobody is told that a repository was read while its packages are not in the lists yet.
    if (!state.indexed) await show();
    await this.records.noteRead({ config, state }, { packages, versions, broken, judgedBy });
  }
}
