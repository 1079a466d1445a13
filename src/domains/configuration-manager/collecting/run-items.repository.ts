import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, mongo, trusted } from 'mongoose';
import { type Page, type PageRequest } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { readableBy } from '../../../platform/database/gbac-filter.js';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';
import {
  ITEM_STATES,
  type ItemFinding,
  type ItemState,
  type RunCounts,
  type RunItem,
} from './backup-run.js';
import { RUN_ITEM_MODEL } from './backup-run.schema.js';

/** An attempt at an item: whoever holds it may write what came of it. */
export interface Attempt {
  readonly holder: string;
  readonly now: Date;
  /** Until then nobody else takes it. */
  readonly until: Date;
}

/** Which part of the items of a run. */
export interface RunItemList extends PageRequest {
  readonly state?: ItemState | undefined;
}

/** The devices of runs, and what becomes of each. Every write is one document's. */
@Injectable()
export class RunItemsRepository {
  constructor(@InjectModel(RUN_ITEM_MODEL) private readonly items: Model<RunItem>) {}

  /** Those that are there already stay as they are. */
  async insertMany(items: readonly RunItem[]): Promise<void> {
    if (items.length === 0) return;
    try {
      await this.items.collection.insertMany(items as never[], { ordered: false });
    } catch (error) {
      if (!(error instanceof mongo.MongoBulkWriteError) || !isDuplicateKey(error)) throw error;
    }
  }

  /** Takes the next item that is due, also one whose node no longer says that it lives. */
  async claim({ holder, now, until }: Attempt): Promise<RunItem | null> {
    return this.items
      .findOneAndUpdate(
        { due: trusted({ $lte: now }) },
        { $set: { state: 'working', holder, due: until, started: now }, $inc: { attempts: 1 } },
        { sort: { priority: 1, due: 1, _id: 1 }, hint: 'due', returnDocument: 'after' },
      )
      .lean<RunItem>();
  }

  /** @returns false when somebody else has taken it. */
  async renew(_id: string, { holder, until }: Attempt): Promise<boolean> {
    const { matchedCount } = await this.items.updateOne({ _id, holder }, { $set: { due: until } });
    return matchedCount === 1;
  }

  /** Lets the item be tried again from this time on, by any node. */
  async postpone({ _id, holder }: RunItem, due: Date, failure: ItemFinding | null): Promise<void> {
    const found = failure?.kind === 'failed' ? { code: failure.code, detail: failure.detail } : {};
    await this.items.updateOne(
      { _id, holder },
      { $set: { state: 'waiting', due, holder: null, ...found } },
    );
  }

  /** @returns false when somebody else has taken it. */
  async finish({ _id, holder }: RunItem, finding: ItemFinding, finished: Date): Promise<boolean> {
    const { kind, ...found } = finding;
    const failure = kind === 'taken' ? { code: null, detail: null } : {};
    const state = kind === 'taken' ? 'succeeded' : 'failed';
    const { matchedCount } = await this.items.updateOne(
      { _id, holder },
      { $set: { state, holder: null, finished, ...failure, ...found }, $unset: { due: 1 } },
    );
    return matchedCount === 1;
  }

  async hasOpen(runId: string): Promise<boolean> {
    const states: readonly ItemState[] = ['waiting', 'working'];
    const open = trusted({ $in: states });
    return (await this.items.exists({ runId, state: open })) !== null;
  }

  async count(runId: string): Promise<number> {
    return this.items.countDocuments({ runId }).hint('run');
  }

  /** A part of what the caller may see, by name. */
  async list(
    runId: string,
    { state, skip, limit }: RunItemList,
    principal: Principal,
  ): Promise<Page<RunItem>> {
    const filter = { runId, ...(state && { state }), ...readable(principal) };
    const [items, total] = await Promise.all([
      this.items
        .find(filter)
        .sort({ name: 1, _id: 1 })
        .skip(skip)
        .limit(limit)
        .hint('run')
        .lean<RunItem[]>(),
      this.items.countDocuments(filter).hint('run'),
    ]);
    return { items, total };
  }

  /** How many of those that the caller may see are in which state, by run. */
  async counts(
    runIds: readonly string[],
    principal: Principal,
  ): Promise<ReadonlyMap<string, RunCounts>> {
    const groups = await this.items.aggregate<Counted>([
      { $match: { runId: { $in: runIds }, ...readable(principal) } },
      {
        $group: {
          _id: { runId: '$runId', state: '$state', outcome: '$outcome' },
          count: { $sum: 1 },
        },
      },
    ]);
    return new Map(runIds.map((runId) => [runId, countsOf(groups, runId)]));
  }

  /** Who may see a device has changed. */
  async follow(deviceId: string, readers: readonly string[]): Promise<void> {
    await this.items.updateMany({ deviceId }, { $set: { readers } });
  }
}

interface Counted {
  readonly _id: {
    readonly runId: string;
    readonly state: ItemState;
    readonly outcome: 'new' | 'unchanged' | null;
  };
  readonly count: number;
}

function countsOf(groups: readonly Counted[], runId: string): RunCounts {
  const own = groups.filter(({ _id }) => _id.runId === runId);
  const sum = (fits: (group: Counted) => boolean): number =>
    own.filter(fits).reduce((total, { count }) => total + count, 0);
  const [waiting = 0, working = 0, succeeded = 0, failed = 0] = ITEM_STATES.map((state) =>
    sum(({ _id }) => _id.state === state),
  );
  return {
    ...{ waiting, working, succeeded, failed },
    new: sum(({ _id }) => _id.outcome === 'new'),
    unchanged: sum(({ _id }) => _id.outcome === 'unchanged'),
  };
}

function readable(principal: Principal): Record<string, unknown> {
  return readableBy(principal, 'ConfigurationManager');
}
