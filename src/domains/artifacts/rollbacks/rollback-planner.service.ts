import { Injectable } from '@nestjs/common';
import { type AppError, conflict } from '../../../kernel/app-error.js';
import { invariant } from '../../../kernel/invariant.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { fromStored } from '../../../platform/database/storable.js';
import { PackagedDocuments } from '../../../platform/packaged/packaged-documents.js';
import { contentHash } from '#domains/catalogue/trust/content-hash.js';
import { BUNDLE_COLLECTION_NAMES } from '../stored/bundle-collections.js';
import {
  BundleDocumentsRepository,
  documentKey,
  type OwnedRecord,
  type RecordStamps,
  STAMP_FIELDS,
} from '../stored/bundle-documents.repository.js';
import { type PlannedPackage } from '../packages/package-installer.service.js';
import { type FieldsBeside, type StagedDocument } from '../stored/staged-part.schema.js';
import { type InstalledRecord } from '../stored/stored-package.js';
import { type PackageSnapshot } from '../stored/package-snapshot.schema.js';
import { planRollback, type RollbackPlan } from './rollback-plan.js';
import { SnapshotsRepository } from '../stored/snapshots.repository.js';

/** A rollback that is ready to be carried out. */
export interface PlannedRollback {
  readonly planned: PlannedPackage;
  /** Documents that users have changed since; the rollback takes their changes away. */
  readonly changedByUsers: readonly OwnedRecord[];
}

const NAMED_MAX = 5;

/** Decides what going back to the version before writes. */
@Injectable()
export class RollbackPlannerService {
  constructor(
    private readonly documents: BundleDocumentsRepository,
    private readonly snapshots: SnapshotsRepository,
    private readonly packaged: PackagedDocuments,
  ) {}

  /** The version that a package goes back to. @throws AppError `conflict`, code `no-version-before`. */
  async versionBefore({ _id, name, version }: InstalledRecord): Promise<PackageSnapshot> {
    const snapshot = await this.snapshots.latest(_id);
    if (snapshot) return snapshot;
    const detail = `No version before ${version} of package '${name}' is kept`;
    throw conflict(detail, 'no-version-before');
  }

  /**
   * @throws AppError `conflict` when somebody else has a name or an `_id` by now that would come back;
   *   `forbidden`, code `not-writable`, for documents that somebody may not change directly.
   */
  async plan(
    record: InstalledRecord,
    snapshot: PackageSnapshot,
    principal: Principal,
  ): Promise<PlannedRollback> {
    const present: OwnedRecord[] = [];
    for await (const one of this.documents.records(record._id, BUNDLE_COLLECTION_NAMES)) {
      present.push(one);
    }
    const former = await this.snapshots.documents(snapshot);
    const plan = planRollback(former, present, hashOf);
    const leaving = [...plan.changing.map((pair) => pair.present), ...plan.going];
    await this.packaged.assertMayChange(leaving.map(presentOf), principal);
    await this.assertFree(plan, present, record._id);
    const planned = await this.toPlanned(record, snapshot, plan);
    const seen = present.map((one) => [keyOf(one), hashOf(one.record)] as const);
    const rewritten = former.filter(({ isWritten }) => isWritten);
    const restores = { snapshot: snapshot._id, rewritten };
    return {
      planned: { ...planned, seen: new Map(seen), restores },
      changedByUsers: plan.changedByUsers,
    };
  }

  private async toPlanned(
    { _id: packageId, nameFolded, revision }: InstalledRecord,
    { content }: PackageSnapshot,
    { returning, changing, going }: RollbackPlan,
  ): Promise<PlannedPackage> {
    const newDocuments: StagedDocument[] = [];
    for (const one of returning) newDocuments.push(await this.staged(one, one.record.revision));
    const changedDocuments: StagedDocument[] = [];
    for (const { former } of changing) changedDocuments.push(await this.staged(former, undefined));
    return {
      packageId,
      nameFolded,
      replaces: revision,
      content,
      newDocuments,
      changedDocuments,
      removedDocuments: going,
    };
  }

  private async staged(one: OwnedRecord, revision: number | undefined): Promise<StagedDocument> {
    const { collection, documentId, record } = one;
    const { name, nameFolded, type, position, document, hash } = record;
    invariant(document !== undefined && hash !== undefined, 'only reservations have no document');
    const derived = await this.packaged.derive(collection, fromStored(document));
    return {
      collection,
      documentId,
      name,
      nameFolded,
      type,
      position,
      document,
      hash,
      ...derived,
      beside: besideOf(record, revision),
    };
  }

  private async assertFree(
    { named, returning }: RollbackPlan,
    present: readonly OwnedRecord[],
    packageId: string,
  ): Promise<void> {
    const taken: string[] = [];
    for (const collection of new Set(named.map((one) => one.collection))) {
      const names = inCollection(named, collection).map(({ record }) => record.nameFolded);
      const holders = [
        ...(await this.documents.findHolders(collection, names, packageId)),
        // Documents of the package keep the names that users gave them until they are written.
        ...inCollection(present, collection)
          .map(({ record }) => record)
          .filter(({ nameFolded }) => names.includes(nameFolded)),
      ];
      const ids = inCollection(returning, collection).map(({ documentId }) => documentId);
      const takenIds = await this.documents.findTakenIds(collection, ids);
      taken.push(
        ...holders.map(({ name }) => `'${name}' in ${collection}`),
        ...[...takenIds].map((id) => `_id ${id} in ${collection}`),
      );
    }
    if (taken.length > 0) throw holdersNamed(taken);
  }
}

function inCollection<T extends OwnedRecord>(records: readonly T[], name: string): readonly T[] {
  return records.filter(({ collection }) => collection === name);
}

function holdersNamed(taken: readonly string[]): AppError {
  const more = taken.length > NAMED_MAX ? ', and others' : '';
  const detail = `Others have by now what would come back: ${taken.slice(0, NAMED_MAX).join(', ')}${more}`;
  return conflict(detail, 'name-taken');
}

/** A document that comes back has a revision that nobody has read before. */
function besideOf(stamps: RecordStamps, revision: number | undefined): FieldsBeside {
  const present = STAMP_FIELDS.filter((field) => stamps[field] !== undefined);
  const set = Object.fromEntries(present.map((field) => [field, stamps[field]]));
  return {
    set: revision === undefined ? set : { ...set, revision: revision + 1 },
    unset: STAMP_FIELDS.filter((field) => stamps[field] === undefined),
  };
}

function presentOf({ collection, documentId: id, record }: OwnedRecord): {
  readonly collection: string;
  readonly id: string;
  readonly document: JsonObject;
} {
  return { collection, id, document: fromStored(record.document ?? {}) };
}

function keyOf({ collection, documentId }: OwnedRecord): string {
  return documentKey(collection, documentId);
}

function hashOf({ document }: OwnedRecord['record']): string {
  return document === undefined ? '' : contentHash(fromStored(document));
}
