import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type Connection, type Model, trusted } from 'mongoose';
import { conflict } from '../../../kernel/app-error.js';
import { type JsonObject } from '../../../kernel/json.js';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';
import { fromStored, toStored } from '../../../platform/database/storable.js';
import { BUNDLE_COLLECTION_NAMES } from './bundle-collections.js';
import { bundleModel, type StoredBundleDocument } from './bundle-document.schema.js';
import { type PresentDocument } from './install-plan.js';
import { type StagedWrite } from './package-operations.repository.js';
import { type StagedDocument } from './staged-part.schema.js';

/** A document that has a name already, and the package that owns it. */
export interface NameHolder {
  readonly collection: string;
  readonly name: string;
  readonly packageId: string | undefined;
}

/** What of a record comes back with a version of before; what lists look for is derived anew. */
export type KeptRecord = Pick<
  StoredBundleDocument,
  'name' | 'nameFolded' | 'type' | 'position' | 'document' | 'hash' | 'revision'
> &
  RecordStamps;

/** Who made and changed a record, where its domain keeps that. */
export interface RecordStamps {
  readonly created?: Date;
  readonly createdBy?: string;
  readonly updated?: Date;
  readonly updatedBy?: string;
  readonly updatedWith?: readonly string[] | null;
}

/** A document of a package as it stands. */
export interface OwnedRecord extends DocumentPlace {
  readonly record: KeptRecord;
}

/** A place in one of the collections. */
export interface DocumentPlace {
  readonly collection: string;
  readonly documentId: string;
}

/** The documents of packages, each in the collection of its type. */
@Injectable()
export class BundleDocumentsRepository {
  constructor(@InjectConnection() private readonly connection: Connection) {}

  /** What a package owns; of that what an operation has marked, where one is given. */
  async ofPackage(packageId: string, pending?: string): Promise<readonly PresentDocument[]> {
    const isAll = pending === undefined;
    const hint = isAll ? 'package' : 'operation';
    const found = await Promise.all(
      BUNDLE_COLLECTION_NAMES.map(async (collection) => {
        const documents = await this.model(collection)
          .find({ packageId, ...(!isAll && { pending }) }, { nameFolded: 1 }, { hint })
          .lean<Pick<StoredBundleDocument, '_id' | 'nameFolded'>[]>()
          .exec();
        return documents.map(({ _id, nameFolded }) => ({
          collection,
          documentId: _id,
          nameFolded,
        }));
      }),
    );
    return found.flat();
  }

  /**
   * The documents of a package as they stand, one at a time, since each may be large. What users say
   * beside them (settings of integrations, say) is not read: it outlives versions of the package.
   */
  async *records(packageId: string, collections: readonly string[]): AsyncGenerator<OwnedRecord> {
    for (const collection of collections) {
      const cursor = this.model(collection)
        .find({ packageId, hidden: NOT_HIDDEN }, KEPT)
        .sort({ packageId: 1, position: 1 })
        .batchSize(1)
        .lean<(KeptRecord & { readonly _id: string })[]>()
        .cursor() as AsyncIterable<KeptRecord & { readonly _id: string }>; // lean: plain documents
      for await (const { _id: documentId, ...record } of cursor) {
        yield { collection, documentId, record };
      }
    }
  }

  /** Those of the names that somebody other than this package has. */
  async findHolders(
    collection: string,
    namesFolded: readonly string[],
    packageId: string,
  ): Promise<readonly NameHolder[]> {
    const found = await this.model(collection)
      .find(
        { nameFolded: trusted({ $in: namesFolded }), packageId: trusted({ $ne: packageId }) },
        { name: 1, packageId: 1 },
      )
      .sort({ nameFolded: 1 })
      .lean<Pick<StoredBundleDocument, 'name' | 'packageId'>[]>()
      .exec();
    return found.map(({ name, packageId: owner }) => ({ collection, name, packageId: owner }));
  }

  /** Those of the `_id`s that stand for a document already, whoever owns it. */
  async findTakenIds(collection: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.model(collection)
      .find({ _id: trusted({ $in: ids }) }, { _id: 1 })
      .lean<Pick<StoredBundleDocument, '_id'>[]>()
      .exec();
    return new Set(found.map(({ _id }) => _id));
  }

  /** The documents at these places, by collection and `_id`; those that are gone are left out. */
  async findDocuments(places: readonly DocumentPlace[]): Promise<ReadonlyMap<string, JsonObject>> {
    const found = new Map<string, JsonObject>();
    for (const collection of new Set(places.map((place) => place.collection))) {
      const ids = places.filter((place) => place.collection === collection);
      const documents = await this.model(collection)
        .find(
          { _id: trusted({ $in: ids.map(({ documentId }) => documentId) }), hidden: NOT_HIDDEN },
          { document: 1 },
        )
        .lean<Pick<StoredBundleDocument, '_id' | 'document'>[]>()
        .exec();
      for (const { _id, document } of documents) {
        if (document !== undefined) found.set(documentKey(collection, _id), fromStored(document));
      }
    }
    return found;
  }

