import { ListOf, Nested } from '../../../api/fields/structures.js';
import { Flag, Instant, Text, Whole } from '../../../api/fields/values.js';
import { StampedAnswer } from '../../../api/answers/stamped.dto.js';
import { DevicesWanted } from './collecting.dto.js';

/** A schedule of backups: when, and of which devices. */
export class BackupScheduleRequest extends DevicesWanted {
  @Text({ min: 1, max: 128, pattern: /\S/ })
  readonly name!: string;

  @Text({ max: 1024, optional: true })
  readonly description?: string;

  @Flag({ optional: true, note: 'True when absent' })
  readonly enabled?: boolean;

  @Text({
    min: 1,
    max: 256,
    optional: true,
    note: 'Five fields, or six with seconds in front; either this or everyMinutes',
    example: '0 2 * * *',
  })
  readonly cron?: string;

  @Text({ max: 64, optional: true, note: 'UTC when absent', example: 'Europe/Berlin' })
  readonly timeZone?: string;

  @Whole({ min: 1, max: 525_600, optional: true })
  readonly everyMinutes?: number;

  @Whole({
    min: 0,
    max: 86_400,
    optional: true,
    nullable: true,
    note: 'Its backups are spread over this time; DEVICE_BACKUP_JITTER_SECONDS when absent',
  })
  readonly jitterSeconds?: number | null;
}

/** What came of the last time at which a schedule came round. */
class LastOccurrenceShown {
  @Instant()
  readonly at!: string;

  @Text({ note: '_id of the run' })
  readonly run!: string;

  @Flag({ note: 'No run began, because the one before went on' })
  readonly skipped!: boolean;
}

/** A schedule of backups that is new. */
export class NewBackupScheduleShown extends StampedAnswer {
  @Text()
  readonly _id!: string;

  @Text()
  readonly name!: string;

  @Text()
  readonly description!: string;

  @Flag()
  readonly enabled!: boolean;

  @Text({ nullable: true })
  readonly cron!: string | null;

  @Text({ nullable: true })
  readonly timeZone!: string | null;

  @Whole({ nullable: true })
  readonly everyMinutes!: number | null;

  @ListOf('text')
  readonly devices!: readonly string[];

  @ListOf('text')
  readonly groups!: readonly string[];

  @ListOf('text')
  readonly types!: readonly string[];

  @Flag()
  readonly all!: boolean;

  @Whole({ nullable: true })
  readonly jitterSeconds!: number | null;

  @Instant({ nullable: true, note: 'null where it is not enabled' })
  readonly nextRun!: string | null;
}

/** A schedule of backups. */
export class BackupScheduleShown extends NewBackupScheduleShown {
  @Nested(() => LastOccurrenceShown, { nullable: true })
  readonly lastRun!: LastOccurrenceShown | null;
}

/** A part of the schedules, by name. */
export class ListBackupSchedulesAnswer {
  @Whole({ min: 0 })
  readonly total!: number;

  @ListOf(() => BackupScheduleShown)
  readonly list!: readonly BackupScheduleShown[];
}
