import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { BackupSchedulesService } from './backup-schedules.service.js';
import { BackupWorkerService } from './backup-worker.service.js';
import { StaleDevicesService } from './stale-devices.service.js';

/** How soon a node takes part in a run of another one. */
const COLLECT_MS = 2000;
const SCHEDULES_MS = 2000;
const STALE_MS = 60_000;

/** Keeps taking backups that are due, and looking for devices that have none. */
@Injectable()
export class CollectingTasks implements OnApplicationBootstrap {
  constructor(
    private readonly tasks: BackgroundTasks,
    private readonly worker: BackupWorkerService,
    private readonly schedules: BackupSchedulesService,
    private readonly stale: StaleDevicesService,
  ) {}

  onApplicationBootstrap(): void {
    this.tasks.every('take backups of devices', COLLECT_MS, () => this.worker.fill(), {
      due: this.worker.dueCondition(),
    });
    this.tasks.every('schedules of backups', SCHEDULES_MS, (signal) => this.schedules.run(signal), {
      due: this.schedules.dueCondition(),
    });
    this.tasks.every('look for stale devices', STALE_MS, (signal) => this.stale.run(signal));
  }
}
