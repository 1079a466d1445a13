import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';
import { PACKAGE_MODEL } from './package.schema.js';
import { STAGED_PART_MODEL, type StagedDocument, type StagedPart } from './staged-part.schema.js';
import {
  type PackageContent,
  type PackageOperation,
  type StoredPackage,
} from './stored-package.js';

/** An operation that was begun and not finished. */
export interface UnfinishedOperation {
  readonly packageId: string;
  readonly state: StoredPackage['state'];
  readonly operation: PackageOperation;
}

/** The journal of operations on packages. Every method is one step that a crash may follow. */
@Injectable()
export class PackageOperationsRepository {
  constructor(
    @InjectModel(PACKAGE_MODEL) private readonly packages: Model<StoredPackage>,
    @InjectModel(STAGED_PART_MODEL) private readonly parts: Model<StagedPart>,
  ) {}

  /** Begins the first installation of a package. @returns false when it is there already. */
  async beginNew(
    packageId: string,
    nameFolded: string,
    operation: PackageOperation,
  ): Promise<boolean> {
    try {
      await this.packages.create({
        _id: packageId,
        nameFolded,
        state: 'reserved',
        revision: 0,
        operation,
      });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /**
   * Begins an operation on an installed package in the state that the caller has seen.
   * @returns false when it is no longer in that state.
   */
  async begin(packageId: string, revision: number, operation: PackageOperation): Promise<boolean> {
    const isRemoval = operation.kind === 'remove';
    const { matchedCount } = await this.packages
      .updateOne(
        { _id: packageId, revision, state: 'installed', operation: trusted({ $exists: false }) },
        { $set: { operation, ...(isRemoval && { state: 'removing' }) } },
      )
      .exec();
    return matchedCount === 1;
  }

  /** Keeps what an operation will write. */
  async stage(part: StagedPart): Promise<void> {
    await this.parts.create(part);
  }

  /**
   * From here on the operation can only be finished.
   * @returns false when it was taken back, because this node was believed dead.
   */
  async commit(packageId: string, operationId: string): Promise<boolean> {
    const { matchedCount } = await this.packages
      .updateOne(
        { _id: packageId, 'operation.id': operationId, 'operation.phase': 'staging' },
        { $set: { 'operation.phase': 'applying' } },
      )
      .exec();
    return matchedCount === 1;
  }

  /** The documents that an operation will write; one at a time, since each may be large. */
  async *stagedDocuments(operationId: string): AsyncIterable<StagedDocument> {
    const cursor = this.parts
      .find({ operationId, document: trusted({ $exists: true }) })
      .sort({ _id: 1 })
      .batchSize(1)
      .lean<StagedPart[]>()
      .cursor() as AsyncIterable<StagedPart>; // lean: plain documents
    for await (const { document } of cursor) if (document) yield document;
  }

  /** The record that an operation will write. */
  async stagedContent(operationId: string): Promise<PackageContent | null> {
    const part = await this.parts
      .findOne({ operationId, content: trusted({ $exists: true }) })
      .lean<StagedPart>()
      .exec();
    return part?.content ?? null;
  }

  /** Shows the new content and ends the operation; does nothing when it has ended before. */
  async finish(packageId: string, operationId: string, content: PackageContent): Promise<void> {
    await this.packages
      .updateOne(
        { _id: packageId, 'operation.id': operationId },
        {
          $set: { ...content, state: 'installed' },
          $unset: { operation: 1 },
          $inc: { revision: 1 },
        },
      )
      .exec();
  }

  /** Ends an operation as if it had never begun. */
  async takeBack(packageId: string, operationId: string): Promise<void> {
    const filter = { _id: packageId, 'operation.id': operationId };
    await this.packages.deleteOne({ ...filter, state: 'reserved' }).exec();
    await this.packages.updateOne(filter, { $unset: { operation: 1 } }).exec();
  }

  /** Removes the record of a package and so ends its removal. */
  async removeRecord(packageId: string, operationId: string): Promise<void> {
    await this.packages.deleteOne({ _id: packageId, 'operation.id': operationId }).exec();
  }

  async unstage(operationId: string): Promise<void> {
    await this.parts.deleteMany({ operationId }).exec();
  }

  /** Clears away what is staged; only for when no operation is under way anywhere. */
  async unstageAll(): Promise<void> {
    await this.parts.deleteMany({}).exec();
  }

  async findUnfinished(): Promise<readonly UnfinishedOperation[]> {
    const found = await this.packages
      .find({ 'operation.id': trusted({ $exists: true }) }, { state: 1, operation: 1 })
      .lean<Pick<StoredPackage, '_id' | 'state' | 'operation'>[]>()
      .exec();
    return found.flatMap(({ _id, state, operation }) =>
      operation ? [{ packageId: _id, state, operation }] : [],
    );
  }
}
