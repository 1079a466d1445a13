import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../platform/config/config.module.js';
import { type Config } from '../../../platform/config/config.js';
import { waitAtMost } from '../../../platform/concurrency/wait-at-most.js';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import { CatalogueSyncService } from './catalogue-sync.service.js';
import { RepositoryRecordsService } from './repository-records.service.js';
import { type JoinOptions } from './running-readings.js';

/** When the catalogue is brought in step with its repositories beside the regular times. */
@Injectable()
export class CatalogueRefreshService {
  private readonly stopping = new AbortController();
  private latest: Promise<void> = Promise.resolve();
  private wake: () => void = () => undefined;

  constructor(
    private readonly sync: CatalogueSyncService,
    private readonly records: RepositoryRecordsService,
    private readonly log: AppLogger,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Time between two regular refreshes. */
  get intervalMs(): number {
    return this.config.catalogue.rescanSeconds * 1000;
  }

  /**
   * Reads what is due. Repositories of other hosts are read in the background, so that a slow one
   * keeps none of the others waiting.
   */
  async run(signal: AbortSignal): Promise<void> {
    await this.sync.look(AbortSignal.any([signal, this.stopping.signal]), (reading) => {
      void this.logged(reading);
    });
  }

  /**
   * Reads one repository now.
   * @throws AppError as `CatalogueSyncService.read` does
   */
  async read(name: string, options: JoinOptions): Promise<void> {
    await this.sync.read(name, options);
  }

  /**
   * Begins a refresh and waits for it, but no longer than `waitMs`; what is not done by then goes on
   * in the background. A failure is logged: it undoes nothing that the caller has done.
   */
  async begin(waitMs: number, anew?: string): Promise<void> {
    this.latest = this.logged(this.sync.refresh(this.stopping.signal, anew));
    await waitAtMost(waitMs, this.latest);
  }

  /**
   * As `begin`, for a repository that may answer otherwise from now on: another token, other keys. It is read
   * again even where a reading is under way, which may have begun before.
   */
  async beginAnew(name: string, waitMs: number): Promise<void> {
    await this.records.expedite(name);
    await this.begin(waitMs, name);
  }

  /** What runs the regular task at once; told by whoever runs it. */
  wakenBy(wake: () => void): void {
    this.wake = wake;
  }

  /** Lets the regular task run at once: something is due that was not. */
  hurry(): void {
    this.wake();
  }

  /** True when an enabled repository has never been read. */
  async isUnread(): Promise<boolean> {
    return (await this.sync.neverRead()).length > 0;
  }

  /** Ends what is under way and waits for it. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.sync.stop();
    await this.latest;
  }

  private async logged(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      if (this.stopping.signal.aborted) return;
      this.log.error({ err: error }, 'the catalogue could not be refreshed');
    }
  }
}
