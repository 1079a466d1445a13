import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundTasks } from '../../platform/scheduling/background-tasks.js';
import { PackageChangesService } from './changes/package-changes.service.js';

const RECOVERY_MS = 60_000;

/** What has to be done for packages when nobody calls. */
@Injectable()
export class ArtifactsTasks implements OnApplicationBootstrap {
  constructor(
    private readonly tasks: BackgroundTasks,
    private readonly changes: PackageChangesService,
  ) {}

  onApplicationBootstrap(): void {
    this.tasks.every('end interrupted package operations', RECOVERY_MS, async () => {
      await this.changes.recover();
    });
  }
}
