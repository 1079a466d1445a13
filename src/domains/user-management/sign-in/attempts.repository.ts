import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';
import { type Attempts } from './attempts.js';
import { ATTEMPTS_MODEL, type StoredAttempts } from './attempts.schema.js';

/** The collection of failed sign-in attempts. */
@Injectable()
export class AttemptsRepository {
  constructor(@InjectModel(ATTEMPTS_MODEL) private readonly attempts: Model<StoredAttempts>) {}

  async find(key: string): Promise<StoredAttempts | null> {
    return this.attempts.findOne({ _id: key }).lean<StoredAttempts>();
  }

  async findAll(keys: readonly string[]): Promise<ReadonlyMap<string, StoredAttempts>> {
    const found = await this.attempts
      .find({ _id: trusted({ $in: keys }) })
      .lean<StoredAttempts[]>();
    return new Map(found.map((attempts) => [attempts._id, attempts]));
  }

  /**
   * Writes the next state if the present one is still as it was read; null means there was none.
   * @returns false when another attempt came in between.
   */
  async replace(present: Attempts | null, next: StoredAttempts): Promise<boolean> {
    if (!present) return this.insert(next);
    const { failures, lastFailure } = present;
    const outcome = await this.attempts.updateOne(
      { _id: next._id, failures, lastFailure },
      { $set: next },
    );
    return outcome.matchedCount === 1;
  }

  async remove(key: string): Promise<void> {
    await this.attempts.deleteOne({ _id: key });
  }

  /** Removes all whose keys begin so. */
  async removeBelow(prefix: string): Promise<void> {
    await this.attempts.deleteMany({ _id: trusted({ $gt: prefix, $lt: `${prefix}\uffff` }) });
  }

  async removeForgotten(now: Date): Promise<void> {
    await this.attempts.deleteMany({ forgotten: trusted({ $lte: now }) });
  }

  /**
   * Keeps the collection from growing without bound. Somebody who tries very many names leaves one
   * failure with each, which is forgotten soon: those go first and the records of names under attack stay.
   */
  async trim(sizeMax: number, atOnceMax: number): Promise<void> {
    const excess = (await this.attempts.estimatedDocumentCount()) - sizeMax;
    if (excess <= 0) return;
    const least = await this.attempts
      .find({}, { _id: 1 })
      .sort({ forgotten: 1 })
      .limit(Math.min(excess, atOnceMax))
      .lean<Pick<StoredAttempts, '_id'>[]>();
    await this.attempts.deleteMany({ _id: trusted({ $in: least.map(({ _id }) => _id) }) });
  }

  private async insert(first: StoredAttempts): Promise<boolean> {
    try {
      await this.attempts.create(first);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }
}
