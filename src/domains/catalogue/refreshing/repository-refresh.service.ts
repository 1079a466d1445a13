import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { Injectable } from '@nestjs/common';
import { RegistryError } from '../../../connectors/registry/registry-error.js';
import { RegistryPaused } from '../../../connectors/registry/registry-paused.js';
import { Clock } from '../../../kernel/clock.js';
import { EventPublisherService } from '../../../platform/events/event-publisher.service.js';
import { type RepositoryConfig } from '../../profiles/repository-configs.js';
import { ProgressWriter } from './progress-writer.js';
import { RepositoryOpenerService } from './repository-opener.service.js';
import { nextRunAfter } from './repository-schedule.js';
import { type ReadingProgress } from '../index/reading-steps.js';
import { CatalogueRepositoriesRepository } from '../index/catalogue-repositories.repository.js';
import { type RepositoryState, UNREAD } from '../index/catalogue-repository.schema.js';
import { RepositoryReaderService } from '../index/repository-reader.service.js';
import { SignatureRefreshService } from '../index/signature-refresh.service.js';
import { CatalogueIndexRepository } from '../index/catalogue-index.repository.js';

/** A repository full of waste must not make its record too large to store. */
const BROKEN_NOTED_MAX = 1000;
/** Another node that read the repository within so many intervals is believed over this one. */
const INTERVALS_OF_TRUST = 3;
const NODE = hostname();

/** How a reading goes on. */
export interface ReadingTerms {
  /** Marks what changed, for the visibility indexer. */
  readonly stamp: string;
  readonly progress: (progress: ReadingProgress) => void;
  /** Makes visible what was read so far. */
  readonly show: () => Promise<void>;
  readonly signal: AbortSignal;
}

/** A repository before it is read. */
interface Begun {
  readonly config: RepositoryConfig;
  readonly state: RepositoryState;
}

/** Brings the index of one repository up to date and keeps the record of how that went. */
@Injectable()
export class RepositoryRefreshService {
  // eslint-disable-next-line max-params -- settings, reading, judging, records, time and events: one of each
  constructor(
    private readonly opener: RepositoryOpenerService,
    private readonly reader: RepositoryReaderService,
    private readonly signatures: SignatureRefreshService,
    private readonly index: CatalogueIndexRepository,
    private readonly repositories: CatalogueRepositoriesRepository,
    private readonly clock: Clock,
    private readonly events: EventPublisherService,
  ) {}

  /**
   * Reads a repository. One that cannot be read keeps its last index, and its record says why.
   * @throws the reason of the signal: what was read stays, and the next regular reading goes on.
   */
  async refresh(config: RepositoryConfig, terms: ReadingTerms): Promise<void> {
    const begun = await this.begin(config, terms.stamp);
    const notes = new ProgressWriter(this.clock, (progress) =>
      this.repositories.note(config.name, { progress }),
    );
    const progress = (found: ReadingProgress): void => {
      notes.tell(found);
      terms.progress(found);
    };
    try {
      await this.read(begun, { ...terms, progress }, notes);
    } catch (error) {
      await notes.settled();
      if (error instanceof RegistryError && !terms.signal.aborted) {
        await this.noteFailure(begun, error);
        return;
      }
      await this.repositories.note(config.name, this.ended(config, 0));
      terms.signal.throwIfAborted();
      throw error;
    }
  }

  /** Whether the record is of another repository than the configuration names now. */
  isElsewhere(config: RepositoryConfig, { identity }: RepositoryState): boolean {
    return identity !== identityOf(config);
  }

  /** The repositories of which something is stored. */
  async known(): Promise<readonly string[]> {
    const known = await Promise.all([this.index.configs(), this.repositories.names()]);
    return [...new Set(known.flat())];
  }

  /** Forgets what is stored of these. */
  async forget(names: readonly string[], stamp: string): Promise<void> {
    for (const name of names) {
      await this.index.markAllRemoved(name, stamp);
      await this.repositories.remove(name);
    }
  }

  private async read(
    { config, state }: Begun,
    { stamp, progress, show, signal }: ReadingTerms,
    notes: ProgressWriter,
  ): Promise<void> {
    const { name, trust } = config;
    const repository = this.opener.open(config);
    const judgedBy = await this.signatures.follow(name, trust, state.judgedBy, signal);
    const basis = { broken: state.broken, stamp, progress };
    const { packages, versions, broken } = await this.reader.read(repository, basis, signal);
    await notes.settled();
    // Nobody is told that a repository was read while its packages are not in the lists yet.
    if (!state.indexed) await show();
    await this.repositories.note(name, {
      ...this.ended(config, 0),
      packages,
      versions,
      judgedBy,
      failures: 0,
      error: null,
      pausedUntil: null,
      indexed: this.clock.now(),
      indexedBy: NODE,
      broken: broken.slice(0, BROKEN_NOTED_MAX),
    });
    if (state.error) await this.events.publish('repositoryReadRestored', { name });
  }

  /** The record of the last reading; a new one when the configuration points elsewhere now. */
  private async begin(config: RepositoryConfig, stamp: string): Promise<Begun> {
    const { name } = config;
    const identity = identityOf(config);
    const last = await this.repositories.find(name);
    const begun = this.clock.now();
    const progress = { at: begun, projects: 0, projectsTotal: null, versions: 0, read: 0 };
    if (last?.identity === identity) {
      await this.repositories.note(name, { begun, progress });
      return { config, state: last };
    }
    if (last) await this.index.markAllRemoved(name, stamp);
    const fresh: RepositoryState = { _id: name, identity, ...UNREAD, begun, progress };
    await this.repositories.put(fresh);
    return { config, state: fresh };
  }

  /** What every reading leaves behind, however it ended. */
  private ended(config: RepositoryConfig, failures: number): Partial<RepositoryState> {
    const interval = this.opener.secondsOf(config);
    const nextRun = nextRunAfter(this.clock.now(), interval, failures);
    return { progress: null, interval, nextRun };
  }

  private async noteFailure({ config, state }: Begun, error: RegistryError): Promise<void> {
    const at = this.clock.now();
    const { name } = config;
    if (this.isOverruled(config, state, at)) {
      await this.repositories.note(name, this.ended(config, state.failures));
      return;
    }
    const { message } = error;
    const failures = state.failures + 1;
    const pause = {
      pausedUntil: null,
      failures,
      ...this.ended(config, failures),
      ...pauseOf(error),
    };
    await this.repositories.note(name, { ...pause, error: { at, message } });
    if (state.error) return;
    await this.events.publish('repositoryReadFailed', { name, detail: message });
  }

  /** Nodes may see different directories: one that sees none does not overrule one that does. */
  private isOverruled(
    config: RepositoryConfig,
    { indexed, indexedBy }: RepositoryState,
    now: Date,
  ): boolean {
    const trustMs = INTERVALS_OF_TRUST * this.opener.secondsOf(config) * 1000;
    return indexed !== null && indexedBy !== NODE && now.getTime() - indexed.getTime() < trustMs;
  }
}

/** A pause that the registry wants is no failure of it: it goes on when that is over. */
function pauseOf(error: RegistryError): Partial<RepositoryState> {
  if (!(error instanceof RegistryPaused)) return {};
  return { pausedUntil: error.until, nextRun: error.until, failures: 0 };
}

/** Settings that make it another repository; a new token or name does not. */
function identityOf({ type, hostname: host, path }: RepositoryConfig): string {
  return createHash('sha256').update([type, host.toLowerCase(), path].join('\0')).digest('hex');
}
