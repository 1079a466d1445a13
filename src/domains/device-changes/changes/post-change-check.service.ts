import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { DeviceBackupIntakeService } from '#domains/backups/records/device-backup-intake.service.js';
import { unifiedDiff } from '../../../cores/differences/unified-diff.js';
import { type Device } from '#domains/devices/inventory/device.js';
import { DeviceSessionsService } from '#domains/devices/inventory/device-sessions.service.js';
import { bounded } from './bounded-text.js';
import { type ReadyPlan } from './change-planner.service.js';
import { linesToRestore } from './change-plan.js';
import { type ChangeEnd, type StoredDeviceChange } from './stored-device-change.js';

const LABELS = { before: 'before', after: 'after' };
const PROVIDER = 'collector';

/** What is found when a device is looked at after a change. */
export type PostChangeResult = Pick<ChangeEnd, 'result' | 'reverse' | 'afterBackupId'>;

/** Looks at a device before and after a change, and keeps what it finds. */
@Injectable()
export class PostChangeCheckService {
  constructor(
    private readonly sessions: DeviceSessionsService,
    private readonly intake: DeviceBackupIntakeService,
  ) {}

  /** Keeps a configuration that was read just now. @returns the id of the backup. */
  async keep(device: Device, rawConfig: string, by: string): Promise<string> {
    const read = { rawConfig, provider: PROVIDER, by };
    return (await this.intake.take(device, read)).backupId;
  }

  /** What the configuration is by now. A device that does not answer leaves that open. */
  async look(
    device: Device,
    { now, type, mask }: ReadyPlan,
    { startedBy }: StoredDeviceChange,
  ): Promise<PostChangeResult> {
    try {
      const after = await this.sessions.within(device, (session) => session.readConfiguration());
      const afterBackupId = await this.keep(device, after, startedBy);
      const [before, present] = [await mask.text(now), await mask.text(after)];
      const back = linesToRestore(type, { from: after, to: now });
      return {
        result: bounded(unifiedDiff(before, present, { labels: LABELS })),
        reverse: back.kind === 'lines' ? await mask.lines(back.lines) : null,
        afterBackupId,
      };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { result: null, reverse: null, afterBackupId: null };
    }
  }
}
