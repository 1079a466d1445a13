import { Injectable } from '@nestjs/common';
import { IdSource } from '../../../kernel/ids.js';
import { LockBusyError } from '../../../platform/database/lock-busy-error.js';
import { ProfilesService } from '../../profiles/profiles.service.js';
import { LocksRepository } from '../locks/locks.repository.js';
import { type NamedRepository } from './repository-reader.service.js';
import { RepositoryRefreshService } from './repository-refresh.service.js';
import { ShelfKeeperService } from './shelf-keeper.service.js';

const SHELVES_WAIT_MS = 10_000;
const NEVER_ABORTED = new AbortController().signal;

/**
 * Keeps the index in step with the repositories and their configurations: from time to time, and at
 * once when a configuration was changed. Each repository is read by one node at a time.
 */
@Injectable()
export class CatalogueKeeperService {
  private underWay: Promise<void> = Promise.resolve();

  constructor(
    private readonly profiles: ProfilesService,
    private readonly refresher: RepositoryRefreshService,
    private readonly shelves: ShelfKeeperService,
    private readonly locks: LocksRepository,
    private readonly ids: IdSource,
  ) {}

  /** Reads all enabled repositories and lets the shelves follow; runs of one node do not overlap. */
  refresh(signal: AbortSignal = NEVER_ABORTED): Promise<void> {
    const run = this.underWay.catch(() => undefined).then(() => this.run(signal));
    this.underWay = run;
    return run;
  }

  /** The enabled repositories that have never been read to their end. */
  async neverRead(): Promise<readonly string[]> {
    const { enabled } = await this.configured();
    return this.refresher.neverRead(enabled.map(({ name }) => name));
  }

  private async run(signal: AbortSignal): Promise<void> {
    const { enabled, all } = await this.configured();
    const stamp = this.ids.next();
    await this.refresher.forgetAllBut(
      all.map(({ name }) => name),
      stamp,
    );
    const readings = await Promise.allSettled(
      enabled.map((repository) => this.read(repository, stamp, signal)),
    );
    signal.throwIfAborted();
    const names = enabled.map(({ name }) => name);
    await this.locks.hold('catalogue:shelves', SHELVES_WAIT_MS, (lost) =>
      this.shelves.follow(names, AbortSignal.any([signal, lost])),
    );
    const failed = readings.find((reading) => reading.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** A repository that another node is reading is in good hands. */
  private async read(
    repository: NamedRepository,
    stamp: string,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      await this.locks.hold(`catalogue:repository:${repository.name}`, 0, (lost) =>
        this.refresher.refresh(repository, stamp, AbortSignal.any([signal, lost])),
      );
    } catch (error) {
      if (!(error instanceof LockBusyError)) throw error;
    }
  }

  private async configured(): Promise<{
    readonly all: readonly NamedRepository[];
    readonly enabled: readonly NamedRepository[];
  }> {
    const { configs } = await this.profiles.repositoryConfigs();
    return { all: configs, enabled: configs.filter(({ enabled }) => enabled) };
  }
}
