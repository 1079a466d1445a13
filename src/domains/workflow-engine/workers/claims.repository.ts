import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo } from 'mongoose';
import { ITERATION_MODEL } from '../store/iteration.schema.js';
import { type StoredIteration, type WorkLease } from '../store/stored-iteration.js';
import { type DueCondition } from '../../../platform/work/due-condition.js';
import { LeasedWork } from '../../../platform/work/leased-work.js';
import { type Leases } from '../../../platform/work/leases.js';
import { EngineWrites } from '../store/engine-writes.js';
import { FIRST_FENCE, heldBy, TASK_LEASES } from './task-lease-rules.js';

/** An iteration that this node has claimed. */
export interface Claim {
  /** With its new lease. */
  readonly iteration: StoredIteration;
  /** The lease that was there before; null when nobody had one. */
  readonly before: WorkLease | null;
}

/** Who claims, and how much. */
export interface Claimant {
  readonly owner: string;
  /** What it works on already. */
  readonly without: ReadonlySet<string>;
  /** So many at most. */
  readonly count: number;
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

/** Leases of iterations. */
@Injectable()
export class ClaimsRepository {
  private readonly leases: Leases<StoredIteration>;

  constructor(
    @InjectModel(ITERATION_MODEL) private readonly iterations: Model<StoredIteration>,
    private readonly writes: EngineWrites,
    work: LeasedWork,
  ) {
    this.leases = work.of(iterations, TASK_LEASES);
  }

  private get collection(): mongo.Collection<StoredIteration> {
    return this.iterations.collection as unknown as mongo.Collection<StoredIteration>;
  }

  /** There is anything to claim. */
  dueCondition(): DueCondition {
    return this.leases.dueCondition();
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
  async claimOf(turn: TurnOf, by: Claimant): Promise<readonly Claim[]> {
    return this.takeNext({ ...notAmong(by.without), ...turn } as Filter, by);
  }

  /** The same of the next families of a starter behind this one, one of each; from the first one on when none is given. */
  async claimAfter(
    starter: TurnOf['starter'],
    family: TurnOf['family'] | undefined,
    by: Claimant,
  ): Promise<readonly Claim[]> {
    const after = family === undefined ? {} : { family: behind(family) };
    return this.takeNext({ ...notAmong(by.without), starter, ...after } as Filter, by, true);
  }

  /** Takes this one, if it can be claimed. */
  async claimOne(_id: string, owner: string): Promise<Claim | null> {
    return this.take({ _id }, owner, { sort: { _id: 1 }, hint: { _id: 1 } });
  }

  /** Those that nobody ever had are taken together. */
  private async takeNext(
    where: Filter,
    { owner, count }: Claimant,
    oneOfEachFamily = false,
  ): Promise<readonly Claim[]> {
    const first = async (): Promise<readonly Claim[]> => {
      const claim = await this.take(where, owner, BY_TURN);
      return claim ? [claim] : [];
    };
    if (count === 1) return first();
    const filter = { ...this.leases.due(), ...where };
    const found = await this.collection.find(filter, BY_TURN).limit(count).toArray();
    const wanted = oneOfEachFamily ? found.filter(isFirstOfFamily) : found;
    const leasedAt = wanted.findIndex(({ lease }) => lease !== null);
    const fresh = leasedAt < 0 ? wanted : wanted.slice(0, leasedAt);
    const taken = fresh.length > 0 ? await this.takeFresh(fresh, owner) : [];
    // Another node was faster, or somebody had the first of them before.
    return taken.length === 0 && found.length > 0 ? first() : taken;
  }

  private async takeFresh(
    wanted: readonly StoredIteration[],
    owner: string,
  ): Promise<readonly Claim[]> {
    const ids = wanted.map(({ _id }) => _id);
    const holder = { 'lease.owner': owner, 'lease.fence': FIRST_FENCE, serverId: owner };
    const taken = await this.writes.run('iteration-claim', (options) =>
      this.leases.takeAll(ids, holder, { ...options, where: { lease: null } }),
    );
    return wanted.filter(({ _id }) => taken.has(_id)).map((found) => claimOf(found, owner));
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
}

/** The document is the one before the claim: only that tells what the new one follows. */
function claimOf(found: StoredIteration, owner: string): Claim {
  const { lease: before } = found;
  const hadBegun = before !== null && before.owner !== '';
  const lease = { owner, until: before?.until ?? found.startedAt, fence: (before?.fence ?? 0) + 1 };
  return { iteration: { ...found, lease, attempt: found.attempt + (hadBegun ? 1 : 0) }, before };
}

/** In the order of turns. */
function isFirstOfFamily(
  { family }: StoredIteration,
  at: number,
  all: readonly StoredIteration[],
): boolean {
  return at === 0 || all[at - 1]?.family !== family;
}

/** What comes next in the index, where what names none stands before all. */
function behind(one: string | null): { $gt: string } | { $gte: string } {
  return one === null ? { $gte: '' } : { $gt: one };
}

function notAmong(ids: ReadonlySet<string>): Filter {
  return ids.size === 0 ? {} : { _id: { $nin: [...ids] } };
}
