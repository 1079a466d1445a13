import { Injectable } from '@nestjs/common';
import { type AppError, conflict } from '../../../kernel/app-error.js';
import { type JsonObject } from '../../../kernel/json.js';
import { fromStored } from '../../../platform/database/storable.js';
import { PackagedDocuments } from '../../../platform/packaged/packaged-documents.js';
import { OriginalsRepository } from '../stored/originals.repository.js';
import { type ChangedPackage } from '../stored/package-change.schema.js';
import { snapshotId, SnapshotsRepository } from '../stored/snapshots.repository.js';
import { contentHash } from '#domains/catalogue/trust/content-hash.js';
import { BUNDLE_COLLECTION_NAMES } from '../stored/bundle-collections.js';
import {
  BundleDocumentsRepository,
  documentKey,
  type DocumentPlace,
} from '../stored/bundle-documents.repository.js';
import { PackageOperationsRepository } from '../stored/package-operations.repository.js';
import { type StagedDocument } from '../stored/staged-part.schema.js';
import { type InstalledRecord, type PackageContent } from '../stored/stored-package.js';

/** A package as an installation will leave it. */
export interface PlannedPackage {
  readonly packageId: string;
  readonly nameFolded: string;
  /** The revision of the version that it replaces; null when it is new. */
  readonly replaces: number | null;
  readonly content: PackageContent;
  readonly newDocuments: readonly StagedDocument[];
  readonly changedDocuments: readonly StagedDocument[];
  /** Those of the changed ones that belong to users so far. */
  readonly adoptedDocuments?: readonly DocumentPlace[];
  readonly removedDocuments: readonly DocumentPlace[];
  /**
   * `contentHash` of the stored documents that the plan was made on, by `documentKey`: the change is
   * refused when one of them is another by then. Documents without an entry are not looked at.
   */
  readonly seen?: ReadonlyMap<string, string>;
  /** Where the version before comes back; absent where a version from outside is installed. */
  readonly restores?: RestoredVersion;
}

/** A version that comes back from its snapshot. */
export interface RestoredVersion {
  /** `_id` of the snapshot. */
  readonly snapshot: string;
  /** Documents that the version after it had written: what that brought of them is no base any more. */
  readonly rewritten: readonly DocumentPlace[];
}

/** Told after each document; throws when the change shall be taken back. */
export type AfterDocument = (name: string) => void;

/**
 * What a change does to one package, step by step (`PackageChangesService` does several, and decides). What
 * will be written is staged first, names are taken by records that nobody sees, documents are marked.
 * Every later step asks for the mark and leaves what an earlier run of it has done, so it may be
 * repeated after a crash, and a node that was believed dead changes nothing any more.
 */
@Injectable()
export class PackageInstallerService {
  constructor(
    private readonly operations: PackageOperationsRepository,
    private readonly documents: BundleDocumentsRepository,
    private readonly originals: OriginalsRepository,
    private readonly snapshots: SnapshotsRepository,
    private readonly packaged: PackagedDocuments,
  ) {}

  /**
   * Prepares the installation of a package.
   * @throws AppError `conflict` when somebody took a name, or changed the package or a document that
   *   the plan was made on.
   */
  async stage(planned: PlannedPackage, changeId: string, after: AfterDocument): Promise<void> {
    await this.mark(planned, changeId);
    const { packageId, content, newDocuments, changedDocuments } = planned;
    const prefix = `${changeId}:${packageId}`;
    const part = { operationId: changeId, packageId };
    await this.operations.stage({ ...part, _id: `${prefix}:content`, content });
    const documents = [
      ...newDocuments.map((document) => ({ document, isAdded: true })),
      ...changedDocuments.map((document) => ({ document, isAdded: false })),
    ];
    for (const { document, isAdded } of documents) {
      const _id = `${prefix}:${String(document.position).padStart(6, '0')}`;
      await this.operations.stage({ ...part, _id, document, isAdded });
      if (isAdded) await this.documents.reserve(document, packageId, changeId);
      after(document.name);
    }
    await this.claim(planned, changeId);
    await this.stageOriginals(planned, changeId);
    await this.keepPresent(planned, changeId);
  }

