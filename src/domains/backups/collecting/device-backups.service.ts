import { Injectable } from '@nestjs/common';
import { EVERYONE } from '../../../kernel/gbac.js';
import { EventPublisherService } from '../../../platform/events/event-publisher.service.js';
import { DeviceBackupIntakeService } from '../records/device-backup-intake.service.js';
import { type IntakeOutcome } from '../store/backup-intake.service.js';
import { type Device } from '#domains/devices/inventory/device.js';
import { DeviceSessionsService } from '#domains/devices/inventory/device-sessions.service.js';
import { AdapterReadingService, type ReadConfiguration } from './adapter-reading.service.js';

/** In whose name a configuration is taken, and what goes with it. */
export interface BackupOrder {
  readonly by: string | null;
  readonly description: string;
  readonly notes: string;
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
  /** Is told when the configuration is read, and only has to be kept. */
  readonly onRead?: (() => void) | undefined;
}

const COLLECTOR = 'collector';

/** Takes the configuration of one device and hands it in. */
@Injectable()
export class DeviceBackupsService {
  constructor(
    private readonly sessions: DeviceSessionsService,
    private readonly adapters: AdapterReadingService,
    private readonly intake: DeviceBackupIntakeService,
    private readonly events: EventPublisherService,
  ) {}

  /**
   * Reads the configuration over SSH, or through the adapter that knows the device, and keeps it.
   * @throws AppError as `DeviceSessionsService.within`, `AdapterCallerService.call` and `BackupIntakeService.take` do.
   */
  async take(device: Device, order: BackupOrder): Promise<IntakeOutcome> {
    const read = await this.read(device, order);
    order.onRead?.();
    const { by, description, notes } = order;
    const taken = await this.intake.take(device, {
      by,
      ...read,
      ...(description !== '' && { description }),
      ...(notes !== '' && { notes }),
    });
    const { outcome, backupId, previousId } = taken;
    if (outcome === 'new' && previousId !== null)
      await this.events.publish('deviceConfigurationChanged', {
        id: device._id,
        name: publicName(device),
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
export function publicName({ name, readers }: Pick<Device, 'name' | 'readers'>): string | null {
  return readers.includes(EVERYONE) ? name : null;
}
