import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { Injectable } from '@nestjs/common';
import { type RegistryError } from '../../../connectors/registry/registry-error.js';
import { RegistryPaused } from '../../../connectors/registry/registry-paused.js';
import { Clock } from '../../../kernel/clock.js';
import { EventPublisherService } from '../../../platform/events/event-publisher.service.js';
import { type RepositoryConfig } from '../../profiles/repository-configs.js';
import { CatalogueIndexRepository } from '../index/catalogue-index.repository.js';
import { CatalogueRepositoriesRepository } from '../index/catalogue-repositories.repository.js';
import { type RepositoryState, UNREAD } from '../index/catalogue-repository.schema.js';
import { ProgressWriter } from './progress-writer.js';
import { RepositoryOpenerService } from './repository-opener.service.js';
import { isDue, nextRunAfter } from './repository-schedule.js';

/** A repository full of waste must not make its record too large to store. */
const BROKEN_NOTED_MAX = 1000;
/** Another node that read the repository within so many intervals is believed over this one. */
const INTERVALS_OF_TRUST = 3;
const NODE = hostname();

/** A repository before it is read. */
export interface BegunReading {
  readonly config: RepositoryConfig;
  /** How it stood before. */
  readonly state: RepositoryState;
}

/** What a reading to the end of a repository found. */
type ReadResult = Pick<RepositoryState, 'packages' | 'versions' | 'judgedBy' | 'broken'>;

/** Keeps the records of how the readings of repositories went, and says which repositories are due. */
@Injectable()
export class RepositoryRecordsService {
  constructor(
    private readonly opener: RepositoryOpenerService,
    private readonly index: CatalogueIndexRepository,
    private readonly repositories: CatalogueRepositoriesRepository,
    private readonly clock: Clock,
    private readonly events: EventPublisherService,
  ) {}

  /**
   * Those that are to be read now. Nodes may see different directories, so each of them looks at those of its own;
   * another host is the same for all.
   * @param anew one that is read whether it is due or not.
   */
  async due(
    enabled: readonly RepositoryConfig[],
    anew: string | undefined,
  ): Promise<readonly RepositoryConfig[]> {
    const states = await this.repositories.findAll(enabled.map(({ name }) => name));
    const now = this.clock.now();
    return enabled.filter((config) => {
      const state = states.find(({ _id }) => _id === config.name);
      if (config.type === 'local' || !state || config.name === anew) return true;
      const isElsewhere = state.identity !== identityOf(config);
      return isElsewhere || isDue(state, this.opener.secondsOf(config), now);
    });
  }

  /** Lets a repository be read at the next look, whatever it was left alone for until now. */
  async expedite(name: string): Promise<void> {
    await this.repositories.note(name, { asked: this.clock.now(), pausedUntil: null });
  }

  /** Those of the names whose repositories have never been read to their end. */
  async neverRead(names: readonly string[]): Promise<readonly string[]> {
    const states = await this.repositories.findAll(names);
    const read = new Set(states.filter(({ indexed }) => indexed).map(({ _id }) => _id));
    return names.filter((name) => !read.has(name));
  }

  /** The repositories of which something is stored. */
  async known(): Promise<readonly string[]> {
    const known = await Promise.all([this.index.configs(), this.repositories.names()]);
    return [...new Set(known.flat())];
  }

  /** Forgets what is stored of a repository. */
  async forget(name: string, stamp: string): Promise<void> {
    await this.index.markAllRemoved(name, stamp);
    await this.repositories.remove(name);
  }

  /** The record of the last reading; a new one when the configuration points elsewhere now. */
  async begin(config: RepositoryConfig, stamp: string): Promise<BegunReading> {
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

  /** Writes down how far a reading is. */
  progressOf(name: string): ProgressWriter {
    return new ProgressWriter(this.clock, (progress) => this.repositories.note(name, { progress }));
  }

  /** It was read to its end. */
  async noteRead({ config, state }: BegunReading, result: ReadResult): Promise<void> {
    const { name } = config;
    await this.repositories.note(name, {
      ...this.ended(config, 0),
      ...result,
      failures: 0,
      error: null,
      pausedUntil: null,
      indexed: this.clock.now(),
      indexedBy: NODE,
      broken: result.broken.slice(0, BROKEN_NOTED_MAX),
    });
    if (state.error) await this.events.publish('repositoryReadRestored', { name });
  }

  /** The reading was ended before; what it has read stays. */
  async noteCutOff(config: RepositoryConfig): Promise<void> {
    await this.repositories.note(config.name, this.ended(config, 0));
  }

  /** It could not be read: its last index is kept. */
  async noteFailure({ config, state }: BegunReading, error: RegistryError): Promise<void> {
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

  /** What every reading leaves behind, however it ended. */
  private ended(config: RepositoryConfig, failures: number): Partial<RepositoryState> {
    const interval = this.opener.secondsOf(config);
    const nextRun = nextRunAfter(this.clock.now(), interval, failures);
    return { progress: null, interval, nextRun };
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