  /**
   * Prepares the removal of a package.
   * @throws AppError `conflict` when it was changed meanwhile.
   */
  async stageRemoval({ _id, revision }: InstalledRecord, changeId: string): Promise<void> {
    if (!(await this.operations.begin(_id, revision, changeId))) throw changedMeanwhile();
  }

  /** Carries out what is staged. */
  async apply(changed: ChangedPackage, changeId: string, after: AfterDocument): Promise<void> {
    if (changed.kind === 'remove') await this.remove(changed, changeId);
    else await this.write(changed, changeId, after);
  }

  /** Leaves a package as it was before. */
  async takeBack({ packageId, collections }: ChangedPackage, changeId: string): Promise<void> {
    await this.documents.release(collections, changeId);
    await this.operations.takeBack(packageId, changeId);
  }

  /** Clears away what is staged for a change that was taken back. */
  async release(changeId: string): Promise<void> {
    await this.originals.release(changeId);
    await this.snapshots.release(changeId);
    await this.operations.unstage(changeId);
  }

  /** Clears away what was staged for a change that was carried out. */
  async settle(changeId: string): Promise<void> {
    await this.snapshots.settle(changeId);
    await this.operations.unstage(changeId);
  }

  /**
   * Clears away marks whose change has ended without them: what a node writes that was believed dead
   * and was not. Only for when no change is under way anywhere.
   */
  async releaseAll(): Promise<void> {
    await this.documents.releaseAll();
    await this.originals.releaseAll();
    await this.snapshots.releaseAll();
    await this.operations.unstageAll();
    await this.operations.takeBackAll();
  }

  private async mark(planned: PlannedPackage, changeId: string): Promise<void> {
    const { packageId, nameFolded, replaces } = planned;
    const isMarked =
      replaces === null
        ? await this.operations.beginNew(packageId, nameFolded, changeId)
        : await this.operations.begin(packageId, replaces, changeId);
    if (!isMarked) throw changedMeanwhile();
  }

  private async claim(planned: PlannedPackage, changeId: string): Promise<void> {
    const { packageId, changedDocuments, removedDocuments, adoptedDocuments = [], seen } = planned;
    const adopted = keysOf(adoptedDocuments);
    const owned = [...changedDocuments, ...removedDocuments].filter(
      ({ collection, documentId }) => !adopted.has(documentKey(collection, documentId)),
    );
    await this.documents.claim(owned, packageId, changeId);
    await this.documents.claim(adoptedDocuments, null, changeId);
    const found = await this.documents.findDocuments(adoptedDocuments);
    for (const { collection, documentId, type, name } of changedDocuments) {
      const key = documentKey(collection, documentId);
      assertAsSeen(found.get(key), seen?.get(key), { type, name });
    }
  }

  private async stageOriginals(planned: PlannedPackage, changeId: string): Promise<void> {
    const { packageId, newDocuments, changedDocuments, removedDocuments, restores } = planned;
    const written = [...newDocuments, ...changedDocuments];
    const leaving = [...(restores?.rewritten ?? written), ...removedDocuments];
    await this.originals.stageLeaving(leaving, packageId, changeId);
    if (restores) {
      await this.originals.stageReturn(packageId, restores.snapshot, changeId);
      return;
    }
    for (const document of written) await this.originals.stage(document, packageId, changeId);
  }

