import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type Connection, trusted } from 'mongoose';
import { foldText } from '../../../kernel/folded-text.js';
import { type JsonObject } from '../../../kernel/json.js';
import { fromStored } from '../../../platform/database/storable.js';
import { bundleModel, type StoredBundleDocument } from '../stored/bundle-document.schema.js';

/** A document of a user or a package, without what it holds. */
export interface DocumentHead {
  readonly _id: string;
  readonly name: string;
  readonly nameFolded: string;
}

const VISIBLE = { hidden: trusted({ $ne: true }) };

/** The documents that packages can be built of, in the collections of their kinds. */
@Injectable()
export class PublishedDocumentsRepository {
  constructor(@InjectConnection() private readonly connection: Connection) {}

  /** The documents of these ids or names. */
  async findHeads(collection: string, texts: readonly string[]): Promise<readonly DocumentHead[]> {
    const [byId, byName] = await Promise.all([
      this.heads(collection, { _id: trusted({ $in: texts }) }, '_id_'),
      this.heads(collection, { nameFolded: trusted({ $in: texts.map(foldText) }) }, 'name'),
    ]);
    return [...byId, ...byName];
  }

  /** What a document holds; undefined when it is gone. */
  async findDocument(collection: string, id: string): Promise<JsonObject | undefined> {
    const found = await this.connection
      .model<StoredBundleDocument>(bundleModel(collection))
      .findOne({ _id: id, ...VISIBLE }, { document: 1 })
      .lean<Pick<StoredBundleDocument, 'document'>>()
      .exec();
    return found?.document === undefined ? undefined : fromStored(found.document);
  }

  private async heads(
    collection: string,
    condition: Readonly<Record<string, unknown>>,
    index: string,
  ): Promise<readonly DocumentHead[]> {
    return this.connection
      .model<StoredBundleDocument>(bundleModel(collection))
      .find({ ...condition, ...VISIBLE }, { name: 1, nameFolded: 1 })
      .sort({ _id: 1 })
      .hint(index)
      .lean<DocumentHead[]>()
      .exec();
  }
}
