import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { type JsonObject } from '../../../kernel/json.js';
import { fromStored } from '../../../platform/database/storable.js';
import { documentKey, type DocumentPlace } from './bundle-documents.repository.js';
import { type StagedDocument } from './staged-part.schema.js';
import { PACKAGE_ORIGINAL_MODEL, type PackageOriginal } from './package-original.schema.js';

const ABSENT = trusted({ $exists: false });
const PRESENT = trusted({ $exists: true });

/** Documents as packages brought them, beside the documents that users may change. */
@Injectable()
export class OriginalsRepository {
  constructor(
    @InjectModel(PACKAGE_ORIGINAL_MODEL) private readonly originals: Model<PackageOriginal>,
  ) {}

  /**
   * What the installed version of a package brought, by `documentKey`. A document without an entry
   * was installed before originals were kept: only its `hash` tells whether it was changed.
   */
  async ofPackage(packageId: string): Promise<ReadonlyMap<string, JsonObject>> {
    const found = await this.originals
      .find({ packageId, snapshot: ABSENT, pending: ABSENT })
      .lean<PackageOriginal[]>()
      .exec();
    return new Map(
      found.map(({ collection, documentId, document }) => [
        documentKey(collection, documentId),
        fromStored(document),
      ]),
    );
  }

  /** Keeps what a change brings. */
  async stage(staged: StagedDocument, packageId: string, changeId: string): Promise<void> {
    const { collection, documentId, document, original = document } = staged;
    await this.originals.create({
      _id: `${changeId}:${collection}/${documentId}`,
      packageId,
      collection,
      documentId,
      document: original,
      pending: changeId,
    });
  }

  /** Marks what is current at these places as what a change will take away. */
  async stageLeaving(
    places: readonly DocumentPlace[],
    packageId: string,
    changeId: string,
  ): Promise<void> {
    for (const collection of new Set(places.map((place) => place.collection))) {
      const ids = places.filter((place) => place.collection === collection);
      await this.originals
        .updateMany(
          {
            packageId,
            snapshot: ABSENT,
            pending: ABSENT,
            collection,
            documentId: trusted({ $in: ids.map(({ documentId }) => documentId) }),
          },
          { $set: { leaving: changeId } },
        )
        .exec();
    }
  }

  /** Marks what belongs to a snapshot as what a change will take away. */
  async stageSnapshotLeaving(packageId: string, snapshot: string, changeId: string): Promise<void> {
    await this.originals
      .updateMany({ packageId, snapshot }, { $set: { leaving: changeId } })
      .exec();
  }

  /** Marks what belongs to a snapshot as what a change will make current again. */
  async stageReturn(packageId: string, snapshot: string, changeId: string): Promise<void> {
    await this.originals
      .updateMany({ packageId, snapshot }, { $set: { pending: changeId } })
      .exec();
  }

  /**
   * Makes current what a change brings for a package. What was current before goes to the snapshot of
   * that version; without one it goes for good.
   */
  async settle(packageId: string, changeId: string, snapshot: string | null): Promise<void> {
    const leaving = { packageId, leaving: changeId };
    if (snapshot !== null) {
      await this.originals
        .deleteMany({ ...leaving, snapshot: PRESENT }, { hint: 'package' })
        .exec();
      await this.originals
        .updateMany(leaving, { $set: { snapshot }, $unset: { leaving: 1 } }, { hint: 'package' })
        .exec();
    } else {
      await this.originals.deleteMany(leaving, { hint: 'package' }).exec();
    }
    await this.originals
      .updateMany(
        { packageId, pending: changeId },
        { $unset: { pending: 1, snapshot: 1 } },
        { hint: 'package' },
      )
      .exec();
  }

  /** Leaves things as they were before a change. */
  async release(changeId: string): Promise<void> {
    await this.releaseMarked(changeId, changeId);
  }

  /** Gives up every mark; only for when no change is under way anywhere. */
  async releaseAll(): Promise<void> {
    await this.releaseMarked(PRESENT, PRESENT);
  }

  /** Removes all that a package brought, also what its snapshots hold. */
  async removeOfPackage(packageId: string): Promise<void> {
    await this.originals.deleteMany({ packageId }).exec();
  }

  private async releaseMarked(
    pending: PackageOriginal['pending'] | typeof PRESENT,
    leaving: PackageOriginal['leaving'] | typeof PRESENT,
  ): Promise<void> {
    await this.originals.deleteMany({ pending, snapshot: ABSENT } as object).exec();
    await this.originals.updateMany({ pending } as object, { $unset: { pending: 1 } }).exec();
    await this.originals.updateMany({ leaving } as object, { $unset: { leaving: 1 } }).exec();
  }
}
