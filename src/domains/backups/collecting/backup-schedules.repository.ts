import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { type Clock } from '../../../kernel/clock.js';
import { type DueCondition } from '../../../platform/work/due-condition.js';
import { conflict } from '../../../kernel/app-error.js';
import { type Page } from '../../../kernel/page.js';
import { findPage } from '../../../platform/database/lists/find-page.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { NamedLocks } from '../../../platform/database/named-locks.js';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';
import { type BackupSchedule, type LastOccurrence } from './backup-schedule.js';
import { BACKUP_SCHEDULE_MODEL } from './backup-schedule.schema.js';

/** What a change writes. */
export type ScheduleChange = Omit<
  BackupSchedule,
  '_id' | 'revision' | 'created' | 'createdBy' | 'last'
>;

/** The schedules of backups. */
@Injectable()
export class BackupSchedulesRepository {
  constructor(
    @InjectModel(BACKUP_SCHEDULE_MODEL) private readonly schedules: Model<BackupSchedule>,
    private readonly locks: NamedLocks,
  ) {}

  /** Runs the work unless another node does work of this name. */
  async withFreeLock(name: string, work: (lost: AbortSignal) => Promise<void>): Promise<void> {
    await this.locks.ifFree(`backups:${name}`, work);
  }

  async list({ filter, order, ...part }: StoredList): Promise<Page<BackupSchedule>> {
    return findPage(this.schedules, filter, part, { sort: { nameFolded: order }, hint: 'name' });
  }

  async enabled(most: number): Promise<readonly BackupSchedule[]> {
    return this.schedules
      .find({ dueAt: trusted({ $ne: null }) })
      .sort({ dueAt: 1 })
      .limit(most)
      .lean<BackupSchedule[]>();
  }

  async find(_id: string): Promise<BackupSchedule | null> {
    return this.schedules.findOne({ _id }).lean<BackupSchedule>();
  }

  async count(): Promise<number> {
    return this.schedules.countDocuments({}).hint('name');
  }

  /** @throws AppError `conflict` when the name is taken. */
  async insert(schedule: BackupSchedule): Promise<void> {
    await orNameTaken(schedule.name, () => this.schedules.create(schedule));
  }

  /** @returns false when it no longer has this revision. @throws AppError `conflict`. */
  async replace(_id: string, revision: number, change: ScheduleChange): Promise<boolean> {
    const { matchedCount } = await orNameTaken(change.name, () =>
      this.schedules
        .updateOne({ _id, revision }, { $set: { ...change, revision: revision + 1 } })
        .exec(),
    );
    return matchedCount === 1;
  }

  /** @returns false when it no longer has this revision. */
  async remove(_id: string, revision: number): Promise<boolean> {
    const { deletedCount } = await this.schedules.deleteOne({ _id, revision });
    return deletedCount === 1;
  }

  /** One has come round. */
  dueCondition(clock: Clock): DueCondition {
    return { collection: this.schedules.collection.name, filter: () => dueBy(clock.now()) };
  }

  /** Those that have come round, the longest overdue first. */
  async findDue(now: Date, most: number): Promise<readonly BackupSchedule[]> {
    return this.schedules.find(dueBy(now)).sort({ dueAt: 1 }).limit(most).lean<BackupSchedule[]>();
  }

  /** Notes what came of an occurrence, unless the schedule was written meanwhile. */
  async advance(
    { _id, dueAt, revision }: BackupSchedule,
    next: Date | null,
    last: LastOccurrence,
  ): Promise<void> {
    await this.schedules.updateOne({ _id, dueAt, revision }, { $set: { dueAt: next, last } });
  }
}

function dueBy(now: Date): { readonly dueAt: { readonly $lte: Date } } {
  return { dueAt: trusted({ $lte: now }) };
}

async function orNameTaken<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw conflict(`Backup schedule '${name}' already exists`, 'name-taken');
  }
}
