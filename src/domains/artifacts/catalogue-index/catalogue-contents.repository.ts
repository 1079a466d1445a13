import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, trusted } from 'mongoose';
import { invariant } from '../../../kernel/invariant.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json.js';
import { fromStored, toStored } from '../../../platform/database/storable.js';
import { contentHash } from '../content-hash.js';
import {
  CATALOGUE_BUNDLE_MODEL,
  CATALOGUE_CONTENT_MODEL,
  type CatalogueBundle,
  type CatalogueContent,
} from './catalogue-content.schema.js';

const SWEPT_AT_ONCE = 1000;

/** Package documents by the hash of what they hold, each bundle a document of its own. */
@Injectable()
export class CatalogueContentsRepository {
  constructor(
    @InjectModel(CATALOGUE_CONTENT_MODEL) private readonly contents: Model<CatalogueContent>,
    @InjectModel(CATALOGUE_BUNDLE_MODEL) private readonly bundles: Model<CatalogueBundle>,
  ) {}

  /**
   * Stores a package document and answers its id. Bundles first: whoever finds the document finds
   * all of it.
   * @throws AppError as `assertStorable` does, for the head and for each bundle.
   */
  async put(document: JsonObject, now: Date): Promise<string> {
    const { bundles, ...head } = document;
    invariant(Array.isArray(bundles), 'the document was read as an artifact');
    const parts = bundles.map((bundle) => {
      invariant(isJsonObject(bundle), 'the document was read as an artifact');
      return { id: contentHash(bundle), bundle: toStored(bundle) };
    });
    const storedHead = toStored(head);
    if (parts.length > 0) {
      await this.bundles.bulkWrite(
        parts.map(({ id, bundle }) => ({
          updateOne: {
            filter: { _id: id },
            update: { $set: { touched: now }, $setOnInsert: { bundle } },
            upsert: true,
          },
        })),
        { ordered: false },
      );
    }
    const _id = contentHash(document);
    const bundleIds = parts.map(({ id }) => id);
    await this.contents
      .updateOne(
        { _id },
        { $set: { touched: now }, $setOnInsert: { head: storedHead, bundleIds } },
        UPSERT,
      )
      .exec();
    return _id;
  }

  /** The package documents with these ids, whole; ids that are no longer stored are left out. */
  async findAll(ids: readonly string[]): Promise<ReadonlyMap<string, JsonObject>> {
    const heads = await this.contents
      .find({ _id: trusted({ $in: ids }) }, { head: 1, bundleIds: 1 })
      .lean<Omit<CatalogueContent, 'touched'>[]>()
      .exec();
    const bundleIds = [...new Set(heads.flatMap((head) => head.bundleIds))];
    const bundles = await this.bundles
      .find({ _id: trusted({ $in: bundleIds }) }, { bundle: 1 })
      .lean<Omit<CatalogueBundle, 'touched'>[]>()
      .exec();
    const byId = new Map(bundles.map(({ _id, bundle }) => [_id, fromStored(bundle)]));
    return new Map(
      heads.map((head) => [
        head._id,
        {
          ...fromStored(head.head),
          bundles: head.bundleIds.flatMap((id) => byId.get(id) ?? []),
        },
      ]),
    );
  }

  /** Ids of package documents that nobody has stored again since `before`, some at a time. */
  async *untouched(before: Date): AsyncIterable<readonly string[]> {
    yield* inPortions(idsOf(this.contents, before));
  }

  /** Removes these package documents unless they were stored again since `before`. */
  async removeUntouched(ids: readonly string[], before: Date): Promise<void> {
    await this.contents
      .deleteMany({ _id: trusted({ $in: ids }), touched: trusted({ $lt: before }) })
      .exec();
  }

  /** Removes bundles that no package document refers to, unless they are young. */
  async removeLooseBundles(before: Date): Promise<void> {
    for await (const ids of inPortions(idsOf(this.bundles, before))) {
      const used = await this.contents
        .find({ bundleIds: trusted({ $in: ids }) }, { bundleIds: 1 })
        .lean<Pick<CatalogueContent, 'bundleIds'>[]>()
        .exec();
      const usedIds = new Set(used.flatMap(({ bundleIds }) => bundleIds));
      const loose = ids.filter((id) => !usedIds.has(id));
      await this.bundles
        .deleteMany({ _id: trusted({ $in: loose }), touched: trusted({ $lt: before }) })
        .exec();
    }
  }
}

/** Ids of what was not touched since; lean, so plain records of the projection. */
function idsOf<T extends { readonly touched: Date }>(
  model: Model<T>,
  before: Date,
): AsyncIterable<{ readonly _id: string }> {
  const filter = { touched: trusted({ $lt: before }) } as QueryFilter<T>;
  return model.find(filter, { _id: 1 }).lean().cursor() as AsyncIterable<{ readonly _id: string }>;
}

async function* inPortions(
  records: AsyncIterable<{ readonly _id: string }>,
): AsyncIterable<readonly string[]> {
  let ids: string[] = [];
  for await (const { _id } of records) {
    ids.push(_id);
    if (ids.length < SWEPT_AT_ONCE) continue;
    yield ids;
    ids = [];
  }
  if (ids.length > 0) yield ids;
}

const UPSERT = { upsert: true } as const;
