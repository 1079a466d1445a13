import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../platform/config/config.module.js';
import { type Config } from '../../platform/config/config.js';
import { AppLogger } from '../../platform/logging/app-logger.js';
import { CatalogueKeeperService } from './catalogue-index/catalogue-keeper.service.js';

/** When the catalogue is brought in step with its repositories beside the regular times. */
@Injectable()
export class CatalogueRefreshService {
  private readonly stopping = new AbortController();
  private latest: Promise<void> = Promise.resolve();

  constructor(
    private readonly keeper: CatalogueKeeperService,
    private readonly log: AppLogger,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Time between two regular refreshes. */
  get intervalMs(): number {
    return this.config.catalogue.rescanSeconds * 1000;
  }

  /** One refresh, to its end. */
  async run(signal: AbortSignal): Promise<void> {
    await this.keeper.refresh(AbortSignal.any([signal, this.stopping.signal]));
  }

  /**
   * Begins a refresh and waits for it, but no longer than `waitMs`; what is not done by then goes on
   * in the background. A failure is logged: it undoes nothing that the caller has done.
   */
  async begin(waitMs: number): Promise<void> {
    this.latest = this.keeper.refresh(this.stopping.signal).catch((error: unknown) => {
      if (this.stopping.signal.aborted) return;
      this.log.error({ err: error }, 'the catalogue could not be refreshed');
    });
    await within(waitMs, this.latest);
  }

  /** True when an enabled repository has never been read. */
  async isUnread(): Promise<boolean> {
    return (await this.keeper.neverRead()).length > 0;
  }

  /** Ends what is under way and waits for it. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.latest;
  }
}

async function within(waitMs: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, waitMs);
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}
