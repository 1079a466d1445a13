import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo, type QueryFilter, trusted } from 'mongoose';
import { invariant } from '../../../kernel/invariant.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { JsonText } from '../../../kernel/json-text.js';
import { assertStorable, fromStored, toStored } from '../../../platform/database/storable.js';
import { contentHash } from '../content-hash.js';
import {
  CATALOGUE_BUNDLE_MODEL,
  CATALOGUE_CONTENT_MODEL,
  type CatalogueBundle,
  type CatalogueContent,
} from './catalogue-content.schema.js';
import { packJson, unpackJson } from './packed-json.js';

/** A package document whose bundles are texts. */
export interface ContentTexts {
  readonly head: JsonObject;
  readonly bundles: readonly JsonText[];
}

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
    const storedHead = toStored(head);
    const parts = await Promise.all(bundles.map(async (bundle) => partOf(bundle)));
    if (parts.length > 0) {
      await this.bundles.bulkWrite(
        parts.map(({ id, packed }) => ({
          updateOne: {
            filter: { _id: id },
            update: { $set: { touched: now }, $setOnInsert: { packed } },
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
    const found = await this.findTexts(ids);
    return new Map(
      [...found].map(([id, { head, bundles }]) => [
        id,
        { ...head, bundles: bundles.map((text) => text.toJSON() as JsonObject) },
      ]),
    );
  }

  /** The same with bundles as the texts that they are answered as. */
  async findTexts(ids: readonly string[]): Promise<ReadonlyMap<string, ContentTexts>> {
    const heads = await this.contents
      .find({ _id: trusted({ $in: ids }) }, { head: 1, bundleIds: 1 })
      .lean<Omit<CatalogueContent, 'touched'>[]>()
      .exec();
    const bundles = await this.bundleTexts(heads.flatMap(({ bundleIds }) => bundleIds));
    return new Map(
      heads.map(({ _id, head, bundleIds }) => [
        _id,
        {
          head: fromStored(head),
          bundles: bundleIds.flatMap((id) => bundles.get(id) ?? []),
        },
      ]),
    );
  }

  private async bundleTexts(ids: readonly string[]): Promise<ReadonlyMap<string, JsonText>> {
    const found = await this.bundles
      .find({ _id: trusted({ $in: [...new Set(ids)] }) }, { packed: 1 })
      .lean<{ readonly _id: string; readonly packed: mongo.Binary }[]>()
      .exec();
    return new Map(
      await Promise.all(
        found.map(async ({ _id, packed }): Promise<[string, JsonText]> => {
          return [_id, new JsonText(await unpackJson(packed.buffer))];
        }),
      ),
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

/** A bundle as it is stored. */
async function partOf(
  bundle: JsonValue,
): Promise<{ readonly id: string; readonly packed: Buffer }> {
  invariant(isJsonObject(bundle), 'the document was read as an artifact');
  assertStorable(bundle);
  return { id: contentHash(bundle), packed: await packJson(bundle) };
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
