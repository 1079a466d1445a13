import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { BackgroundTasks } from '../../platform/scheduling/background-tasks.js';
import { CatalogueRefreshService } from './catalogue-refresh.service.js';
import { ContentSweeperService } from './catalogue-index/content-sweeper.service.js';
import { PackageChanges } from './changes/package-changes.service.js';

const RECOVERY_MS = 60_000;
const SWEEP_MS = 60 * 60_000;

/** What has to be done for catalogue and packages when nobody calls. */
@Injectable()
export class ArtifactsTasks implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly tasks: BackgroundTasks,
    private readonly refresh: CatalogueRefreshService,
    private readonly changes: PackageChanges,
    private readonly sweeper: ContentSweeperService,
  ) {}

  onApplicationBootstrap(): void {
    const hurry = this.tasks.every('refresh the catalogue', this.refresh.intervalMs, (signal) =>
      this.refresh.run(signal),
    );
    this.refresh.wakenBy(hurry);
    this.tasks.every('end interrupted package operations', RECOVERY_MS, async () => {
      await this.changes.recover();
    });
    this.tasks.every('sweep the catalogue', SWEEP_MS, () => this.sweeper.sweep());
  }

  /** The database is still there; what was begun without anyone waiting for it ends here. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.refresh.stop();
  }
}
