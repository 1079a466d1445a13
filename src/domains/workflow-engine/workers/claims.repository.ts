import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo } from 'mongoose';
import { ITERATION_MODEL } from '../store/iteration.schema.js';
import {
  type ManualFinisher,
  type StoredIteration,
  type WorkLease,
} from '../store/stored-iteration.js';
import { LeasedWork } from '../../../platform/work/leased-work.js';
import { type Holding, type Leases } from '../../../platform/work/leases.js';
import { EngineWrites } from '../store/engine-writes.js';
import { LEASE_MS } from './task-lease-rules.js';

/** An iteration that this node has claimed. */
export interface Claim {
  /** With its new lease. */
  readonly iteration: StoredIteration;
  /** The lease that was there before; null when nobody had one. */
  readonly before: WorkLease | null;
}

/** What a worker wrote down, for who tells the job. */
export interface UndeliveredOutcome {
  readonly _id: string;
  readonly jobId: string;
  readonly task: string;
  readonly outcome: string;
}

type Filter = mongo.Filter<StoredIteration>;
type Order = Required<Pick<mongo.FindOneAndUpdateOptions, 'sort' | 'hint'>>;
/** Whose turn it is; null for what an older node has stored, which comes before all. */
export interface TurnOf {
  readonly starter: string | null;
  readonly family: string | null;
}

const TURNS = { starter: 1, family: 1, claimableAt: 1, _id: 1 } as const;
const BY_TURN: Order = { sort: TURNS, hint: TURNS };

/** Leases of iterations, and what workers make of them. Every write is one document's. */
@Injectable()
export class ClaimsRepository {
  private readonly leases: Leases<StoredIteration>;

  constructor(
    @InjectModel(ITERATION_MODEL) private readonly iterations: Model<StoredIteration>,
    private readonly writes: EngineWrites,
    work: LeasedWork,
  ) {
    const until = { until: 'claimableAt', alsoUntil: 'lease.until' };
    this.leases = work.of(iterations, { work: 'task', ...until, leaseMs: LEASE_MS });
  }

  private get collection(): mongo.Collection<StoredIteration> {
    return this.iterations.collection as unknown as mongo.Collection<StoredIteration>;
  }

  /** Whether there is anything to claim beside these: what asks is cheaper than what takes. */
  async hasClaimable(without: ReadonlySet<string>): Promise<boolean> {
    const found = await this.collection.findOne(
      { ...this.leases.due(), ...notAmong(without) },
      { projection: { _id: 1 }, hint: 'claimable' },
    );
    return found !== null;
  }

  /** The next starter of whom there is anything to claim: behind this one, and else the first of all. */
  async nextStarter(
    after: string | null | undefined,
    without: ReadonlySet<string>,
  ): Promise<string | null | undefined> {
    const where = { ...this.leases.due(), ...notAmong(without) };
    const first = async (filter: Filter): Promise<Pick<StoredIteration, 'starter'> | null> =>
      this.collection.findOne(
        { ...where, ...filter },
        { projection: { starter: 1 }, sort: TURNS, hint: TURNS },
      );
    const next = after === undefined ? null : await first({ starter: behind(after) });
    const found = next ?? (await first({}));
    return found ? (found.starter ?? null) : undefined;
  }

  /** Takes what has waited longest of this family, also from a node that no longer says that it lives. */
  async claimOf(turn: TurnOf, owner: string, without: ReadonlySet<string>): Promise<Claim | null> {
    return this.take({ ...notAmong(without), ...turn } as Filter, owner, BY_TURN);
  }

  /** The same of the next family of a starter behind this one; of the first one when none is given. */
  async claimAfter(
    starter: TurnOf['starter'],
    family: TurnOf['family'] | undefined,
    owner: string,
    without: ReadonlySet<string>,
  ): Promise<Claim | null> {
    const after = family === undefined ? {} : { family: behind(family) };
    return this.take({ ...notAmong(without), starter, ...after } as Filter, owner, BY_TURN);
  }

  /** Takes this one, if it can be claimed. */
  async claimOne(_id: string, owner: string): Promise<Claim | null> {
    return this.take({ _id }, owner, { sort: { _id: 1 }, hint: { _id: 1 } });
  }

  private async take(where: Filter, owner: string, order: Order): Promise<Claim | null> {
    const isBegun = { $gt: [{ $ifNull: ['$lease.owner', ''] }, ''] };
    const fence = { $add: [{ $ifNull: ['$lease.fence', 0] }, 1] };
    const holder = {
      attempt: { $cond: [isBegun, { $add: ['$attempt', 1] }, '$attempt'] },
      'lease.owner': owner,
      'lease.fence': fence,
      serverId: owner,
    };
    const found = await this.writes.run('iteration-claim', (options) =>
      this.leases.take(holder, { ...options, ...order, where, returnDocument: 'before' }),
    );
    return found && claimOf(found, owner);
  }

