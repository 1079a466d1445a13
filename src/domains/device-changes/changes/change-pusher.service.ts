import { Injectable } from '@nestjs/common';
import { DeviceRefusal } from '../../../connectors/devices/device-refusal.js';
import { type DeviceSession } from '../../../connectors/devices/device-session.js';
import { AppError } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { guarded } from '../../../kernel/gbac.js';
import { IdSource } from '../../../kernel/ids.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { type Device } from '#domains/devices/inventory/device.js';
import { auditedDeviceChange } from './audited-device-change.js';
import { PostChangeCheckService } from './post-change-check.service.js';
import { pointed, type ReadyPlan, type ShownPlan, textsOf } from './change-planner.service.js';
import { ChangeRecordsService } from './change-records.service.js';
import { refusedByDevice, wordsOf } from './refused-by-device.js';
import { type ChangeEnd, type StoredDeviceChange } from './stored-device-change.js';

/** What came of sending, before the device is looked at again. */
interface Sent {
  readonly end: Pick<ChangeEnd, 'outcome' | 'refusedLine' | 'isPartlyActive' | 'detail'>;
  /** What the caller is told in place of an answer. */
  readonly failure?: Error;
}

/** Sends a change that was planned, and keeps what became of it. */
@Injectable()
export class ChangePusherService {
  constructor(
    private readonly records: ChangeRecordsService,
    private readonly check: PostChangeCheckService,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends the lines within the session that planned them.
   * @returns the record of a change that the device took and saved.
   * @throws AppError `upstream-failed` (`device-refused-change`, `change-outcome-unknown`) naming the record.
   */
  async push(pushing: Pushing, by: PushedBy): Promise<StoredDeviceChange> {
    const { plan, device, session } = pushing;
    const change = await this.record(pushing, by);
    let failure: Error | undefined;
    const ended = await this.records.during(change, async () => {
      const sent = await this.send(plan, session, change._id);
      failure = sent.failure;
      // What was sent over it may be half a line: the next look has a session of its own.
      await session.close();
      return { ...sent.end, ...(await this.check.look(device, plan, change)) };
    });
    noteChange(auditedDeviceChange(ended));
    if (failure !== undefined) throw failure;
    return ended;
  }

  private async record(
    { device, plan, shown }: Pushing,
    { username, comment }: PushedBy,
  ): Promise<StoredDeviceChange> {
    const beforeBackupId = await this.check.keep(device, plan.now, username);
    const { diff, comparedBy, sent, warnings } = shown;
    const started = this.clock.now();
    return {
      ...guarded(device.gbac),
      _id: this.ids.next(),
      deviceId: device._id,
      name: device.name,
      type: plan.type,
      comment,
      restoredBackupId: plan.source.restoredBackupId,
      beforeBackupId,
      sent,
      diff,
      comparedBy,
      warnings,
      started,
      finished: null,
      leaseUntil: started,
      startedBy: username,
      outcome: 'running',
      refusedLine: null,
      isPartlyActive: false,
      detail: null,
      result: null,
      reverse: null,
      afterBackupId: null,
    };
  }

  private async send(plan: ReadyPlan, session: DeviceSession, changeId: string): Promise<Sent> {
    try {
      await session.change(textsOf(plan.wire), { mode: 'apply' });
      return { end: { outcome: 'done', refusedLine: null, isPartlyActive: false, detail: null } };
    } catch (error) {
      if (error instanceof DeviceRefusal) return this.refused(error, plan, changeId);
      return unfinished(error, plan, changeId);
    }
  }

  private async refused(refusal: DeviceRefusal, plan: ReadyPlan, changeId: string): Promise<Sent> {
    const { line = null, isPartlyActive } = refusal;
    const detail = await wordsOf(refusal, plan.mask);
    return {
      end: { outcome: 'refused', refusedLine: line, isPartlyActive, detail },
      failure: await refusedByDevice(refusal, { ...plan, changeId }),
    };
  }
}

/** A plan with the device and the session that it was made in. */
export interface Pushing {
  readonly plan: ReadyPlan;
  readonly shown: ShownPlan;
  readonly device: Device;
  readonly session: DeviceSession;
}

/** Who pushes, and what they say of it. */
export interface PushedBy {
  readonly username: string;
  readonly comment: string;
}

function unfinished(error: unknown, { wire, source }: ReadyPlan, changeId: string): Sent {
  if (error instanceof AppError && error.kind === 'invalid-input') {
    const { detail } = error;
    const end = { outcome: 'refused', refusedLine: null, isPartlyActive: false, detail } as const;
    return { end, failure: pointed(error, wire, source) };
  }
  const why = error instanceof AppError ? error.detail : 'The session ended';
  const detail = `${why}; what became of the change is not known`;
  const kind =
    error instanceof AppError && error.kind === 'upstream-timeout' ? error.kind : undefined;
  return {
    end: { outcome: 'interrupted', refusedLine: null, isPartlyActive: true, detail },
    failure: new AppError(kind ?? 'upstream-failed', detail, {
      code: 'change-outcome-unknown',
      current: { changeId },
      cause: error,
    }),
  };
}
