import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import { RegistryError } from '../../../connectors/registry/registry-error.js';
import { Clock } from '../../../kernel/clock.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { type Config } from '../../../platform/config/config.js';
import { EventPublisher } from '../../../platform/events/event-publisher.service.js';
import { CatalogueIndexRepository } from './catalogue-index.repository.js';
import { CatalogueRepositoriesRepository } from './catalogue-repositories.repository.js';
import { type RepositoryState } from './catalogue-repository.schema.js';
import { type NamedRepository, RepositoryReaderService } from './repository-reader.service.js';

/** A repository full of waste must not make its record too large to store. */
const BROKEN_NOTED_MAX = 1000;
/** Another node that read the repository within so many intervals is believed over this one. */
const INTERVALS_OF_TRUST = 3;
const NODE = hostname();

/** Brings the index of one repository up to date and keeps the record of how that went. */
@Injectable()
export class RepositoryRefreshService {
  // eslint-disable-next-line max-params -- one more than a service should have: what is found is told
  constructor(
    private readonly reader: RepositoryReaderService,
    private readonly index: CatalogueIndexRepository,
    private readonly repositories: CatalogueRepositoriesRepository,
    private readonly clock: Clock,
    private readonly events: EventPublisher,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Reads a repository. One that cannot be read keeps its last index, and its record says why.
   * @param stamp marks what changed, for the shelves.
   */
  async refresh(repository: NamedRepository, stamp: string, signal: AbortSignal): Promise<void> {
    const state = await this.currentState(repository, stamp);
    try {
      const { broken } = state;
      const basis = { broken, stamp, progress: () => undefined };
      const result = await this.reader.read(repository, basis, signal);
      await this.repositories.put({
        ...state,
        indexed: this.clock.now(),
        indexedBy: NODE,
        error: null,
        broken: result.broken.slice(0, BROKEN_NOTED_MAX),
        packages: result.packages,
      });
      if (state.error) {
        await this.events.publish('repositoryReadRestored', { name: repository.name });
      }
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      await this.noteFailure(state, error.message);
    }
  }

  /** Forgets every repository that is not among these. */
  async forgetAllBut(names: readonly string[], stamp: string): Promise<void> {
    const known = await Promise.all([this.index.configs(), this.repositories.names()]);
    for (const name of new Set(known.flat())) {
      if (names.includes(name)) continue;
      await this.index.markAllRemoved(name, stamp);
      await this.repositories.remove(name);
    }
  }

  /** Those of the repositories that have never been read to their end. */
  async neverRead(names: readonly string[]): Promise<readonly string[]> {
    const states = await this.repositories.findAll(names);
    const read = new Set(states.filter(({ indexed }) => indexed).map(({ _id }) => _id));
    return names.filter((name) => !read.has(name));
  }

  /** The record of the last reading; a new one when the configuration points elsewhere now. */
  private async currentState(repository: NamedRepository, stamp: string): Promise<RepositoryState> {
    const { name } = repository;
    const identity = identityOf(repository);
    const last = await this.repositories.find(name);
    if (last?.identity === identity) return last;
    if (last) await this.index.markAllRemoved(name, stamp);
    const fresh: RepositoryState = {
      _id: name,
      identity,
      indexed: null,
      indexedBy: null,
      error: null,
      broken: [],
      packages: 0,
    };
    await this.repositories.put(fresh);
    return fresh;
  }

  /** Nodes may see different directories: one that sees none does not overrule one that does. */
  private async noteFailure(state: RepositoryState, message: string): Promise<void> {
    const at = this.clock.now();
    const trustMs = INTERVALS_OF_TRUST * this.config.catalogue.rescanSeconds * 1000;
    const age = at.getTime() - (state.indexed?.getTime() ?? 0);
    if (state.indexed && state.indexedBy !== NODE && age < trustMs) return;
    await this.repositories.put({ ...state, error: { at, message } });
    if (state.error) return;
    await this.events.publish('repositoryReadFailed', { name: state._id, detail: message });
  }
}

/** Settings that make it another repository; a new token or name does not. */
function identityOf({ type, hostname: host, path }: NamedRepository): string {
  return createHash('sha256').update([type, host.toLowerCase(), path].join('\0')).digest('hex');
}
