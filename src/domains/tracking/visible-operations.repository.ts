import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo, trusted } from 'mongoose';
import { type Page } from '../../kernel/page.js';
import { findPage, sortBy } from '../../platform/database/lists/find-page.js';
import { type StoredList } from '../../platform/database/lists/stored-filter.js';
import { allOf } from '../../platform/database/text-match.js';
import { type StoredOperation, toTracked } from '../../platform/tracking/stored-operation.js';
import { TRACKED_OPERATION_MODEL } from '../../platform/tracking/tracked-operation.schema.js';
import { type TrackedOperation } from '../../platform/tracking/tracked-operation.js';
import { type OperationVisibility } from './operation-visibility.js';

/** How far an operation is, and what decides who sees it. */
export type OperationHead = Pick<TrackedOperation, '_id' | 'rev' | 'kind' | 'accountId'>;

const WITHOUT_RESULT = { result: 0 } as const;

/** Operations as their followers see them: without what they answered. */
@Injectable()
export class VisibleOperationsRepository {
  constructor(
    @InjectModel(TRACKED_OPERATION_MODEL) private readonly operations: Model<StoredOperation>,
  ) {}

  /** A part of those that somebody sees, by time. */
  async list(
    { filter, order, ...part }: StoredList,
    { all, own, accountId }: OperationVisibility,
  ): Promise<Page<TrackedOperation>> {
    const seen = [{ kind: trusted({ $in: all }) }, { kind: trusted({ $in: own }), accountId }];
    const { items, total } = await findPage(this.operations, allOf([{ $or: seen }, filter]), part, {
      sort: sortBy(['created', '_id'], order),
      hint: 'list',
      members: WITHOUT_RESULT,
    });
    return { items: items.map(toTracked), total };
  }

  /** Null for one that is not there (any more). */
  async findSummary(_id: string): Promise<TrackedOperation | null> {
    const found = await this.collection.findOne({ _id }, { projection: WITHOUT_RESULT });
    return found && toTracked(found);
  }

  /** How far they are; one query however many there are. */
  async heads(ids: readonly string[]): Promise<ReadonlyMap<string, OperationHead>> {
    const projection = { rev: 1, kind: 1, accountId: 1 };
    const wanted = { _id: { $in: [...new Set(ids)] } };
    const found = await this.collection.find(wanted, { projection }).toArray();
    return new Map(found.map((head) => [head._id, head]));
  }

  private get collection(): mongo.Collection<StoredOperation> {
    return this.operations.collection as unknown as mongo.Collection<StoredOperation>;
  }
}
