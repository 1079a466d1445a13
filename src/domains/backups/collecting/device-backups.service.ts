import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { EVERYONE } from '../../../kernel/gbac.js';
import { EventPublisherService } from '../../../platform/events/event-publisher.service.js';
import { type IntakeOutcome, BackupIntakeService } from '../store/backup-intake.service.js';
import { type Device } from '#domains/devices/inventory/device.js';
import { DeviceSessionsService } from '#domains/devices/inventory/device-sessions.service.js';
import { DeviceStatesRepository } from '#domains/devices/inventory/device-states.repository.js';
import { AdapterReadingService, type ReadConfiguration } from './adapter-reading.service.js';

/** In whose name a configuration is taken, and what goes with it. */
export interface BackupOrder {
  readonly by: string | null;
  readonly description: string;
  readonly notes: string;
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
}

const COLLECTOR = 'collector';

/** Takes the configuration of one device and hands it in. */
@Injectable()
export class DeviceBackupsService {
  // eslint-disable-next-line max-params -- two ways to read, one to keep; states, time, events
  constructor(
    private readonly sessions: DeviceSessionsService,
    private readonly adapters: AdapterReadingService,
    private readonly intake: BackupIntakeService,
    private readonly states: DeviceStatesRepository,
    private readonly clock: Clock,
    private readonly events: EventPublisherService,
  ) {}

  /**
   * Reads the configuration over SSH, or through the adapter that knows the device, and keeps it.
   * @throws AppError as `DeviceSessionsService.within`, `AdapterCallerService.call` and `BackupIntakeService.take` do.
   */
  async take(device: Device, order: BackupOrder): Promise<IntakeOutcome> {
    const { provider, ...read } = await this.read(device, order);
    const takenAt = this.clock.now();
    const { _id, name, type, gbac } = device;
    const { by, description, notes } = order;
    const taken = await this.intake.take({
      deviceId: _id,
      name,
      type,
      provider,
      gbac,
      takenAt,
      by,
      ...read,
      ...(description !== '' && { description }),
      ...(notes !== '' && { notes }),
    });
    const { outcome, backupId, previousId } = taken;
    await this.states.noteBackup(_id, { id: backupId, at: takenAt, outcome });
    if (outcome === 'new' && previousId !== null)
      await this.events.publish('deviceConfigurationChanged', {
        id: _id,
        name: toldName(device),
        backup: backupId,
        previous: previousId,
      });
    return taken;
  }

  /** Reads the configuration, and keeps nothing. @throws AppError as `take` does. */
  async read(
    device: Device,
    { signal, deadlineMs }: Pick<BackupOrder, 'signal' | 'deadlineMs'>,
  ): Promise<ReadConfiguration & { readonly provider: string }> {
    const { adapter } = device;
    if (adapter) {
      const read = await this.sessions.noting(device, () =>
        this.adapters.read(adapter, { signal, deadlineMs }),
      );
      return { ...read, provider: adapter.name };
    }
    const bounds = {
      signal,
      deadlineMs: Math.min(deadlineMs, device.timeouts.sessionMs ?? deadlineMs),
    };
    const rawConfig = await this.sessions.within(
      device,
      (session) => session.readConfiguration(),
      bounds,
    );
    return { rawConfig, provider: COLLECTOR };
  }
}

/** What events call a device: nothing where not everybody may see it. */
export function toldName({ name, readers }: Pick<Device, 'name' | 'readers'>): string | null {
  return readers.includes(EVERYONE) ? name : null;
}
