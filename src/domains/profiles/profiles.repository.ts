import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { type DueCondition } from '../../platform/work/due-condition.js';
import { foldText } from '../../kernel/folded-text.js';
import { type JsonObject } from '../../kernel/json.js';
import { type Page } from '../../kernel/page.js';
import { findPage } from '../../platform/database/lists/find-page.js';
import { type StoredList } from '../../platform/database/lists/stored-filter.js';
import { isDuplicateKey } from '../../platform/database/mongo-failures.js';
import { fromStored, storedInTurns } from '../../platform/database/storable.js';
import {
  type ActiveProfile,
  profileName,
  type ProfileRecord,
  type StoredProfile,
} from './profile.js';
import { PROFILE_MODEL } from './profile.schema.js';

/** The collection of profiles. */
@Injectable()
export class ProfilesRepository {
  constructor(@InjectModel(PROFILE_MODEL) private readonly profiles: Model<StoredProfile>) {}

  /** The profile with the highest activation; null before the first start has seeded one. */
  async findActive(): Promise<ActiveProfile | null> {
    const found = await this.profiles
      .findOne({ activation: trusted({ $gt: 0 }) }, { revision: 1, activation: 1, document: 1 })
      .sort({ activation: -1 })
      .lean()
      .exec();
    if (!found) return null;
    const { _id: id, revision, activation, document } = found;
    return { id, revision, activation, document: fromStored(document) };
  }

  /** Another one is active, or this one has changed. @param known the active one; undefined where none is known. */
  dueCondition(known: () => Omit<ActiveProfile, 'document'> | undefined): DueCondition {
    const filter = (): object => {
      const { id: _id, revision, activation = 0 } = known() ?? {};
      const later = { activation: { $gt: activation } };
      return _id === undefined ? later : { $or: [later, { _id, revision: { $ne: revision } }] };
    };
    return { collection: this.profiles.collection.name, filter };
  }

  /** The activation that counts, and whose it is; null before the first start has seeded a profile. */
  async findActivation(): Promise<Pick<StoredProfile, '_id' | 'activation'> | null> {
    return this.profiles
      .findOne({ activation: trusted({ $gt: 0 }) }, { activation: 1 })
      .sort({ activation: -1 })
      .lean()
      .exec();
  }

  /** The profile of this name, whatever its case. */
  async find(name: string): Promise<ProfileRecord | null> {
    const found = await this.profiles
      .findOne({ nameFolded: foldText(name) })
      .lean()
      .exec();
    return found && toRecord(found);
  }

  /** A part of the profiles, by name. */
  async list({ filter, order, ...part }: StoredList): Promise<Page<ProfileRecord>> {
    // Names are unique, so nothing has to decide between equals.
    const by = { sort: { nameFolded: order }, hint: { nameFolded: 1 } } as const;
    const { items, total } = await findPage(this.profiles, filter, part, by);
    return { items: items.map(toRecord), total };
  }

  /** Adds a profile. @returns false when there is one of that name. */
  async insert(profile: ProfileRecord): Promise<boolean> {
    return unlessDuplicate(async () => {
      await this.profiles.create({ ...profile, document: await storedInTurns(profile.document) });
      return true;
    });
  }

  /**
   * Makes a profile the active one when it still has this revision.
   * @param activation greater than that of the profile that is active now
   * @returns false when somebody else was faster, with this profile or with that number.
   */
  async activate(
    { _id, revision }: Pick<StoredProfile, '_id' | 'revision'>,
    activation: number,
    now: Date,
  ): Promise<boolean> {
    return unlessDuplicate(async () => {
      const outcome = await this.profiles.updateOne(
        { _id, revision },
        { $set: { activation, updated: now }, $inc: { revision: 1 } },
      );
      return outcome.matchedCount === 1;
    });
  }

  /** Removes a profile when it still has this revision. @returns false when it has not. */
  async remove({ _id, revision }: Pick<StoredProfile, '_id' | 'revision'>): Promise<boolean> {
    const outcome = await this.profiles.deleteOne({ _id, revision });
    return outcome.deletedCount === 1;
  }

  /** Adds the first profile there is, as the active one. */
  async insertFirst(profile: Omit<StoredProfile, 'revision' | 'activation'>): Promise<void> {
    await this.profiles.create({ ...profile, revision: 1, activation: 1 });
  }

  /**
   * Replaces the document when the profile still has this revision.
   * @returns false when somebody else was faster.
   */
  async replaceDocument(
    current: Pick<ActiveProfile, 'id' | 'revision'>,
    document: JsonObject,
    now: Date,
  ): Promise<boolean> {
    const outcome = await this.profiles.updateOne(
      { _id: current.id, revision: current.revision },
      {
        // The case of a name may change with the document.
        $set: {
          document: await storedInTurns(document),
          name: profileName(document),
          updated: now,
        },
        $inc: { revision: 1 },
      },
    );
    return outcome.matchedCount === 1;
  }
}

function toRecord({ document, ...profile }: StoredProfile): ProfileRecord {
  return { ...profile, document: fromStored(document) };
}

async function unlessDuplicate(write: () => Promise<boolean>): Promise<boolean> {
  try {
    return await write();
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