  /**
   * Takes a name for a document that an operation will write; nobody sees it until then.
   * @throws AppError `conflict` when somebody was faster.
   */
  async reserve(
    { collection, documentId, name, nameFolded, type, position }: StagedDocument,
    packageId: string,
    operationId: string,
  ): Promise<void> {
    try {
      await this.model(collection).create({
        _id: documentId,
        name,
        nameFolded,
        type,
        packageId,
        position,
        pending: operationId,
        hidden: true,
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw conflict(`The ${type} '${name}' has just been taken by someone else`, 'name-taken');
    }
  }

  /**
   * Marks documents of a package, or of users (null), as those that an operation will write or remove.
   * @throws AppError `conflict` when one of them is no longer there.
   */
  async claim(
    places: readonly DocumentPlace[],
    packageId: string | null,
    operationId: string,
  ): Promise<void> {
    const owner = { packageId: packageId ?? ABSENT, pending: ABSENT };
    for (const collection of new Set(places.map((place) => place.collection))) {
      const ids = places
        .filter((place) => place.collection === collection)
        .map(({ documentId }) => documentId);
      const { matchedCount } = await this.model(collection)
        .updateMany({ _id: trusted({ $in: ids }), ...owner }, { $set: { pending: operationId } })
        .exec();
      if (matchedCount !== ids.length) {
        throw conflict('Documents were changed or removed meanwhile; try again');
      }
    }
  }

  /**
   * Writes a document as it was staged, if the operation has not written it before. Where somebody has
   * taken its name since that was looked up, it keeps the one that it has: what is decided must end.
   */
  async apply(write: StagedWrite, operationId: string): Promise<void> {
    try {
      await this.write(write, operationId);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const { collection, documentId, document } = write.document;
      const held = await this.model(collection)
        .findOne({ _id: documentId, pending: operationId }, { name: 1, nameFolded: 1 })
        .lean<Pick<StoredBundleDocument, 'name' | 'nameFolded'>>()
        .exec();
      if (!held) return;
      const { name, nameFolded } = held;
      const renamed = toStored({ ...fromStored(document), name });
      const kept = { ...write.document, name, nameFolded, document: renamed };
      await this.write({ ...write, document: kept }, operationId);
    }
  }

  /** Removes what an operation marked and did not write. */
  async removePending(
    packageId: string,
    collections: readonly string[],
    operationId: string,
  ): Promise<void> {
    await this.within(collections, (model) =>
      model.deleteMany({ pending: operationId, packageId }, { hint: 'operation' }).exec(),
    );
  }

  /** Gives up what an operation reserved and claimed. */
  async release(collections: readonly string[], id: string): Promise<void> {
    await this.within(collections, async (model) => {
      await model.deleteMany({ pending: id, hidden: true }).exec();
      await model.updateMany({ pending: id }, { $unset: { pending: 1 } }).exec();
    });
  }

  /** Gives up whatever is marked; only for when no operation is under way anywhere. */
  async releaseAll(): Promise<void> {
    await this.within(BUNDLE_COLLECTION_NAMES, async (model) => {
      const marked = { pending: trusted({ $exists: true }) };
      if (!(await model.exists(marked).exec())) return;
      await model.deleteMany({ ...marked, hidden: true }).exec();
      await model.updateMany(marked, { $unset: { pending: 1 } }).exec();
    });
  }

  /** Removes what a package owns, and nothing else. */
  async removeOfPackage(packageId: string, collections: readonly string[]): Promise<void> {
    await this.within(collections, (model) => model.deleteMany({ packageId }).exec());
  }

  private async write(
    { document: staged, packageId, isAdded }: StagedWrite,
    operationId: string,
  ): Promise<void> {
    const { collection, documentId, beside, ...rest } = staged;
    const fields = Object.fromEntries(Object.entries(rest).filter(([key]) => key !== 'original'));
    const absent = DERIVED.filter((field) => staged[field] === undefined);
    const unset = ['pending', 'hidden', ...absent, ...(beside?.unset ?? [])];
    await this.model(collection)
      .updateOne(
        { _id: documentId, pending: operationId },
        {
          $set: { ...beside?.set, ...fields, packageId },
          $unset: Object.fromEntries(unset.map((field) => [field, 1])),
          // A reader of the document as it was must not take it for the one that it is now.
          ...(!isAdded && { $inc: { revision: 1 } }),
        },
        // What stands beside the document is known to the domain of its collection alone.
        { strict: false },
      )
      .exec();
  }

  private async within(
    collections: readonly string[],
    work: (model: Model<StoredBundleDocument>) => Promise<unknown>,
  ): Promise<void> {
    await Promise.all(collections.map((name) => work(this.model(name))));
  }

  private model(collection: string): Model<StoredBundleDocument> {
    return this.connection.model<StoredBundleDocument>(bundleModel(collection));
  }
}

/** Fields by which records say who made and changed them. */
export const STAMP_FIELDS = [
  'created',
  'createdBy',
  'updated',
  'updatedBy',
  'updatedWith',
] as const;

const KEPT = Object.fromEntries(
  [
    ...['name', 'nameFolded', 'type', 'position', 'document', 'hash', 'revision'],
    ...STAMP_FIELDS,
  ].map((field) => [field, 1]),
);
const DERIVED = ['facts', 'gbac', 'readers'] as const;
const ABSENT = trusted({ $exists: false });
const NOT_HIDDEN = trusted({ $ne: true });

/** Key of a document over all collections. */
export function documentKey(collection: string, documentId: string): string {
  return `${collection}\0${documentId}`;
}
