import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { type Device } from '#domains/devices/inventory/device.js';
import { DeviceStatesRepository } from '#domains/devices/inventory/device-states.repository.js';
import {
  BackupIntakeService,
  type IntakeOutcome,
  type TakenBackup,
} from '../store/backup-intake.service.js';

/** What was read, by what way and in whose name. */
type ReadBackup = Omit<TakenBackup, 'deviceId' | 'name' | 'type' | 'gbac' | 'takenAt'>;

/** Stores a configuration that a device gave just now, and notes it in the record of the device. */
@Injectable()
export class DeviceBackupIntakeService {
  constructor(
    private readonly intake: BackupIntakeService,
    private readonly states: DeviceStatesRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError as `BackupIntakeService.take` does. */
  async take({ _id, name, type, gbac }: Device, read: ReadBackup): Promise<IntakeOutcome> {
    const takenAt = this.clock.now();
    const taken = await this.intake.take({ ...read, deviceId: _id, name, type, gbac, takenAt });
    const { outcome, backupId: id } = taken;
    await this.states.noteBackup(_id, { id, at: takenAt, outcome });
    return taken;
  }
}