  /** The iteration, as long as this lease holds it and it is not over. */
  async held(_id: string, lease: WorkLease): Promise<StoredIteration | null> {
    return this.collection.findOne(heldBy(_id, lease));
  }

  /** Says that this node still works on them. @returns those that it has lost, or that were canceled. */
  async renew(owner: string, ids: readonly string[]): Promise<readonly string[]> {
    const held: Filter = {
      _id: { $in: [...ids] },
      status: 'running',
      'lease.owner': owner,
      claimableAt: { $type: 'date' },
    };
    const renewed = await this.writes.run('iteration-renew', (options) =>
      this.leases.renewAll(held, { ...options, hint: '_id_' }),
    );
    if (renewed === ids.length) return [];
    const left = await this.collection
      .find(held, { projection: { _id: 1 }, hint: '_id_' })
      .toArray();
    const kept = new Set(left.map(({ _id }) => _id));
    return ids.filter((id) => !kept.has(id));
  }

  /** Writes down what came of an iteration. @returns false when somebody else has it, or it is over. */
  async finish(
    { _id, lease }: StoredIteration,
    outcome: string,
    mocked: boolean,
  ): Promise<boolean> {
    if (lease === null) return false;
    const change = {
      outcome: { $literal: outcome },
      outcomeAt: '$$NOW',
      delivered: false,
      claimableAt: null,
      mocked: { $literal: mocked },
    };
    return this.writes.run('iteration-outcome', (options) =>
      this.leases.finish(heldBy(_id, lease), [{ $set: change }], options),
    );
  }

  /**
   * Lets any node take it after a while: as if nobody had begun it, or, where somebody may have, as one that
   * was interrupted. Then the claim counts the attempt.
   */
  async release(
    { _id, lease, attempt }: StoredIteration,
    restMs: number,
    wasBegun = false,
  ): Promise<void> {
    if (lease === null) return;
    const changes = wasBegun ? {} : { 'lease.owner': '', attempt };
    await this.writes.run('iteration-release', (options) =>
      this.leases.release(heldBy(_id, lease), restMs, changes, options),
    );
  }

  /** What workers wrote down a while ago and no step has heard of, the oldest first. */
  async undelivered(
    agedMs: number,
    without: readonly string[],
    limit: number,
  ): Promise<readonly UndeliveredOutcome[]> {
    const aged = { $lte: ['$outcomeAt', { $subtract: ['$$NOW', agedMs] }] };
    const found = await this.collection
      .find(
        { delivered: false, _id: { $nin: [...without] }, $expr: aged },
        { projection: { jobId: 1, task: 1, outcome: 1 }, hint: 'undelivered' },
      )
      .sort({ outcomeAt: 1, _id: 1 })
      .limit(limit)
      .toArray();
    return found.flatMap(({ _id, jobId, task, outcome }) =>
      outcome === null ? [] : [{ _id, jobId, task, outcome }],
    );
  }

  /** Their jobs have heard of them. */
  async markDelivered(ids: readonly string[]): Promise<void> {
    await this.writes.run('iteration-delivered', (options) =>
      this.collection.updateMany(
        { _id: { $in: [...ids] }, delivered: false },
        { $set: { delivered: true } },
        options,
      ),
    );
  }

  /** Who finished the latest iteration of a manual task. */
  async workerOf(jobId: string, task: string): Promise<ManualFinisher | undefined> {
    const [latest] = await this.collection
      .find({ jobId, task, kind: 'manual' }, { projection: { manual: 1 }, hint: 'task' })
      .sort({ number: -1 })
      .limit(1)
      .toArray();
    return latest?.manual?.finishedBy ?? undefined;
  }
}

/** The document is the one before the claim: only that tells what the new one follows. */
function claimOf(found: StoredIteration, owner: string): Claim {
  const { lease: before } = found;
  const hadBegun = before !== null && before.owner !== '';
  const lease = { owner, until: before?.until ?? found.startedAt, fence: (before?.fence ?? 0) + 1 };
  return { iteration: { ...found, lease, attempt: found.attempt + (hadBegun ? 1 : 0) }, before };
}

/** What comes next in the index, where what names none stands before all. */
function behind(one: string | null): { $gt: string } | { $gte: string } {
  return one === null ? { $gte: '' } : { $gt: one };
}

function notAmong(ids: ReadonlySet<string>): Filter {
  return ids.size === 0 ? {} : { _id: { $nin: [...ids] } };
}

function heldBy(_id: string, { owner, fence }: WorkLease): Holding {
  return {
    _id,
    status: 'running',
    'lease.owner': owner,
    'lease.fence': fence,
    claimableAt: { $type: 'date' },
  };
}
