import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { isDuplicateKey } from '../../platform/database/mongo-failures.js';
import { type IdempotencyRecord, type KeptAnswer } from './idempotency-record.js';
import { IDEMPOTENCY_RECORD } from './idempotency-record.schema.js';

/** Uses of idempotency keys. Each change names the attempt it belongs to, so nodes cannot undo each other's. */
@Injectable()
export class IdempotencyRepository {
  constructor(@InjectModel(IDEMPOTENCY_RECORD) private readonly model: Model<IdempotencyRecord>) {}

  /** Takes a key that nobody holds; false when somebody does. */
  async insert(record: IdempotencyRecord): Promise<boolean> {
    try {
      await this.model.create(record);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async find(id: string): Promise<IdempotencyRecord | null> {
    return this.model.findById(id).lean<IdempotencyRecord>().exec();
  }

  /** Takes a key over from an attempt that is dead or expired; false when another was faster. */
  async takeOver(from: IdempotencyRecord, record: IdempotencyRecord): Promise<boolean> {
    const { _id, ...fields } = record;
    const { matchedCount } = await this.model
      .updateOne({ _id, attempt: from.attempt, leaseUntil: from.leaseUntil }, { $set: fields })
      .exec();
    return matchedCount === 1;
  }

  /** Says that the attempt is alive. */
  async extendLease(id: string, attempt: string, leaseUntil: Date): Promise<void> {
    await this.model.updateOne({ _id: id, attempt, answer: null }, { $set: { leaseUntil } }).exec();
  }

  /** Keeps the answer, unless another attempt has taken the key over. */
  async finish(id: string, attempt: string, answer: KeptAnswer): Promise<void> {
    await this.model.updateOne({ _id: id, attempt }, { $set: { answer } }).exec();
  }

  /** Frees the key: the attempt failed and may be made again. */
  async release(id: string, attempt: string): Promise<void> {
    await this.model.deleteOne({ _id: id, attempt, answer: null }).exec();
  }

  async deleteExpired(now: Date): Promise<void> {
    await this.model.deleteMany({ expiresAt: trusted({ $lte: now }) }).exec();
  }
}
