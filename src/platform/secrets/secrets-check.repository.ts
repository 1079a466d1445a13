import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { SECRETS_CHECK, type StoredSecretsCheck } from './secrets-check.schema.js';

const ID = SECRETS_CHECK.id;

/** The sealed check value of this database. */
@Injectable()
export class SecretsCheckRepository {
  constructor(@InjectModel('SecretsCheck') private readonly model: Model<StoredSecretsCheck>) {}

  /** The sealed text; undefined in a new database. */
  async findSealed(): Promise<string | undefined> {
    const found = await this.model.findById(ID, { sealed: 1 }).lean().exec();
    return found?.sealed;
  }

  /** Stores the first check value and returns the one that counts: another node may be faster. */
  async insertOrGet(sealed: string): Promise<string> {
    const kept = await this.model
      .findByIdAndUpdate(
        ID,
        { $setOnInsert: { sealed } },
        { upsert: true, returnDocument: 'after' },
      )
      .lean()
      .exec();
    return kept.sealed;
  }

  /** Replaces the check value unless another node has done so meanwhile. */
  async replace(before: string, after: string): Promise<void> {
    await this.model.updateOne({ _id: ID, sealed: before }, { $set: { sealed: after } }).exec();
  }
}
