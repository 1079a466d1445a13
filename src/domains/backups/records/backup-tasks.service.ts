import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { GuardedObjects } from '../../../platform/auth/guarded-objects.js';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { BackupLookupService } from './backup-lookup.service.js';
import { BackupSweepService } from '../store/backup-sweep.service.js';

const SWEEP_MS = 60_000;
const SEGMENTS_MS = 3_600_000;

/** Keeps the store of backups whole, and lets access to them be explained. */
@Injectable()
export class BackupTasksService implements OnApplicationBootstrap {
  constructor(
    private readonly tasks: BackgroundTasks,
    private readonly sweep: BackupSweepService,
    private readonly objects: GuardedObjects,
    private readonly lookup: BackupLookupService,
  ) {}

  onApplicationBootstrap(): void {
    this.tasks.every('half stored backups', SWEEP_MS, (signal) =>
      this.sweep.finishVersions(signal),
    );
    this.tasks.every('left segments of backups', SEGMENTS_MS, (signal) =>
      this.sweep.removeLeftSegments(signal),
    );
    this.objects.register('backup', {
      application: 'ConfigurationManager',
      find: async (id) => {
        const found = await this.lookup.find(id);
        return found ? { gbac: found.gbac } : null;
      },
    });
  }
}
