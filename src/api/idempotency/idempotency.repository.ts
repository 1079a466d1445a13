import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo } from 'mongoose';
import { fromNow, isDue } from '../../platform/work/database-time.js';
import { LeasedWork } from '../../platform/work/leased-work.js';
import { type Leases } from '../../platform/work/leases.js';
import { isDuplicateKey } from '../../platform/database/mongo-failures.js';
import { removeInPortions } from '../../platform/database/remove-in-portions.js';
import { type KnownUse } from './idempotency-outcome.js';
import { type IdempotencyRecord, type KeptAnswer } from './idempotency-record.js';
import { IDEMPOTENCY_RECORD } from './idempotency-record.schema.js';

const KEPT_MS = 24 * 60 * 60_000;
/** A node that has not moved its lease on for this long is dead. */
export const LEASE_MS = 30_000;

/** A use of a key that begins. */
export type NewUse = Pick<IdempotencyRecord, '_id' | 'attempt' | 'fingerprint'>;

/**
 * Uses of idempotency keys. Each change names the attempt it belongs to, so nodes cannot undo each other's;
 * the database's clock says what is over.
 */
@Injectable()
export class IdempotencyRepository {
  private readonly leases: Leases<IdempotencyRecord>;

  constructor(
    @InjectModel(IDEMPOTENCY_RECORD) private readonly model: Model<IdempotencyRecord>,
    work: LeasedWork,
  ) {
    const open = { answer: null };
    const rules = { work: 'idempotent-request', until: 'leaseUntil', open, leaseMs: LEASE_MS };
    this.leases = work.of(model, rules);
  }

  private get collection(): mongo.Collection<IdempotencyRecord> {
    return this.model.collection as unknown as mongo.Collection<IdempotencyRecord>;
  }

  /** Takes a key that nobody holds, or whose time is over. @returns the use that holds it now: this one or another. */
  async use(use: NewUse): Promise<KnownUse | null> {
    try {
      return await this.upsert(use);
    } catch (error) {
      // Another node has stored it in the same moment, so now it is there.
      if (isDuplicateKey(error)) return this.upsert(use);
      throw error;
    }
  }

  private async upsert(use: NewUse): Promise<KnownUse | null> {
    const times = { leaseUntil: fromNow(LEASE_MS), expiresAt: fromNow(KEPT_MS) };
    const known = { $cond: [{ $gt: ['$expiresAt', '$$NOW'] }, '$$ROOT', {}] };
    const made = { $literal: { ...use, answer: null } };
    const leaseLeftMs = { $subtract: ['$leaseUntil', '$$NOW'] };
    return this.collection.findOneAndUpdate(
      { _id: use._id },
      [{ $replaceWith: { $mergeObjects: [made, times, known] } }],
      {
        upsert: true,
        returnDocument: 'after',
        projection: { attempt: 1, fingerprint: 1, answer: 1, leaseLeftMs },
      },
    ) as Promise<KnownUse | null>;
  }

  /** Takes a key over from an attempt that is over without an answer; false when another was faster. */
  async takeOver(_id: string, former: string, attempt: string): Promise<boolean> {
    const where = { _id, attempt: former };
    return (await this.leases.take({ attempt: { $literal: attempt } }, { where })) !== null;
  }

  /** Says that the attempt is alive. */
  async renew(_id: string, attempt: string): Promise<boolean> {
    return this.leases.renew({ _id, attempt });
  }

  /** Keeps the answer, unless another attempt has taken the key over. */
  async finish(_id: string, attempt: string, answer: KeptAnswer): Promise<void> {
    await this.leases.finish({ _id, attempt }, { $set: { answer } });
  }

  /** The attempt is over, and nobody knows what came of it. */
  async abandon(_id: string, attempt: string): Promise<void> {
    await this.leases.release({ _id, attempt }, 0);
  }

  /** Frees the key: the attempt changed nothing and may be made again. */
  async release(_id: string, attempt: string): Promise<void> {
    await this.collection.deleteOne({ _id, attempt, answer: null });
  }

  async deleteExpired(): Promise<void> {
    await removeInPortions(this.collection, { filter: isDue('expiresAt'), hint: 'expiresAt_1' });
  }
}
