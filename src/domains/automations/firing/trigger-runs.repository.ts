import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { type Page } from '../../../kernel/page.js';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';
import { type RunOutcome, type TriggerRun } from './trigger-run.js';
import { TRIGGER_RUN_MODEL } from './trigger-run.schema.js';

/** Which part of a trigger's runs a list shows, newest first. */
export interface TriggerRunList {
  readonly triggerId: string;
  readonly outcome: RunOutcome | undefined;
  readonly skip: number;
  readonly limit: number;
}

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

  async list({ triggerId, outcome, skip, limit }: TriggerRunList): Promise<Page<TriggerRun>> {
    const conditions = { triggerId, ...(outcome && { outcome }) };
    const [items, total] = await Promise.all([
      this.runs
        .find(conditions)
        .sort({ at: -1, _id: -1 })
        .skip(skip)
        .limit(limit)
        .hint('list')
        .lean<TriggerRun[]>(),
      this.runs.countDocuments(conditions).hint('list'),
    ]);
    return { items, total };
  }
}
