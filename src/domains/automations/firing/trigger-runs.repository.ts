import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { type Page } from '../../../kernel/page.js';
import { findPage, sortBy } from '../../../platform/database/lists/find-page.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';
import { allOf } from '../../../platform/database/text-match.js';
import { type TriggerRun } from './trigger-run.js';
import { TRIGGER_RUN_MODEL } from './trigger-run.schema.js';

/** What came of the occurrences of triggers. */
@Injectable()
export class TriggerRunsRepository {
  constructor(@InjectModel(TRIGGER_RUN_MODEL) private readonly runs: Model<TriggerRun>) {}

  /** Notes a run, once: what has started stays so, whatever a repeat of it comes to. */
  async note(run: TriggerRun): Promise<void> {
    const { _id, ...noted } = run;
    try {
      await this.runs.updateOne(
        { _id, outcome: trusted({ $ne: 'started' }) },
        { $set: noted },
        { upsert: true },
      );
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** A part of the runs of a trigger, by time. */
  async list(triggerId: string, { filter, order, ...part }: StoredList): Promise<Page<TriggerRun>> {
    const sort = sortBy(['at', '_id'], order);
    return findPage(this.runs, allOf([{ triggerId }, filter]), part, { sort, hint: 'list' });
  }
}
