import { type mongo } from 'mongoose';
import { toTree, type BsonTree } from '../database/transfer/bson-tree.js';
import { listContents } from '../database/transfer/database-handle.js';
import { SECRETS_CHECK, type StoredSecretsCheck } from './secrets-check.schema.js';
import { SEALED_MARK, type TextChange } from './sealed-texts.js';

/** A change carries the document twice, and a command takes 16 MiB. */
const WHOLE_BYTES_MAX = 7 * 1024 * 1024;
const BATCH = 100;

/** A document that holds the mark of sealed text. */
export interface SealedDocument {
  readonly tree: BsonTree;
  readonly sizeBytes: number;
}

/** Documents with sealed texts, in whatever collection they are. */
export class SealedDocumentsRepository {
  constructor(private readonly db: mongo.Db) {}

  /** The sealed check value of the database (`SecretsCheckRepository`); undefined in a new one. */
  async findCheck(): Promise<string | undefined> {
    const check = await this.db
      .collection<StoredSecretsCheck>(SECRETS_CHECK.collection)
      .findOne({ _id: SECRETS_CHECK.id });
    return check?.sealed;
  }

  /** Names and approximate sizes of all collections that hold documents. */
  async collections(): Promise<readonly { name: string; documents: number }[]> {
    const contents = (await listContents(this.db)).filter(({ type }) => type !== 'view');
    const counted = contents.map(async ({ name }) => ({
      name,
      documents: await this.db.collection(name).estimatedDocumentCount(),
    }));
    return Promise.all(counted);
  }

  /** Every document of a collection in turn; undefined in the place of one without the mark. */
  async *walk(collection: string): AsyncGenerator<SealedDocument | undefined> {
    const cursor = this.db.collection(collection).find({}, { raw: true, batchSize: BATCH });
    for await (const raw of cursor) yield toSealed(raw);
  }

  /** A document as it is now; undefined when it is gone, or holds no mark any more. */
  async find(collection: string, id: unknown): Promise<SealedDocument | undefined> {
    const filter = { _id: id } as mongo.Filter<mongo.Document>;
    const raw = await this.db.collection(collection).findOne(filter, { raw: true });
    return raw ? toSealed(raw) : undefined;
  }

  /**
   * Puts the new texts in the place of the old, unless the document was changed since it was read:
   * then false, and nothing is done.
   */
  async replace(
    collection: string,
    before: SealedDocument,
    after: { readonly document: unknown; readonly changes: readonly TextChange[] },
  ): Promise<boolean> {
    if (before.sizeBytes > WHOLE_BYTES_MAX) return this.#replaceTexts(collection, before, after);
    const { matchedCount } = await this.db.collection(collection).updateOne(
      {
        _id: before.tree.get('_id') as mongo.ObjectId,
        $expr: { $eq: ['$$ROOT', { $literal: before.tree }] },
      },
      [{ $replaceWith: { $literal: after.document } }],
      { collation: { locale: 'simple' } },
    );
    return matchedCount === 1;
  }

  /** For documents that do not fit twice into a command; keys with dots cannot be named this way. */
  async #replaceTexts(
    collection: string,
    before: SealedDocument,
    { changes }: { readonly changes: readonly TextChange[] },
  ): Promise<boolean> {
    const named = (text: 'before' | 'after'): Record<string, string> =>
      Object.fromEntries(changes.map((change) => [change.path.join('.'), change[text]]));
    const { matchedCount } = await this.db
      .collection(collection)
      .updateOne(
        { ...named('before'), _id: before.tree.get('_id') as mongo.ObjectId },
        { $set: named('after') },
        { collation: { locale: 'simple' } },
      );
    return matchedCount === 1;
  }
}

/** The driver gives bytes for documents when asked for `raw`, whatever its types say. */
function toSealed(document: mongo.Document): SealedDocument | undefined {
  const raw = document as unknown as Buffer;
  if (!raw.includes(SEALED_MARK)) return undefined;
  return { tree: toTree(raw), sizeBytes: raw.length };
}
