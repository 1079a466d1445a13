import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { type Page, type PageRequest, type SortDirection } from '../../../kernel/page.js';
import { revisionIs } from '../../../platform/database/revision-filter.js';
import {
  allOf,
  type TextFields,
  textFilter,
  type TextSearch,
} from '../../../platform/database/text-match.js';
import { type StoredInstance } from './service-instance.js';
import { SERVICE_INSTANCE_MODEL } from './service-instance.schema.js';

/** Which part of the instances a list shows. */
export interface InstanceList extends PageRequest {
  readonly search: TextSearch;
  readonly adapter?: string | undefined;
  readonly order: SortDirection;
}

const SEARCHED: TextFields = { xpath: { path: 'xpath', foldedPath: 'xpathFolded' } };

/** Instances that were saved. */
@Injectable()
export class ServiceInstancesRepository {
  constructor(
    @InjectModel(SERVICE_INSTANCE_MODEL) private readonly instances: Model<StoredInstance>,
  ) {}

  async list({ search, adapter, order, skip, limit }: InstanceList): Promise<Page<StoredInstance>> {
    const conditions = allOf([
      textFilter({ ...search, ...fieldsOf(search) }, SEARCHED, '#'),
      adapter === undefined ? {} : { adapterName: adapter },
    ]);
    const [items, total] = await Promise.all([
      this.instances
        .find(conditions)
        .sort({ xpathFolded: order, _id: order })
        .skip(skip)
        .limit(limit)
        .hint('list')
        .lean<StoredInstance[]>(),
      this.instances.countDocuments(conditions).hint('list'),
    ]);
    return { items, total };
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
    ...{ adapterName, servicePath, xpathFolded, content, options },
    ...{ changeId, target, updated, updatedBy },
  };
}

/** There is one field to search. */
function fieldsOf(search: TextSearch): TextSearch {
  return {
    containsField: search.containsField ?? 'xpath',
    equalsField: search.equalsField ?? 'xpath',
    startsWithField: search.startsWithField ?? 'xpath',
  };
}
