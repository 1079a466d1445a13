import { Injectable } from '@nestjs/common';
import { conflict, notFound } from '../../../kernel/app-error.js';
import { LockBusyError } from '../../../platform/database/lock-busy-error.js';
import { type RepositoryConfig } from '../../profiles/repository-configs.js';
import { type ConfigsOptions, ProfilesService } from '../../profiles/profiles.service.js';
import { NamedLocks } from '#platform/database/named-locks.js';
import { RepositoryRecordsService } from './repository-records.service.js';
import { type JoinOptions, RunningReadings } from './running-readings.js';
import { type ReadingProgress } from '../index/reading-steps.js';
import { RepositoryIndexerService } from './repository-indexer.service.js';
import { VisibilityIndexerService } from '../index/visibility-indexer.service.js';

const VISIBILITY_WAIT_MS = 10_000;
/** Somebody who asks for a reading waits so long for one that another node has begun. */
const READING_WAIT_MS = 60_000;
const NEVER_ABORTED = new AbortController().signal;

/** How what is due is read. */
interface DueOptions {
  /** The longest wait for a reading that has begun already, of a local repository or of `anew`. */
  readonly waitMs: number;
  /** A repository that is read whether it is due or not. */
  readonly anew?: string | undefined;
  /** Takes what other hosts take their time for. */
  readonly background: (work: Promise<void>) => void;
}

/** What was begun of the repositories that are due. */
interface BegunReadings {
  /** Those of this machine: they take moments. */
  readonly near: readonly Promise<void>[];
  /** Those of other hosts: they take as long as these do. */
  readonly far: readonly Promise<void>[];
}

/**
 * Keeps the index in step with the repositories and their configurations: from time to time, and at
 * once when a configuration was changed. Each repository is read by one node at a time (ADR 0052).
 */
@Injectable()
export class CatalogueSyncService {
  private readonly readings = new RunningReadings();
  private following: Promise<void> = Promise.resolve();

  constructor(
    private readonly profiles: ProfilesService,
    private readonly records: RepositoryRecordsService,
    private readonly indexer: RepositoryIndexerService,
    private readonly visibility: VisibilityIndexerService,
    private readonly locks: NamedLocks,
  ) {}

  /**
   * Reads what is due, to its end, and recomputes what is visible. Local repositories are always due: one that is
   * being read, here or by another node, is read again, as that reading may have begun before a change.
   * @param anew a repository that is treated the same: its configuration was changed just now
   */
  async refresh(signal: AbortSignal = NEVER_ABORTED, anew?: string): Promise<void> {
    const slow: Promise<void>[] = [];
    const background = (far: Promise<void>): void => void slow.push(far);
    await this.readDue(signal, { waitMs: READING_WAIT_MS, anew, background });
    throwFirst(await Promise.allSettled(slow));
    signal.throwIfAborted();
  }

  /**
   * As `refresh`, but what other hosts take their time for goes on in the background, and what is being read
   * already is not waited for.
   */
  async look(signal: AbortSignal, background: (work: Promise<void>) => void): Promise<void> {
    await this.readDue(signal, { waitMs: 0, background });
  }

  private async readDue(signal: AbortSignal, options: DueOptions): Promise<void> {
    const { near, far } = await this.begin(signal, options);
    for (const reading of far) options.background(reading.finally(() => this.follow(signal)));
    const done = await Promise.allSettled(near);
    signal.throwIfAborted();
    await this.follow(signal);
    throwFirst(done);
  }

