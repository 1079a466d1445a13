import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo, type QueryFilter, trusted } from 'mongoose';
import { invariant } from '../../../kernel/invariant.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { JsonText } from '../../../kernel/json-text.js';
import {
  assertStorable,
  fromStored,
  type StoredDocument,
  toStored,
} from '../../../platform/database/storable.js';
import { contentHash } from '../trust/content-hash.js';
import {
  CATALOGUE_BUNDLE_MODEL,
  CATALOGUE_CONTENT_MODEL,
  type CatalogueBundle,
  type CatalogueContent,
} from './catalogue-content.schema.js';
import { forEachLimited } from '../../../platform/concurrency/for-each-limited.js';
import { TimeSlicer } from '../../../platform/concurrency/time-slicer.js';
import { packJson, unpackJson } from './packed-json.js';

/** Bundles of more text than this are records of their own: with a large head, one would not hold them. */
const TOGETHER_MAX_BYTES = 2 * 1024 * 1024;
/** A package may have thousands of bundles, and each takes memory while it is unpacked. */
const UNPACKED_AT_ONCE = 16;
const SWEPT_AT_ONCE = 1000;

/** A package document whose `bundles` are text. */
export interface ContentTexts {
  readonly head: JsonObject;
  readonly bundles: JsonText;
}

/** A content as the driver gives it, without its age. */
interface StoredContent extends Omit<CatalogueContent, 'touched' | 'packed'> {
  readonly packed: mongo.Binary | null;
}

/** A bundle as the driver gives it. */
interface StoredBundle {
  readonly _id: string;
  readonly packed?: mongo.Binary;
  /** In the place of `packed`, from a node of before migration 0005 that still ran after it. */
  readonly bundle?: StoredDocument;
}

/** Package documents by the hash of what they hold. */
@Injectable()
export class CatalogueContentsRepository {
  constructor(
    @InjectModel(CATALOGUE_CONTENT_MODEL) private readonly contents: Model<CatalogueContent>,
    @InjectModel(CATALOGUE_BUNDLE_MODEL) private readonly bundles: Model<CatalogueBundle>,
  ) {}

  /**
   * Stores a package document and answers its id.
   * @throws AppError as `assertStorable` does, for the head and for each bundle.
   */
  async put(document: JsonObject, now: Date): Promise<string> {
    const { bundles, ...head } = document;
    invariant(Array.isArray(bundles), 'the document was read as an artifact');
    const storedHead = toStored(head);
    const documents = bundles.map((bundle) => storableBundle(bundle));
    const text = JSON.stringify(documents);
    // Bundles first: whoever finds the document finds all of it.
    const bundlesKept =
      Buffer.byteLength(text) <= TOGETHER_MAX_BYTES
        ? { packed: await packJson(text) }
        : { packed: null, bundleIds: await this.putBundles(documents, now) };
    const _id = contentHash(document);
    const content = { head: storedHead, ...bundlesKept };
    await this.contents
      .updateOne({ _id }, { $set: { touched: now }, $setOnInsert: content }, UPSERT)
      .exec();
    return _id;
  }

  private async putBundles(bundles: readonly JsonObject[], now: Date): Promise<readonly string[]> {
    const ids: string[] = [];
    for (const bundle of bundles) {
      const _id = contentHash(bundle);
      const packed = await packJson(JSON.stringify(bundle));
      await this.bundles
        .updateOne({ _id }, { $set: { touched: now }, $setOnInsert: { packed } }, UPSERT)
        .exec();
      ids.push(_id);
    }
    return ids;
  }

  /**
   * The package documents with these ids, whole; what is no longer stored, or not all of it any more, is
   * left out: a sweep may come between two readings.
   */
  async findAll(ids: readonly string[]): Promise<ReadonlyMap<string, JsonObject>> {
    const found = await this.findTexts(ids);
    return new Map(
      [...found].map(([id, { head, bundles }]) => [
        id,
        { ...head, bundles: bundles.toJSON() as JsonValue[] },
      ]),
    );
  }

  /** The same with bundles as the text that they are answered as. */
  async findTexts(ids: readonly string[]): Promise<ReadonlyMap<string, ContentTexts>> {
    const found = await this.contents
      .find({ _id: trusted({ $in: ids }) }, { touched: 0 })
      .lean<StoredContent[]>()
      .exec();
    const apart = await this.bundleTexts(found.flatMap(({ bundleIds = [] }) => bundleIds));
    const whole = found.filter(({ bundleIds = [] }) => bundleIds.every((id) => apart.has(id)));
    const turns = new TimeSlicer();
    return new Map(
      await Promise.all(
        whole.map(
          async ({ _id, head, packed, bundleIds = [] }): Promise<[string, ContentTexts]> => {
            await turns.give();
            const bundles = packed
              ? await unpackJson(packed.buffer)
              : arrayOf(bundleIds.flatMap((id) => apart.get(id) ?? []));
            return [_id, { head: fromStored(head), bundles: new JsonText(bundles) }];
          },
        ),
      ),
    );
  }

  /** What documents say beside their bundles. */
  async findHeads(ids: readonly string[]): Promise<ReadonlyMap<string, JsonObject>> {
    const found = await this.contents
      .find({ _id: trusted({ $in: ids }) }, { head: 1 })
      .lean<Pick<StoredContent, '_id' | 'head'>[]>()
      .exec();
    return new Map(found.map(({ _id, head }) => [_id, fromStored(head)]));
  }

  private async bundleTexts(ids: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
    const texts = new Map<string, Buffer>();
    if (ids.length === 0) return texts;
    const stored = this.bundles
      .find({ _id: trusted({ $in: [...new Set(ids)] }) }, { touched: 0 })
      .lean<StoredBundle[]>()
      .cursor() as AsyncIterable<StoredBundle>; // lean: plain records of this projection
    const turns = new TimeSlicer();
    await forEachLimited(stored, UNPACKED_AT_ONCE, async (bundle) => {
      await turns.give();
      texts.set(bundle._id, await textOf(bundle));
    });
    return texts;
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
      const usedIds = new Set(used.flatMap(({ bundleIds = [] }) => bundleIds));
      const loose = ids.filter((id) => !usedIds.has(id));
      await this.bundles
        .deleteMany({ _id: trusted({ $in: loose }), touched: trusted({ $lt: before }) })
        .exec();
    }
  }
}

function storableBundle(bundle: JsonValue): JsonObject {
  invariant(isJsonObject(bundle), 'the document was read as an artifact');
  assertStorable(bundle);
  return bundle;
}

async function textOf({ packed, bundle = {} }: StoredBundle): Promise<Buffer> {
  if (packed) return unpackJson(packed.buffer);
  return Buffer.from(typeof bundle === 'string' ? bundle : JSON.stringify(bundle));
}

/** The JSON texts of values as that of an array of them. */
function arrayOf(texts: readonly Buffer[]): Buffer {
  const members = texts.flatMap((text, at) => (at === 0 ? [text] : [Buffer.from(','), text]));
  return Buffer.concat([Buffer.from('['), ...members, Buffer.from(']')]);
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
