import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { type Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { type DueCondition } from '../../../platform/work/due-condition.js';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import { BackupRunStartsService } from './backup-run-starts.service.js';
import { type BackupSchedule } from './backup-schedule.js';
import { BackupSchedulesRepository } from './backup-schedules.repository.js';
import { nextOccurrence } from './recurrence.js';

const BATCH = 100;

/**
 * Begins the runs of schedules that have come round. The run of an occurrence has an id that follows from
 * it, so a node that takes over begins no second one. What was missed is made up by one run.
 */
@Injectable()
export class BackupSchedulesService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly schedules: BackupSchedulesRepository,
    private readonly runs: BackupRunStartsService,
    private readonly clock: Clock,
    private readonly log: AppLogger,
  ) {}

  dueCondition(): DueCondition {
    return this.schedules.dueCondition(this.clock);
  }

  /** Looks whether anything is due, and begins it unless another node is at it. */
  async run(stopping: AbortSignal): Promise<void> {
    const due = await this.schedules.findDue(this.clock.now(), 1);
    if (due.length === 0) return;
    await this.schedules.withFreeLock('schedules', async (lost) => {
      const signal = AbortSignal.any([stopping, lost]);
      for (const schedule of await this.schedules.findDue(this.clock.now(), BATCH)) {
        if (signal.aborted) return;
        await this.begin(schedule);
      }
    });
  }

  /** One schedule that fails keeps no other one waiting; it is tried again. */
  private async begin(schedule: BackupSchedule): Promise<void> {
    try {
      await this.beginRun(schedule);
    } catch (error) {
      this.log.error({ err: error, schedule: schedule._id }, 'a schedule could not be carried out');
    }
  }

  private async beginRun(schedule: BackupSchedule): Promise<void> {
    const { _id, dueAt, selection, description, last, recurrence, updated } = schedule;
    if (!dueAt) return;
    const next = nextOccurrence(recurrence, updated, this.clock.now());
    const id = runIdOf(_id, dueAt);
    const before = last?.runId ?? null;
    // Devices that are slower than their schedule must not be asked more and more often.
    if (before !== null && before !== id && (await this.runs.isRunning(before))) {
      await this.schedules.advance(schedule, next, { at: dueAt, runId: before, skipped: true });
      return;
    }
    const jitterSeconds = schedule.jitterSeconds ?? this.config.collecting.jitterSeconds;
    const origin = { id, scheduleId: _id, occurrence: dueAt, jitterMs: jitterSeconds * 1000 };
    await this.runs.startScheduled({ selection, description, notes: '' }, origin);
    await this.schedules.advance(schedule, next, { at: dueAt, runId: id, skipped: false });
  }
}

function runIdOf(scheduleId: string, occurrence: Date): string {
  const text = `${scheduleId} ${occurrence.toISOString()}`;
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}