  /**
   * Reads one repository now, whenever it is due, and recomputes what is visible. A reading that goes on
   * is joined; whoever leaves by the signal ends only one of their own.
   * @throws AppError `not-found`; `conflict` for a disabled configuration (`repository-disabled`), and
   *   while another node reads the repository (`refresh-running`).
   */
  async read(name: string, options: JoinOptions): Promise<void> {
    const { configs } = await this.profiles.repositoryConfigs();
    const config = configs.find((candidate) => candidate.name === name);
    if (!config) throw notFound('Repository configuration', name);
    if (!config.enabled) {
      throw conflict(`Repository configuration '${name}' is disabled`, 'repository-disabled');
    }
    try {
      await this.readings.join(name, this.reading(name, READING_WAIT_MS), options);
    } catch (error) {
      if (!(error instanceof LockBusyError)) throw error;
      throw conflict(`'${name}' is being read by another node`, 'refresh-running');
    }
    await this.follow(NEVER_ABORTED);
  }

  /** The enabled repositories that have never been read to their end. */
  async neverRead(): Promise<readonly string[]> {
    return this.records.neverRead((await this.enabled()).map(({ name }) => name));
  }

  /** Ends the readings of this node. */
  async stop(): Promise<void> {
    await this.readings.stop();
  }

  private async begin(signal: AbortSignal, { waitMs, anew }: DueOptions): Promise<BegunReadings> {
    signal.throwIfAborted();
    // Known before the configurations are read: one that was added since is not among those to forget.
    const known = await this.records.known();
    const { configs } = await this.profiles.repositoryConfigs();
    const names = new Set(configs.map(({ name }) => name));
    await this.indexer.forget(known.filter((name) => !names.has(name)));
    const due = await this.records.due(
      configs.filter(({ enabled }) => enabled),
      anew,
    );
    const isAgain = (config: RepositoryConfig): boolean =>
      waitMs > 0 && (isLocal(config) || config.name === anew);
    const start = async (config: RepositoryConfig): Promise<void> => {
      const { name } = config;
      // A reading that is under way may have begun with what was configured before.
      if (isAgain(config)) await this.readings.ended(name);
      const reading = this.reading(name, isAgain(config) ? waitMs : 0);
      await ifFree(this.readings.join(name, reading, { signal }));
    };
    const toRead = due.filter((config) => isAgain(config) || !this.readings.has(config.name));
    return {
      near: toRead.filter(isLocal).map(start),
      far: toRead.filter((config) => !isLocal(config)).map(start),
    };
  }

  /** The configuration is read under the lock: whoever waited for it begins with what counts then. */
  private reading(name: string, waitMs: number) {
    return (progress: (progress: ReadingProgress) => void, signal: AbortSignal): Promise<void> =>
      this.locks.hold(`catalogue:repository:${name}`, { waitMs, signal }, async (lost) => {
        const config = (await this.enabled({ anew: true })).find((found) => found.name === name);
        if (!config) return;
        await this.indexer.refresh(config, {
          progress,
          show: () => this.follow(signal),
          signal: AbortSignal.any([signal, lost]),
        });
      });
  }

  /** One at a time on this node; the lock sees to the others. */
  private follow(signal: AbortSignal): Promise<void> {
    const next = this.following
      .catch(() => undefined)
      .then(async () => {
        const names = (await this.enabled()).map(({ name }) => name);
        await this.locks.hold('catalogue:shelves', { waitMs: VISIBILITY_WAIT_MS, signal }, (lost) =>
          this.visibility.follow(names, AbortSignal.any([signal, lost])),
        );
      });
    this.following = next;
    return next;
  }

  private async enabled(options?: ConfigsOptions): Promise<readonly RepositoryConfig[]> {
    const { configs } = await this.profiles.repositoryConfigs(options);
    return configs.filter(({ enabled }) => enabled);
  }
}

function isLocal({ type }: RepositoryConfig): boolean {
  return type === 'local';
}

/** A repository that another node is reading is in good hands. */
async function ifFree(reading: Promise<void>): Promise<void> {
  try {
    await reading;
  } catch (error) {
    if (!(error instanceof LockBusyError)) throw error;
  }
}

function throwFirst(done: readonly PromiseSettledResult<void>[]): void {
  const failed = done.find((reading) => reading.status === 'rejected');
  if (failed) throw failed.reason;
}
