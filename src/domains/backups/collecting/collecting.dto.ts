import { ListOf, Nested } from '../../../api/fields/structures.js';
import { Flag, Instant, ListLimit, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { ITEM_STATES, type ItemState } from './backup-run.js';

const NAMES = { maxItems: 10_000, itemMax: 512, optional: true } as const;
const LABELS = { maxItems: 100, itemMax: 128, optional: true } as const;

/** Devices, by anything that fits. */
export class DevicesWanted {
  @ListOf('text', { ...NAMES, note: 'Names of devices' })
  readonly devices?: string[];

  @ListOf('text', { ...LABELS, note: 'All devices of these groups' })
  readonly groups?: string[];

  @ListOf('text', { ...LABELS, note: 'All devices of these types' })
  readonly types?: string[];

  @Flag({ optional: true, note: 'All devices' })
  readonly all?: boolean;
}

/** What goes with backups that are taken. */
class TakeBackupsOptions {
  @Text({ max: 4096, optional: true })
  readonly description?: string;

  @Text({ max: 16_384, optional: true })
  readonly notes?: string;
}

/** Devices to take backups of. */
export class TakeBackupsRequest extends DevicesWanted {
  @Text({ min: 1, max: 512, optional: true, note: 'One device, in the place of all others' })
  readonly name?: string;

  @Nested(() => TakeBackupsOptions, { optional: true, note: 'Go with every version that is new' })
  readonly options?: TakeBackupsOptions;
}

/** What became of one device. */
export class RunItemShown {
  @Text({ note: 'Its name' })
  readonly device!: string;

  @OneOf(ITEM_STATES)
  readonly status!: ItemState;

  @OneOf(['new', 'unchanged'], {
    nullable: true,
    note: 'unchanged: the version that is kept was seen again',
  })
  readonly outcome!: 'new' | 'unchanged' | null;

  @Text({ nullable: true })
  readonly backupId!: string | null;

  @Text({ nullable: true, example: 'device-unreachable', note: 'Why the last attempt failed' })
  readonly code!: string | null;

  @Text({ nullable: true, note: 'The same in words' })
  readonly error!: string | null;

  @Whole({ min: 0 })
  readonly attempts!: number;

  @Instant({ nullable: true, note: 'When the last attempt began' })
  readonly started!: string | null;

  @Instant({ nullable: true })
  readonly finished!: string | null;
}

/** How many devices are in which state. */
class RunCountsShown {
  @Whole({ min: 0 })
  readonly waiting!: number;

  @Whole({ min: 0 })
  readonly working!: number;

  @Whole({ min: 0 })
  readonly succeeded!: number;

  @Whole({ min: 0 })
  readonly failed!: number;

  @Whole({ min: 0 })
  readonly new!: number;

  @Whole({ min: 0 })
  readonly unchanged!: number;
}

/** A run of backups. Counts hold the devices that the caller may see. */
export class BackupRunShown {
  @Text()
  readonly _id!: string;

  @OneOf(['running', 'complete'])
  readonly status!: 'running' | 'complete';

  @Text({ nullable: true, note: 'Id of the schedule that came round' })
  readonly schedule!: string | null;

  @Text({ nullable: true, note: 'Name of the account that asked' })
  readonly by!: string | null;

  @Text()
  readonly description!: string;

  @Text()
  readonly notes!: string;

  @Instant()
  readonly created!: string;

  @Instant({ nullable: true })
  readonly finished!: string | null;

  @Nested(() => RunCountsShown)
  readonly counts!: RunCountsShown;
}

/** A run with a part of its devices, by name. */
export class BackupRunAnswer extends BackupRunShown {
  @Whole({ min: 0, note: 'Devices that the caller may see and that `status` asks for' })
  readonly total!: number;

  @ListOf(() => RunItemShown, { note: 'The first 100 of them, or what `skip` and `limit` ask for' })
  readonly devices!: readonly RunItemShown[];
}

/** A run that was asked for, also in the members that existing clients read. */
export class TakenBackupsAnswer extends BackupRunAnswer {
  @Text({ note: 'Id of the backup of the one device that was meant; else of the run' })
  readonly id!: string;

  @Text({ note: 'What became of it, in words' })
  readonly message!: string;
}

/** Options of `GET /configuration_manager/backup-runs/:id`. */
export class GetBackupRunQuery {
  @OneOf(ITEM_STATES, { optional: true, note: 'Only devices in this state' })
  readonly status?: ItemState;

  @Whole({ min: 0, optional: true, note: 'How many items the page leaves out before its first' })
  readonly skip?: number;

  @ListLimit({ min: 1, optional: true, note: '100 when absent' })
  readonly limit?: number;
}

/** A part of the runs, the latest first. */
export class ListBackupRunsAnswer {
  @Whole({ min: 0 })
  readonly total!: number;

  @ListOf(() => BackupRunShown)
  readonly list!: readonly BackupRunShown[];
}
