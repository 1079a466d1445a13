import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo, trusted } from 'mongoose';
import { Clock } from '../../../kernel/clock.js';
import { type GuardedRecord } from '../../../kernel/gbac.js';
import { ListTotals } from '../../../platform/database/list-totals.js';
import { type TextFilter } from '../../../platform/database/text-match.js';
import { BACKUP_MODEL } from './backup.schema.js';
import { type StoredBackup } from './stored-backup.js';

/** What the totals of these lists go by. */
export const BACKUPS_LIST = 'backups';
/** Being stored or deleted: nobody sees it. */
const VISIBLE = { hidden: trusted({ $ne: true }) };

/** The versions of a chain next to a time. */
export interface Neighbours {
  /** The last one of this time or before it. */
  readonly before: StoredBackup | null;
  readonly after: StoredBackup | null;
}

/** What a user may change of a version. */
export type BackupChange = Partial<
  Pick<StoredBackup, 'description' | 'notes' | 'gbac' | 'readers'>
>;

/** The versions, without their texts. Every change of what lists show is told to their totals. */
@Injectable()
export class BackupsRepository {
  constructor(
    @InjectModel(BACKUP_MODEL) private readonly backups: Model<StoredBackup>,
    private readonly totals: ListTotals,
    private readonly clock: Clock,
  ) {}

  /** A version that is whole. */
  async find(_id: string): Promise<StoredBackup | null> {
    return this.backups.findOne({ _id, ...VISIBLE }).lean<StoredBackup>();
  }

  /** Those of the ids that there are, in no order. */
  async findAll(ids: readonly string[]): Promise<readonly StoredBackup[]> {
    return this.backups.find({ _id: trusted({ $in: ids }), ...VISIBLE }).lean<StoredBackup[]>();
  }

  /** Those of a chain that are whole, at these places. */
  async atPlaces(chain: string, places: readonly number[]): Promise<readonly StoredBackup[]> {
    return this.backups
      .find({ chain, place: trusted({ $in: places }), ...VISIBLE })
      .hint('chain')
      .lean<StoredBackup[]>();
  }

  /** The versions of a chain next to a time; of versions of one time the one stored last. */
  async neighbours(chain: string, at: Date): Promise<Neighbours> {
    const newest = await this.nextTo(chain, {}, -1);
    // What a device gives now is later than all that is kept.
    if (newest === null || newest.date <= at) return { before: newest, after: null };
    const [before, after] = await Promise.all([
      this.nextTo(chain, { date: trusted({ $lte: at }) }, -1),
      this.nextTo(chain, { date: trusted({ $gt: at }) }, 1),
    ]);
    return { before, after };
  }

  /** The whole version that comes first among these, by date. */
  private async nextTo(
    chain: string,
    where: Readonly<Record<string, object>>,
    direction: 1 | -1,
  ): Promise<StoredBackup | null> {
    return this.backups
      .findOne({ chain, ...where, ...VISIBLE })
      .sort({ date: direction, place: direction })
      .hint('chain')
      .lean<StoredBackup>();
  }

  /** Versions of a chain that somebody stores or deletes just now. */
  async incompleteOf(chain: string): Promise<readonly StoredBackup[]> {
    return this.backups.find({ chain, hidden: true }).hint('chain').lean<StoredBackup[]>();
  }

  /** All whole versions of a chain, newest first. */
  async allOf(chain: string): Promise<readonly StoredBackup[]> {
    return this.backups
      .find({ chain, ...VISIBLE })
      .sort({ date: -1, place: -1 })
      .hint('chain')
      .lean<StoredBackup[]>();
  }

  /** The newest whole version of a chain beside some. */
  async newestBeside(chain: string, places: readonly number[]): Promise<StoredBackup | null> {
    return this.nextTo(chain, { place: trusted({ $nin: places }) }, -1);
  }

  /** What was half stored or half deleted before a time. */
  async findIncomplete(before: Date, limit: number): Promise<readonly StoredBackup[]> {
    return this.backups
      .find({ 'incomplete.since': trusted({ $lt: before }) })
      .hint('incomplete')
      .limit(limit)
      .lean<StoredBackup[]>();
  }

  /** Stores a version that nobody sees until `reveal`. */
  async reserve(backup: StoredBackup): Promise<void> {
    const since = this.clock.now();
    const incomplete = { since, doing: 'storing' };
    await this.backups.collection.insertOne({ ...backup, hidden: true, incomplete } as never);
  }

  /** Shows a version that is whole. */
  async reveal(_id: string): Promise<void> {
    await this.totals.whileChanging(BACKUPS_LIST, () =>
      this.backups
        .updateOne({ _id, 'incomplete.doing': 'storing' }, { $unset: { hidden: 1, incomplete: 1 } })
        .exec(),
    );
  }

  /** Removes a version that nobody sees. */
  async discard(_id: string): Promise<void> {
    await this.backups.deleteOne({ _id, hidden: true });
  }

  /** Hides versions that will be deleted. @returns how many were visible. */
  async conceal(ids: readonly string[]): Promise<number> {
    const since = this.clock.now();
    const { modifiedCount } = await this.totals.whileChanging(BACKUPS_LIST, () =>
      this.backups
        .updateMany(
          { _id: trusted({ $in: ids }), ...VISIBLE },
          { $set: { hidden: true, incomplete: { since, doing: 'deleting' } } },
        )
        .exec(),
    );
    return modifiedCount;
  }

  /**
   * Notes that a version was seen at a time, and by whom.
   * @returns false when it is gone.
   */
  async noteSeen(_id: string, at: Date, by: string | null): Promise<boolean> {
    const later = { $lt: ['$lastSeen', at] };
    const seen = {
      lastSeenBy: { $cond: [later, { $literal: by }, '$lastSeenBy'] },
      lastSeen: { $max: ['$lastSeen', at] },
      date: { $min: ['$date', at] },
    };
    const note = (those: TextFilter): Promise<mongo.UpdateResult> =>
      this.backups
        .updateOne({ _id, ...those, ...VISIBLE }, [{ $set: seen }], { updatePipeline: true })
        .exec();
    const { matchedCount } = await note({ date: trusted({ $lte: at }) });
    if (matchedCount === 1) return true;
    // Its date changes, and with that its place in lists.
    const moved = await this.totals.whileChanging(BACKUPS_LIST, () => note({}));
    return moved.matchedCount === 1;
  }

  /** @returns false when it no longer has this revision. */
  async change(_id: string, revision: number, change: BackupChange): Promise<boolean> {
    const { matchedCount } = await this.totals.whileChanging(BACKUPS_LIST, () =>
      this.backups
        .updateOne({ _id, revision, ...VISIBLE }, { $set: { ...change, revision: revision + 1 } })
        .exec(),
    );
    return matchedCount === 1;
  }

  /** The groups of all versions of a chain. */
  async guardAll(chain: string, guard: GuardedRecord): Promise<void> {
    await this.totals.whileChanging(BACKUPS_LIST, () =>
      this.backups.updateMany({ chain }, { $set: { ...guard }, $inc: { revision: 1 } }).exec(),
    );
  }
}
