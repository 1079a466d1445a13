import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ProtectedObjects } from '../../../platform/auth/protected-objects.js';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { DeviceFollowersService } from '#domains/devices/inventory/device-followers.service.js';
import { BackupLookupService } from './backup-lookup.service.js';
import { BackupSweepService } from '../store/backup-sweep.service.js';
import { DeviceGuardsService } from './device-guards.service.js';

const SWEEP_MS = 60_000;
const SEGMENTS_MS = 3_600_000;

/** Keeps the store whole, lets backups follow the groups of devices, and access to them be explained. */
@Injectable()
export class BackupTasksService implements OnApplicationBootstrap {
  // eslint-disable-next-line max-params -- what is registered here comes from this many
  constructor(
    private readonly tasks: BackgroundTasks,
    private readonly sweep: BackupSweepService,
    private readonly followers: DeviceFollowersService,
    private readonly guards: DeviceGuardsService,
    private readonly objects: ProtectedObjects,
    private readonly lookup: BackupLookupService,
  ) {}

  onApplicationBootstrap(): void {
    this.tasks.every('half stored backups', SWEEP_MS, (signal) =>
      this.sweep.finishVersions(signal),
    );
    this.tasks.every('left segments of backups', SEGMENTS_MS, (signal) =>
      this.sweep.removeLeftSegments(signal),
    );
    this.followers.register({ follow: (deviceId, gbac) => this.guards.follow(deviceId, gbac) });
    this.objects.register('backup', {
      application: 'ConfigurationManager',
      find: async (id) => {
        const found = await this.lookup.find(id);
        return found ? { gbac: found.gbac } : null;
      },
    });
  }
}
