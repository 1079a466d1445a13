import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { conflict } from '../../../kernel/app-error.js';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';
import { type TagRecord } from './tag.js';
import { TAG_MODEL } from './tag.schema.js';

/** What is said of tags. */
@Injectable()
export class TagRecordsRepository {
  constructor(@InjectModel(TAG_MODEL) private readonly tags: Model<TagRecord>) {}

  /** All of them, but not more than this. */
  async all(most: number): Promise<readonly TagRecord[]> {
    return this.tags.find({}).sort({ _id: 1 }).limit(most).lean<TagRecord[]>();
  }

  async count(): Promise<number> {
    return this.tags.countDocuments({}).hint('_id_');
  }

  /** @throws AppError `conflict`, code `name-taken`. */
  async insert(record: TagRecord): Promise<void> {
    try {
      await this.tags.create(record);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw conflict(`Tag '${record.name}' already exists`, 'name-taken');
    }
  }

  /** @returns false when it is not there any more. */
  async remove(_id: string): Promise<boolean> {
    const { deletedCount } = await this.tags.deleteOne({ _id });
    return deletedCount === 1;
  }
}
