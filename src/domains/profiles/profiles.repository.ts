import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { type JsonObject } from '../../kernel/json.js';
import { fromStored, toStored } from '../../platform/database/storable.js';
import { type ActiveProfile, type StoredProfile } from './profile.js';
import { PROFILE_MODEL } from './profile.schema.js';

/** The collection of profiles. */
@Injectable()
export class ProfilesRepository {
  constructor(@InjectModel(PROFILE_MODEL) private readonly profiles: Model<StoredProfile>) {}

  /** The profile with the highest activation; null before the first start has seeded one. */
  async findActive(): Promise<ActiveProfile | null> {
    const found = await this.profiles
      .findOne({ activation: trusted({ $gt: 0 }) }, { revision: 1, document: 1 })
      .sort({ activation: -1 })
      .lean()
      .exec();
    if (!found) return null;
    return { id: found._id, revision: found.revision, document: fromStored(found.document) };
  }

  /** Adds the first profile there is, as the active one. */
  async insertFirst(profile: Omit<StoredProfile, 'revision' | 'activation'>): Promise<void> {
    await this.profiles.create({ ...profile, revision: 1, activation: 1 });
  }

  /**
   * Replaces the document when the profile still has this revision.
   * @returns false when somebody else was faster.
   */
  async replaceDocument(current: ActiveProfile, document: JsonObject, now: Date): Promise<boolean> {
    const outcome = await this.profiles.updateOne(
      { _id: current.id, revision: current.revision },
      { $set: { document: toStored(document), updated: now }, $inc: { revision: 1 } },
    );
    return outcome.matchedCount === 1;
  }
}
