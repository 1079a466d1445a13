import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { type Page } from '../../../kernel/page.js';
import { findPage, sortBy } from '../../../platform/database/lists/find-page.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { revisionIs } from '../../../platform/database/revision-filter.js';
import { type StoredInstance } from './service-instance.js';
import { SERVICE_INSTANCE_MODEL } from './service-instance.schema.js';

/** Instances that were saved. */
@Injectable()
export class ServiceInstancesRepository {
  constructor(
    @InjectModel(SERVICE_INSTANCE_MODEL) private readonly instances: Model<StoredInstance>,
  ) {}

  /** A part of the instances, by path. */
  async list({ filter, order, ...part }: StoredList): Promise<Page<StoredInstance>> {
    const sort = sortBy(['xpathFolded', '_id'], order);
    return findPage(this.instances, filter, part, { sort, hint: 'list' });
  }

  async find(_id: string): Promise<StoredInstance | null> {
    return this.instances.findById(_id).lean<StoredInstance>();
  }

  async findAt(adapterId: string, xpath: string): Promise<StoredInstance | null> {
    return this.instances.findOne({ adapterId, xpath }).lean<StoredInstance>();
  }

  /**
   * Keeps an instance, whoever else saves it at the same time.
   * @returns it as it was before; null for a new one.
   */
  async keep(instance: StoredInstance): Promise<StoredInstance | null> {
    const { _id, adapterId, xpath, created, createdBy } = instance;
    const fields = fieldsToSet(instance);
    return this.instances
      .findOneAndUpdate(
        { adapterId, xpath },
        { $set: fields, $inc: { revision: 1 }, $setOnInsert: { _id, created, createdBy } },
        { upsert: true, returnDocument: 'before' },
      )
      .lean<StoredInstance>();
  }

  /** @returns false when it no longer has this revision. */
  async remove(_id: string, revision: number): Promise<boolean> {
    const { deletedCount } = await this.instances.deleteOne({
      _id,
      revision: revisionIs(revision),
    });
    return deletedCount === 1;
  }
}

/** What every save writes anew; the revision counts. */
function fieldsToSet(instance: StoredInstance): Partial<StoredInstance> {
  const { adapterName, servicePath, xpathFolded, content, options } = instance;
  const { changeId, target, updated, updatedBy } = instance;
  return {
    adapterName,
    servicePath,
    xpathFolded,
    content,
    options,
    changeId,
    target,
    updated,
    updatedBy,
  };
}
