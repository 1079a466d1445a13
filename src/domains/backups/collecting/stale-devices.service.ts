import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { type Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { EventPublisherService } from '../../../platform/events/event-publisher.service.js';
import { type Device } from '#domains/devices/inventory/device.js';
import { type DeviceSelection } from '#domains/devices/inventory/device-list.js';
import { DeviceStatesRepository } from '#domains/devices/inventory/device-states.repository.js';
import { type BackupSchedule } from './backup-schedule.js';
import { BackupSchedulesRepository } from './backup-schedules.repository.js';
import { publicName } from './device-backups.service.js';
import { periodMs } from './recurrence.js';

const HOUR_MS = 3_600_000;
const BATCH = 500;
const SCHEDULES_MAX = 1000;
const ALL: DeviceSelection = { all: true, names: [], groups: [], types: [] };

/** Finds devices that have had no backup for too long, and tells of each once. */
@Injectable()
export class StaleDevicesService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly schedules: BackupSchedulesRepository,
    private readonly states: DeviceStatesRepository,
    private readonly events: EventPublisherService,
    private readonly clock: Clock,
  ) {}

  /** Looks at all devices unless another node does. */
  async run(stopping: AbortSignal): Promise<void> {
    await this.schedules.withFreeLock('stale', async (lost) => {
      const signal = AbortSignal.any([stopping, lost]);
      const now = this.clock.now();
      const hours = this.config.collecting.staleHours;
      await this.look(ALL, new Date(now.getTime() - hours * HOUR_MS), signal);
      for (const schedule of await this.schedules.enabled(SCHEDULES_MAX)) {
        const before = overdueBefore(schedule, now);
        // A schedule that is young has not had its turn.
        if (before && schedule.updated < before)
          await this.look(schedule.selection, before, signal);
      }
    });
  }

  private async look(among: DeviceSelection, before: Date, signal: AbortSignal): Promise<void> {
    for (;;) {
      const found = await this.states.findStale(among, before, BATCH);
      if (found.length === 0) return;
      for (const device of found) {
        if (signal.aborted) return;
        await this.tell(device);
      }
    }
  }

  private async tell(device: Device): Promise<void> {
    if (!(await this.states.noteStale(device, this.clock.now()))) return;
    const lastBackup = device.lastBackup?.at.toISOString() ?? null;
    await this.events.publish('deviceBackupStale', {
      id: device._id,
      name: publicName(device),
      lastBackup,
    });
  }
}

/** Whoever has no backup since then has missed a turn, with an hour of grace. */
function overdueBefore({ recurrence, updated }: BackupSchedule, now: Date): Date | null {
  const period = periodMs(recurrence, updated, now);
  return period === null ? null : new Date(now.getTime() - period - HOUR_MS);
}
