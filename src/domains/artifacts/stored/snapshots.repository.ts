import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { Clock } from '../../../kernel/clock.js';
import { type OwnedRecord } from './bundle-documents.repository.js';
import { type InstalledRecord, type PackageContent } from './stored-package.js';
import {
  PACKAGE_SNAPSHOT_MODEL,
  type PackageSnapshot,
  type SnapshotDocument,
} from './package-snapshot.schema.js';

const ABSENT = trusted({ $exists: false });
const PRESENT = trusted({ $exists: true });

/** How many versions before the installed one a package can go back. */
export const SNAPSHOTS_MAX = 3;

/** What of the record of a package does not change with its version. */
const RECORD_FIELDS = new Set(['_id', 'nameFolded', 'state', 'revision', 'operation']);

/** Versions of packages that others have taken the place of, for rolling back. */
@Injectable()
export class SnapshotsRepository {
  private readonly documentRows: Model<SnapshotDocument>;

  constructor(
    @InjectModel(PACKAGE_SNAPSHOT_MODEL) private readonly heads: Model<PackageSnapshot>,
    private readonly clock: Clock,
  ) {
    // The same model: its rows are of two kinds.
    this.documentRows = heads as unknown as Model<SnapshotDocument>;
  }

  /** The version before the installed one; null where there is none any more. */
  async latest(packageId: string): Promise<PackageSnapshot | null> {
    return this.heads
      .findOne({ packageId, snapshot: null, pending: ABSENT })
      .sort({ revision: -1 })
      .lean<PackageSnapshot>()
      .exec();
  }

  /** The documents of a snapshot. */
  async documents({ _id, packageId }: PackageSnapshot): Promise<readonly SnapshotDocument[]> {
    return this.documentRows.find({ packageId, snapshot: _id }).lean<SnapshotDocument[]>().exec();
  }

  /**
   * Begins the snapshot of a version that a change will replace.
   * @returns the snapshots that go with that change, because there are too many.
   */
  async stage(record: InstalledRecord, changeId: string): Promise<readonly string[]> {
    const { _id: packageId, revision } = record;
    const fields = Object.entries(record).filter(([key]) => !RECORD_FIELDS.has(key));
    const content = {
      ...Object.fromEntries(fields),
      nameFolded: record.nameFolded,
    } as PackageContent; // what a record has beside these fields
    const _id = snapshotId(packageId, changeId);
    const taken = this.clock.now();
    await this.heads.create({ _id, packageId, revision, content, taken, pending: changeId });
    const older = await this.heads
      .find({ packageId, snapshot: null, pending: ABSENT }, { _id: 1 })
      .sort({ revision: -1 })
      .skip(SNAPSHOTS_MAX - 1)
      .lean<Pick<PackageSnapshot, '_id'>[]>()
      .exec();
    for (const { _id: old } of older) await this.stageLeaving(old, packageId, changeId);
    return older.map(({ _id: old }) => old);
  }

  /** Adds a document to the snapshot; `isWritten` when the change will write another version of it. */
  async stageDocument(
    { collection, documentId, record }: OwnedRecord,
    packageId: string,
    { changeId, isWritten }: { readonly changeId: string; readonly isWritten: boolean },
  ): Promise<void> {
    const snapshot = snapshotId(packageId, changeId);
    await this.documentRows.create({
      _id: `${snapshot}:${collection}/${documentId}`,
      packageId,
      snapshot,
      collection,
      documentId,
      record,
      isWritten,
      pending: changeId,
    });
  }

  /** Marks a snapshot as one that a change will remove. */
  async stageLeaving(snapshot: string, packageId: string, changeId: string): Promise<void> {
    const $set = { leaving: changeId };
    await this.heads.updateOne({ _id: snapshot }, { $set }).exec();
    await this.documentRows.updateMany({ packageId, snapshot }, { $set }).exec();
  }

  /** Keeps what a change has brought and removes what it takes away. */
  async settle(changeId: string): Promise<void> {
    await this.heads.updateMany({ pending: changeId }, { $unset: { pending: 1 } }).exec();
    await this.heads.deleteMany({ leaving: changeId }).exec();
  }

  /** Leaves things as they were before a change. */
  async release(changeId: string): Promise<void> {
    await this.heads.deleteMany({ pending: changeId }).exec();
    await this.heads.updateMany({ leaving: changeId }, { $unset: { leaving: 1 } }).exec();
  }

  /** Gives up every mark; only for when no change is under way anywhere. */
  async releaseAll(): Promise<void> {
    await this.heads.deleteMany({ pending: PRESENT }).exec();
    await this.heads.updateMany({ leaving: PRESENT }, { $unset: { leaving: 1 } }).exec();
  }

  /** Removes every version before of a package that is removed itself. */
  async removeOfPackage(packageId: string): Promise<void> {
    await this.heads.deleteMany({ packageId }).exec();
  }
}

/** The snapshot of a package that a change takes. */
export function snapshotId(packageId: string, changeId: string): string {
  return `${changeId}:${packageId}`;
}