  /** Compares the documents with what the plan was made on, and keeps a version that is replaced. */
  private async keepPresent(planned: PlannedPackage, changeId: string): Promise<void> {
    const { packageId, changedDocuments, seen, restores } = planned;
    const record =
      planned.replaces === null ? null : await this.operations.marked(packageId, changeId);
    if (!record) return;
    if (restores) await this.snapshots.stageLeaving(restores.snapshot, packageId, changeId);
    else await this.beginSnapshot(record, changeId);
    const written = keysOf(changedDocuments);
    for await (const owned of this.documents.records(packageId, BUNDLE_COLLECTION_NAMES)) {
      const key = documentKey(owned.collection, owned.documentId);
      const { record } = owned;
      const { document } = record;
      assertAsSeen(
        document === undefined ? document : fromStored(document),
        seen?.get(key),
        record,
      );
      if (restores) continue;
      const isWritten = written.has(key);
      await this.snapshots.stageDocument(owned, packageId, { changeId, isWritten });
    }
  }

  private async beginSnapshot(record: InstalledRecord, changeId: string): Promise<void> {
    const leaving = await this.snapshots.stage(record, changeId);
    for (const snapshot of leaving) {
      await this.originals.stageSnapshotLeaving(record._id, snapshot, changeId);
    }
  }

  private async write(
    { packageId, kind, collections }: ChangedPackage,
    changeId: string,
    after: AfterDocument,
  ): Promise<void> {
    const content = await this.operations.stagedContent(packageId, changeId);
    for await (const staged of this.operations.stagedDocuments(packageId, changeId)) {
      await this.documents.apply(staged, changeId);
      after(staged.document.name);
    }
    await this.packaged.forget(await this.documents.ofPackage(packageId, changeId));
    await this.documents.removePending(packageId, collections, changeId);
    const snapshot = kind === 'replace' ? snapshotId(packageId, changeId) : null;
    await this.originals.settle(packageId, changeId, snapshot);
    await this.packaged.settle(packageId, collections);
    // Without content a run before this one came to its end: only clearing away is left.
    if (content) await this.operations.finish(packageId, changeId, content);
  }

  private async remove(
    { packageId, collections }: ChangedPackage,
    changeId: string,
  ): Promise<void> {
    await this.operations.conceal(packageId, changeId);
    await this.packaged.forget(await this.documents.ofPackage(packageId));
    await this.documents.removeOfPackage(packageId, collections);
    await this.originals.removeOfPackage(packageId);
    await this.snapshots.removeOfPackage(packageId);
    await this.packaged.settle(packageId, collections);
    await this.operations.removeRecord(packageId, changeId);
  }
}

/** What a planned installation means to the journal of its change. */
export function changedBy(planned: PlannedPackage): ChangedPackage {
  const { packageId, replaces, restores, newDocuments, changedDocuments } = planned;
  const kind = restores ? 'restore' : replaces === null ? 'install' : 'replace';
  const places = [...newDocuments, ...changedDocuments, ...planned.removedDocuments];
  return { packageId, kind, collections: collectionsOf(places) };
}

/**
 * What a removal means to the journal of its change. What users kept of an earlier version is no bundle
 * of this one, so documents may lie in every collection.
 */
export function removalOf({ _id }: InstalledRecord): ChangedPackage {
  return { packageId: _id, kind: 'remove', collections: BUNDLE_COLLECTION_NAMES };
}

function collectionsOf(places: readonly DocumentPlace[]): readonly string[] {
  return [...new Set(places.map(({ collection }) => collection))];
}

function keysOf(places: readonly DocumentPlace[]): ReadonlySet<string> {
  return new Set(places.map(({ collection, documentId }) => documentKey(collection, documentId)));
}

function assertAsSeen(
  document: JsonObject | undefined,
  hash: string | undefined,
  { type, name }: Pick<StagedDocument, 'type' | 'name'>,
): void {
  if (hash === undefined || document === undefined || contentHash(document) === hash) return;
  const detail = `The ${type} '${name}' was changed by someone else; plan again`;
  throw conflict(detail, 'plan-changed');
}

function changedMeanwhile(): AppError {
  return conflict('The package was changed by someone else at the same time; try again');
}
