import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo } from 'mongoose';
import { type Page, type PageRequest } from '../../kernel/page.js';
import { type StoredOperation, toTracked } from '../../platform/tracking/stored-operation.js';
import { TRACKED_OPERATION_MODEL } from '../../platform/tracking/tracked-operation.schema.js';
import {
  type OperationKind,
  type OperationState,
  type TrackedOperation,
} from '../../platform/tracking/tracked-operation.js';
import { type OperationSight } from './operation-sight.js';

/** Which part of the operations. */
export interface OperationList extends PageRequest {
  readonly kind?: OperationKind | undefined;
  readonly state?: OperationState | undefined;
}

/** How far an operation is, and what decides who sees it. */
export type OperationHead = Pick<TrackedOperation, '_id' | 'rev' | 'kind' | 'accountId'>;

const WITHOUT_RESULT = { result: 0 } as const;

/** Operations as their followers see them: without what they answered. */
@Injectable()
export class SeenOperationsRepository {
  constructor(
    @InjectModel(TRACKED_OPERATION_MODEL) private readonly operations: Model<StoredOperation>,
  ) {}

  /** A part of those that somebody sees, the latest first. */
  async list(
    { kind, state, skip, limit }: OperationList,
    { all, own, accountId }: OperationSight,
  ): Promise<Page<TrackedOperation>> {
    const filter: mongo.Filter<StoredOperation> = {
      $or: [{ kind: { $in: [...all] } }, { kind: { $in: [...own] }, accountId }],
      ...(kind !== undefined && { kind }),
      ...(state !== undefined && { state }),
    };
    const [found, total] = await Promise.all([
      this.collection
        .find(filter, { projection: WITHOUT_RESULT, hint: 'list' })
        .sort({ created: -1, _id: -1 })
        .skip(skip)
        .limit(limit)
        .toArray(),
      this.collection.countDocuments(filter, { hint: 'list' }),
    ]);
    return { items: found.map(toTracked), total };
  }

  /** Null for one that is not there (any more). */
  async glance(_id: string): Promise<TrackedOperation | null> {
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
