import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo, trusted } from 'mongoose';
import { Clock } from '../../../kernel/clock.js';
import { type Page, type PageRequest } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { readableBy } from '../../../platform/database/gbac-filter.js';
import { type DueCondition } from '../../../platform/work/due-condition.js';
import { fromNow, insertedWith } from '../../../platform/work/database-time.js';
import { LeasedWork } from '../../../platform/work/leased-work.js';
import { type Holding, type Leases } from '../../../platform/work/leases.js';
import {
  ITEM_STATES,
  type ItemFinding,
  type ItemState,
  type RunCounts,
  type RunItem,
} from './backup-run.js';
import { LEASE_MS } from './attempt-rules.js';
import { RUN_ITEM_MODEL } from './backup-run.schema.js';

/** An item that is not stored yet. */
export interface NewRunItem {
  readonly item: Omit<RunItem, 'due'>;
  /** When it is due, in milliseconds from now; undefined for one that is over. */
  readonly dueInMs?: number;
}

/** Which part of the items of a run. */
export interface RunItemList extends PageRequest {
  readonly state?: ItemState | undefined;
}

const DUE = { priority: 1, due: 1, _id: 1 } as const;

/**
 * The devices of runs, and what becomes of each. Every write is one document's, and the database's clock says
 * what is due.
 */
@Injectable()
export class RunItemsRepository {
  private readonly leases: Leases<RunItem>;

  constructor(
    @InjectModel(RUN_ITEM_MODEL) private readonly items: Model<RunItem>,
    work: LeasedWork,
    private readonly clock: Clock,
  ) {
    this.leases = work.of(items, { work: 'backup', until: 'due', leaseMs: LEASE_MS });
  }

  private get collection(): mongo.Collection<RunItem> {
    return this.items.collection as unknown as mongo.Collection<RunItem>;
  }

  /** Those that are there already stay as they are. */
  async insertMany(items: readonly NewRunItem[]): Promise<void> {
    if (items.length === 0) return;
    const upserts = items.map(({ item, dueInMs }) => ({
      updateOne: {
        filter: { _id: item._id },
        update: insertedWith(item, dueInMs === undefined ? {} : { due: fromNow(dueInMs) }),
        upsert: true,
      },
    }));
    await this.collection.bulkWrite(upserts, { ordered: false });
  }

  /** There is an item to take. */
  dueCondition(): DueCondition {
    return this.leases.dueCondition({ priority: { $type: 'number' } });
  }

  /** Takes the next items that are due, so many at most; also those whose node no longer says that it lives. */
  async claim(holder: string, count: number): Promise<readonly RunItem[]> {
    const held = { state: 'working', holder } as const;
    const changes = { started: '$$NOW', attempts: { $add: ['$attempts', 1] } };
    const order = { sort: DUE, hint: DUE };
    if (count === 1) {
      const item = await this.leases.take({ ...held, ...changes }, order);
      return item ? [item] : [];
    }
    const due = this.leases.due() as mongo.Filter<RunItem>;
    const found = await this.collection.find(due, order).limit(count).toArray();
    if (found.length === 0) return [];
    const ids = found.map(({ _id }) => _id);
    const taken = await this.leases.takeAll(ids, held, { changes });
    // Another node was faster with all of them: the next look finds others.
    if (taken.size === 0) return this.claim(holder, 1);
    return found
      .filter(({ _id }) => taken.has(_id))
      .map((item) => ({ ...item, ...held, attempts: item.attempts + 1 }));
  }

  /** @returns false when somebody else has taken it. */
  async renew(item: RunItem): Promise<boolean> {
    return this.leases.renew(heldBy(item));
  }

  /** Lets the item be tried again after this time, by any node. Without a failure the attempt does not count. */
  async postpone(item: RunItem, restMs: number, failure: ItemFinding | null): Promise<void> {
    const { code, detail } = failure?.kind === 'failed' ? failure : {};
    const found =
      code === undefined
        ? { attempts: item.attempts - 1 }
        : { code: { $literal: code }, detail: { $literal: detail } };
    await this.leases.release(heldBy(item), restMs, { state: 'waiting', holder: null, ...found });
  }

  /** @returns false when somebody else has taken it. */
  async finish(item: RunItem, finding: ItemFinding): Promise<boolean> {
    const finished = this.clock.now();
    const { kind, ...found } = finding;
    const failure = kind === 'taken' ? { code: null, detail: null } : {};
    const state = kind === 'taken' ? 'succeeded' : 'failed';
    return this.leases.finish(heldBy(item), {
      $set: { state, holder: null, finished, ...failure, ...found },
      $unset: { due: 1 },
    });
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

function heldBy({ _id, holder }: RunItem): Holding {
  return { _id, holder };
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
    waiting,
    working,
    succeeded,
    failed,
    new: sum(({ _id }) => _id.outcome === 'new'),
    unchanged: sum(({ _id }) => _id.outcome === 'unchanged'),
  };
}

function readable(principal: Principal): Record<string, unknown> {
  return readableBy(principal, 'ConfigurationManager');
}
