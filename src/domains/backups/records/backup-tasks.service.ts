import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ProtectedObjects } from '../../../platform/auth/protected-objects.js';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { DeviceFollowers } from '#domains/devices/inventory/device-followers.service.js';
import { BackupLookup } from './backup-lookup.service.js';
import { BackupSweep } from '../store/backup-sweep.service.js';
import { DeviceGuards } from './device-guards.service.js';

const SWEEP_MS = 60_000;
const SEGMENTS_MS = 3_600_000;

/** Keeps the store whole, lets backups follow the groups of devices, and access to them be explained. */
@Injectable()
export class BackupTasks implements OnApplicationBootstrap {
  // eslint-disable-next-line max-params -- what is registered here comes from this many
  constructor(
    private readonly tasks: BackgroundTasks,
    private readonly sweep: BackupSweep,
    private readonly followers: DeviceFollowers,
    private readonly guards: DeviceGuards,
    private readonly objects: ProtectedObjects,
    private readonly lookup: BackupLookup,
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
