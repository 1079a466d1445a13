import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';
import { PACKAGE_MODEL } from './package.schema.js';
import { STAGED_PART_MODEL, type StagedDocument, type StagedPart } from './staged-part.schema.js';
import { type InstalledRecord, type PackageContent, type StoredPackage } from './stored-package.js';

/** A document that a change writes. */
export interface StagedWrite {
  readonly document: StagedDocument;
  /** Whose it is from then on. */
  readonly packageId: string;
  readonly isAdded: boolean;
}

/** The record of a package and what is staged for it, as a change writes them step by step. */
@Injectable()
export class PackageOperationsRepository {
  constructor(
    @InjectModel(PACKAGE_MODEL) private readonly packages: Model<StoredPackage>,
    @InjectModel(STAGED_PART_MODEL) private readonly parts: Model<StagedPart>,
  ) {}

  /** Takes the name of a package that is installed for the first time. @returns false when it is there. */
  async beginNew(packageId: string, nameFolded: string, changeId: string): Promise<boolean> {
    try {
      await this.packages.create({
        _id: packageId,
        nameFolded,
        state: 'reserved',
        revision: 0,
        operation: { id: changeId },
      });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /**
   * Marks an installed package that is in the state that the caller has seen.
   * @returns false when it is no longer in that state.
   */
  async begin(packageId: string, revision: number, changeId: string): Promise<boolean> {
    const { matchedCount } = await this.packages
      .updateOne(
        { _id: packageId, revision, state: 'installed', operation: trusted({ $exists: false }) },
        { $set: { operation: { id: changeId } } },
      )
      .exec();
    return matchedCount === 1;
  }

  /** The version of a package that a change has marked. */
  async marked(packageId: string, changeId: string): Promise<InstalledRecord | null> {
    return this.packages
      .findOne({ _id: packageId, 'operation.id': changeId })
      .lean<InstalledRecord>()
      .exec();
  }

  /** From here on nobody sees the package any more. */
  async conceal(packageId: string, changeId: string): Promise<void> {
    await this.packages
      .updateOne({ _id: packageId, 'operation.id': changeId }, { $set: { state: 'removing' } })
      .exec();
  }

  /** Keeps what an operation will write. */
  async stage(part: StagedPart): Promise<void> {
    await this.parts.create(part);
  }

  /** The documents that an operation will write; one at a time, since each may be large. */
  async *stagedDocuments(packageId: string, operationId: string): AsyncIterable<StagedWrite> {
    const cursor = this.parts
      .find({ operationId, packageId, document: trusted({ $exists: true }) })
      .sort({ operationId: 1, packageId: 1, _id: 1 })
      .batchSize(1)
      .lean<StagedPart[]>()
      .cursor() as AsyncIterable<StagedPart>; // lean: plain documents
    for await (const { document, isAdded = false } of cursor)
      if (document) yield { document, packageId, isAdded };
  }

  /** The record that an operation will write. */
  async stagedContent(packageId: string, operationId: string): Promise<PackageContent | null> {
    const part = await this.parts
      .findOne({ operationId, packageId, content: trusted({ $exists: true }) })
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
          $unset: { operation: 1, ...(!content.isForced && { isForced: 1 }) },
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

  /** Gives up every mark; only for when no change is under way anywhere. */
  async takeBackAll(): Promise<void> {
    const marked = { 'operation.id': trusted({ $exists: true }) };
    await this.packages.deleteMany({ ...marked, state: 'reserved' }, { hint: 'operations' }).exec();
    await this.packages.updateMany(marked, { $unset: { operation: 1 } }).exec();
  }
}
