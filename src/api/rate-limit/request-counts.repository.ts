import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { WINDOW_MS } from './rate-window.js';
import { REQUEST_COUNT, type RequestCount } from './request-count.schema.js';
import { type UnsentCount } from './request-counts.js';

/** The counts that all nodes share. */
@Injectable()
export class RequestCountsRepository {
  constructor(@InjectModel(REQUEST_COUNT) private readonly model: Model<RequestCount>) {}

  /** Adds to the counts of a minute, and drops the minutes that are over, in one bulk write. */
  async add(window: number, counts: readonly UnsentCount[], now: Date): Promise<void> {
    // Two minutes of grace for nodes whose clocks are behind.
    const expiresAt = new Date((window + 3) * WINDOW_MS);
    const additions = counts.map(({ caller, requests }) => ({
      updateOne: {
        filter: { _id: idOf(window, caller) },
        update: { $inc: { requests }, $setOnInsert: { expiresAt } },
        upsert: true,
      },
    }));
    const sweep = { deleteMany: { filter: { expiresAt: trusted({ $lt: now }) } } };
    await this.model.bulkWrite([...additions, sweep], { ordered: false });
  }

  /** The totals of these callers over all nodes. */
  async totals(window: number, callers: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const callerOf = new Map(callers.map((caller) => [idOf(window, caller), caller]));
    const rows = await this.model
      .find({ _id: trusted({ $in: [...callerOf.keys()] }) }, { requests: 1 })
      .lean<Pick<RequestCount, '_id' | 'requests'>[]>()
      .exec();
    return new Map(rows.map(({ _id, requests }) => [callerOf.get(_id) ?? _id, requests]));
  }
}

function idOf(window: number, caller: string): string {
  return `${window}|${caller}`;
}
