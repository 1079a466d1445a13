import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { conflict } from '../../../kernel/app-error.js';
import { foldText } from '../../../kernel/folded-text.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { namesGuardedBy, readableBy } from '../../../platform/database/gbac-filter.js';
import { findPage, sortBy } from '../../../platform/database/lists/find-page.js';
import { boundsOnly, type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';
import { allOf } from '../../../platform/database/text-match.js';
import { type DeviceGroup } from './device-group.js';
import { DEVICE_GROUP_MODEL } from './device-group.schema.js';

/** What a change writes. */
export type DeviceGroupChange = Omit<DeviceGroup, '_id' | 'revision' | 'created' | 'createdBy'>;

/** The groups of devices. */
@Injectable()
export class DeviceGroupsRepository {
  constructor(@InjectModel(DEVICE_GROUP_MODEL) private readonly groups: Model<DeviceGroup>) {}

  /** A part of the groups that the caller may see, by name. */
  async list(
    { filter, order, ...part }: StoredList,
    principal: Principal,
  ): Promise<Page<DeviceGroup>> {
    const guard = readableBy(principal, 'ConfigurationManager');
    // Names are compared in an index that holds no list, groups then in what that finds; bounds go by either.
    const isByName = Object.keys(guard).length === 0 || !boundsOnly(filter, 'nameFolded');
    return findPage(this.groups, allOf([filter, guard]), part, {
      sort: isByName ? { nameFolded: order } : sortBy(['nameFolded', '_id'], order),
      hint: isByName ? 'name' : 'readable',
    });
  }

  /** Names of some that name a group of accounts. */
  async namesGuardedBy(groupId: string, limit: number): Promise<readonly string[]> {
    return namesGuardedBy(this.groups, groupId, limit);
  }

  async find(_id: string): Promise<DeviceGroup | null> {
    return this.groups.findOne({ _id }).lean<DeviceGroup>();
  }

  async findByName(name: string): Promise<DeviceGroup | null> {
    return this.groups.findOne({ nameFolded: foldText(name) }).lean<DeviceGroup>();
  }

  async count(): Promise<number> {
    return this.groups.countDocuments({}).hint('name');
  }

  /** @throws AppError `conflict`, code `name-taken`. */
  async insert(group: DeviceGroup): Promise<void> {
    await orNameTaken(group.name, () => this.groups.create(group));
  }

  /** @returns false when it no longer has this revision. @throws AppError `conflict`. */
  async replace(_id: string, revision: number, change: DeviceGroupChange): Promise<boolean> {
    const { matchedCount } = await orNameTaken(change.name, () =>
      this.groups
        .updateOne({ _id, revision }, { $set: { ...change, revision: revision + 1 } })
        .exec(),
    );
    return matchedCount === 1;
  }

  /** @returns false when it no longer has this revision. */
  async remove(_id: string, revision: number): Promise<boolean> {
    const { deletedCount } = await this.groups.deleteOne({ _id, revision });
    return deletedCount === 1;
  }
}

async function orNameTaken<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw conflict(`Device group '${name}' already exists`, 'name-taken');
  }
}
