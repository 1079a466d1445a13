import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { Clock } from '../../../kernel/clock.js';
import { type Page } from '../../../kernel/page.js';
import { findPage, sortBy } from '../../../platform/database/lists/find-page.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';
import { type BackupRun } from './backup-run.js';
import { BACKUP_RUN_MODEL } from './backup-run.schema.js';

/** The runs of backups. */
@Injectable()
export class BackupRunsRepository {
  constructor(
    @InjectModel(BACKUP_RUN_MODEL) private readonly runs: Model<BackupRun>,
    private readonly clock: Clock,
  ) {}

  /** Stores a run whose devices are not written down yet. One of this id that is there already stays as it is. */
  async begin(given: Omit<BackupRun, 'total' | 'created' | 'finished'>): Promise<BackupRun> {
    const run: BackupRun = { ...given, total: null, created: this.clock.now(), finished: null };
    try {
      await this.runs.create(run);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    return run;
  }

  /** A part of the runs, by time. */
  async list({ filter, order, ...part }: StoredList): Promise<Page<BackupRun>> {
    const sort = sortBy(['created', '_id'], order);
    return findPage(this.runs, filter, part, { sort, hint: 'list' });
  }

  async find(_id: string): Promise<BackupRun | null> {
    return this.runs.findOne({ _id }).lean<BackupRun>();
  }

  /** Those that are not finished, so many at most. */
  async findOpen(limit: number): Promise<readonly BackupRun[]> {
    return this.runs.find({ finished: null }).hint('finished').limit(limit).lean<BackupRun[]>();
  }

  /** All devices of the run are written down. */
  async noteTotal(_id: string, total: number): Promise<void> {
    await this.runs.updateOne({ _id }, { $set: { total } });
  }

  /** Nothing of the run is left to be done. */
  async finish(_id: string): Promise<void> {
    const finished = this.clock.now();
    await this.runs.updateOne({ _id, finished: null }, { $set: { finished } });
  }
}
