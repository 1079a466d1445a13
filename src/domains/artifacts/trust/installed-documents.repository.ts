import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type Connection, trusted } from 'mongoose';
import { type JsonObject } from '../../../kernel/json.js';
import { fromStored } from '../../../platform/database/storable.js';
import { bundleModel, type StoredBundleDocument } from '../stored/bundle-document.schema.js';
import { type DocumentPlace, documentKey } from '../stored/bundle-documents.repository.js';

/** A document of a package as it stands here now. */
export interface InstalledDocument {
  readonly name: string;
  readonly document: JsonObject;
  /** `contentHash` of what was installed. */
  readonly hash: string | undefined;
}

type Found = Pick<StoredBundleDocument, '_id' | 'name' | 'document' | 'hash'>;

/** The documents of packages as they stand, for comparing them with what was installed. */
@Injectable()
export class InstalledDocumentsRepository {
  constructor(@InjectConnection() private readonly connection: Connection) {}

  /** Those of the documents that are here, by `documentKey`. */
  async findAll(places: readonly DocumentPlace[]): Promise<ReadonlyMap<string, InstalledDocument>> {
    const all = new Map<string, InstalledDocument>();
    for (const collection of new Set(places.map((place) => place.collection))) {
      const ids = places.flatMap((place) =>
        place.collection === collection ? [place.documentId] : [],
      );
      for (const { _id, name, document, hash } of await this.find(collection, ids)) {
        if (document === undefined) continue;
        all.set(documentKey(collection, _id), { name, document: fromStored(document), hash });
      }
    }
    return all;
  }

  private async find(collection: string, ids: readonly string[]): Promise<readonly Found[]> {
    return this.connection
      .model<StoredBundleDocument>(bundleModel(collection))
      .find(
        { _id: trusted({ $in: ids }), hidden: trusted({ $ne: true }) },
        { name: 1, document: 1, hash: 1 },
      )
      .lean<Found[]>()
      .exec();
  }
}
