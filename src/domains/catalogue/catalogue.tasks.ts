import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { BackgroundTasks } from '../../platform/scheduling/background-tasks.js';
import { ContentSweeperService } from './index/content-sweeper.service.js';
import { CatalogueRefreshService } from './refreshing/catalogue-refresh.service.js';

const SWEEP_MS = 60 * 60_000;

/** What has to be done for the catalogue when nobody calls. */
@Injectable()
export class CatalogueTasks implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly tasks: BackgroundTasks,
    private readonly refresh: CatalogueRefreshService,
    private readonly sweeper: ContentSweeperService,
  ) {}

  onApplicationBootstrap(): void {
    const hurry = this.tasks.every('refresh the catalogue', this.refresh.intervalMs, (signal) =>
      this.refresh.run(signal),
    );
    this.refresh.wakenBy(hurry);
    this.tasks.every('sweep the catalogue', SWEEP_MS, () => this.sweeper.sweep());
  }

  /** The database is still there; what was begun without anyone waiting for it ends here. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.refresh.stop();
  }
}
