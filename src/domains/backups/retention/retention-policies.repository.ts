import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { conflict } from '#kernel/app-error.js';
import { type Page } from '#kernel/page.js';
import { findPage } from '#platform/database/lists/find-page.js';
import { type StoredList } from '#platform/database/lists/stored-filter.js';
import { NamedLocks } from '#platform/database/named-locks.js';
import { isDuplicateKey } from '#platform/database/mongo-failures.js';
import { type RetentionPolicy } from './retention-policy.js';
import { RETENTION_POLICY_MODEL } from './retention-policy.schema.js';

/** Policies of retention, and the lock over all nodes under which they run. */
@Injectable()
export class RetentionPoliciesRepository {
  constructor(
    @InjectModel(RETENTION_POLICY_MODEL) private readonly policies: Model<RetentionPolicy>,
    private readonly locks: NamedLocks,
  ) {}

  async list({ filter, order, ...part }: StoredList): Promise<Page<RetentionPolicy>> {
    return findPage(this.policies, filter, part, { sort: { nameFolded: order }, hint: 'name' });
  }

  async enabled(): Promise<readonly RetentionPolicy[]> {
    return this.policies.find({}).sort({ nameFolded: 1 }).lean<RetentionPolicy[]>();
  }

  async find(_id: string): Promise<RetentionPolicy | null> {
    return this.policies.findOne({ _id }).lean<RetentionPolicy>();
  }

  /** @throws AppError `conflict`, code `name-taken`. */
  async insert(policy: RetentionPolicy): Promise<void> {
    await this.unlessTaken(policy.name, () => this.policies.create(policy));
  }

  /**
   * @returns false when it no longer has this revision.
   * @throws AppError `conflict`, code `name-taken`.
   */
  async replace({ _id, revision, ...fields }: RetentionPolicy): Promise<boolean> {
    const { matchedCount } = await this.unlessTaken(fields.name, () =>
      this.policies
        .updateOne({ _id, revision }, { $set: { ...fields, revision: revision + 1 } })
        .exec(),
    );
    return matchedCount === 1;
  }

  /** @returns false when it no longer has this revision. */
  async remove(_id: string, revision: number): Promise<boolean> {
    const { deletedCount } = await this.policies.deleteOne({ _id, revision });
    return deletedCount === 1;
  }

  async noteRun(_id: string, lastRun: Date, lastDeleted: number): Promise<void> {
    await this.policies.updateOne({ _id }, { $set: { lastRun, lastDeleted } });
  }

  /** Runs the work unless another node is at it. */
  async withFreeLock(work: (lost: AbortSignal) => Promise<void>): Promise<void> {
    await this.locks.ifFree('backups:retention', work);
  }

  private async unlessTaken<T>(name: string, write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw conflict(`Retention policy with name '${name}' already exists`, 'name-taken');
    }
  }
}
