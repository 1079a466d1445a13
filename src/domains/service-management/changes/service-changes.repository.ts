import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { Clock } from '../../../kernel/clock.js';
import { IdSource } from '../../../kernel/ids.js';
import { type Page } from '../../../kernel/page.js';
import { findPage, sortBy } from '../../../platform/database/lists/find-page.js';
import { namesValuesOf, type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { type DueCondition } from '../../../platform/work/due-condition.js';
import { LeasedWork } from '../../../platform/work/leased-work.js';
import { type Holding, type Leases } from '../../../platform/work/leases.js';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';
import { type StoredChange } from './service-change.js';
import { SERVICE_CHANGE_MODEL } from './service-change.schema.js';

/** A node that has not moved its lease on for this long is gone. */
export const LEASE_MS = 30_000;
const LEASE = { state: 1, leaseUntil: 1 } as const;

/** Requests that saved or deleted instances. The database's clock says whose lease is over. */
@Injectable()
export class ServiceChangesRepository {
  private readonly leases: Leases<StoredChange>;

  constructor(
    @InjectModel(SERVICE_CHANGE_MODEL) private readonly changes: Model<StoredChange>,
    work: LeasedWork,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {
    const open = { state: 'running' };
    const rules = { work: 'service-change', until: 'leaseUntil', open, leaseMs: LEASE_MS };
    this.leases = work.of(changes, rules);
  }

  /**
   * Whoever stores a change has its lease; one in the background belongs to whoever takes it first.
   * @returns false when the request was made before.
   */
  async insert(change: StoredChange): Promise<boolean> {
    try {
      await this.leases.add(change, change.isBackground ? 0 : LEASE_MS);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async find(_id: string): Promise<StoredChange | null> {
    return this.changes.findById(_id).lean<StoredChange>();
  }

  async findByRequest(requestKey: string): Promise<StoredChange | null> {
    return this.changes.findOne({ requestKey }).lean<StoredChange>();
  }

  /** A part of the changes, by time. */
  async list({ filter, order, ...part }: StoredList): Promise<Page<StoredChange>> {
    const hint = namesValuesOf(filter, 'kind') ? 'list_kind' : 'list';
    const sort = sortBy(['created', '_id'], order);
    return findPage(this.changes, filter, part, { sort, hint });
  }

  /** The request may be made again as if it never was. */
  async forgetRequest(_id: string): Promise<void> {
    await this.changes.updateOne({ _id }, { $unset: { requestKey: 1 } });
  }

  /** @returns false when somebody else is at it by now. */
  async renew(change: StoredChange): Promise<boolean> {
    return this.leases.renew(heldBy(change));
  }

  /** Leaves it to whoever takes it next. */
  async release(change: StoredChange): Promise<void> {
    await this.leases.release(heldBy(change), 0);
  }

  /** There is one to take. */
  dueCondition(): DueCondition {
    return this.leases.dueCondition();
  }

  /** Takes a running one whose lease is over. */
  async take(): Promise<StoredChange | null> {
    return this.leases.take(this.anotherAttempt(), { sort: { leaseUntil: 1 }, hint: LEASE });
  }

  /** Takes this one if its lease is over. */
  async takeOver(change: StoredChange): Promise<StoredChange | null> {
    return this.leases.take(this.anotherAttempt(), { where: heldBy(change) });
  }

  /** @returns false when somebody else has it, or has ended it. */
  async end(change: StoredChange, state: 'finished' | 'interrupted'): Promise<boolean> {
    const finished = this.clock.now();
    return this.leases.finish(heldBy(change), { $set: { state, finished } });
  }

  private anotherAttempt(): { readonly attempt: { readonly $literal: string } } {
    return { attempt: { $literal: this.ids.next() } };
  }
}

function heldBy({ _id, attempt }: StoredChange): Holding {
  return { _id, attempt };
}
