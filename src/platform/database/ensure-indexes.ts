import { type Connection, mongo } from 'mongoose';
import { concurrentMap } from '../concurrency/concurrent-map.js';

/** An index as a schema declares it. */
interface DeclaredIndex {
  readonly collection: string;
  readonly keys: mongo.IndexSpecification;
  readonly options: mongo.IndexOptions;
}

/** An index that could not be made, in words for the operator. */
export interface IndexConflict {
  readonly collection: string;
  readonly sentence: string;
}

/** Collections whose indexes are made at a time: mostly they are there, and each is a short question. */
const AT_ONCE = 8;
const DUPLICATE_KEY = 11_000;
/** Same keys with other options, or the same name with other keys. */
const OTHER_DEFINITION = new Set([85, 86]);

function declaredIndexes(connection: Connection): readonly DeclaredIndex[] {
  return Object.values(connection.models).flatMap(({ schema, collection }) =>
    schema.indexes().map(([keys, { background: _, ...options }]) => ({
      collection: collection.collectionName,
      keys: keys as mongo.IndexSpecification, // what `schema.index` was given
      options: options as mongo.IndexOptions,
    })),
  );
}

function describeIndex({ collection, keys, options }: DeclaredIndex): string {
  const kind = options.unique === true ? 'unique index' : 'index';
  return `The ${kind} ${JSON.stringify(keys)} of ${collection}`;
}

function codeOf(error: unknown): number {
  return error instanceof mongo.MongoServerError ? Number(error.code) : 0;
}

function isConflict(error: unknown): boolean {
  const code = codeOf(error);
  return code === DUPLICATE_KEY || OTHER_DEFINITION.has(code);
}

/** The conflict that an error of `createIndex` means; any other error is not ours to explain. */
function toConflict(index: DeclaredIndex, error: unknown): IndexConflict {
  const code = codeOf(error);
  const { collection } = index;
  if (code === DUPLICATE_KEY) {
    const sentence = `${describeIndex(index)} cannot be made: several documents have the same value. Change or delete all but one of them.`;
    return { collection, sentence };
  }
  if (OTHER_DEFINITION.has(code)) {
    const sentence = `${describeIndex(index)} exists with another definition. A migration must drop the old one first.`;
    return { collection, sentence };
  }
  throw error;
}

/** The indexes of each collection, in the order in which the models declare them. */
function byCollection(connection: Connection): readonly (readonly DeclaredIndex[])[] {
  // Models that share a collection may declare the same index; one command must not name it twice. Told
  // apart as texts: the same keys in another order make another index.
  const byText = new Map(
    declaredIndexes(connection).map((index) => [JSON.stringify(index), index] as const),
  );
  const declared = [...byText.values()];
  const collections = [...new Set(declared.map(({ collection }) => collection))];
  return collections.map((name) => declared.filter(({ collection }) => collection === name));
}

/** Makes the indexes of one collection at once. */
async function makeTogether(db: mongo.Db, indexes: readonly DeclaredIndex[]): Promise<void> {
  const [first] = indexes;
  if (!first) return;
  const descriptions = indexes.map(({ keys, options }) => ({ key: keys, ...options }));
  // The driver declares fewer forms of keys here than `createIndex` takes; ours are plain objects.
  await db.collection(first.collection).createIndexes(descriptions as mongo.IndexDescription[]);
}

/** Makes the indexes of one collection one by one: one that cannot be made does not stop the others. */
async function makeSingly(
  db: mongo.Db,
  indexes: readonly DeclaredIndex[],
): Promise<readonly IndexConflict[]> {
  const conflicts: IndexConflict[] = [];
  for (const index of indexes) {
    try {
      await db.collection(index.collection).createIndex(index.keys, index.options, {});
    } catch (error) {
      conflicts.push(toConflict(index, error));
    }
  }
  return conflicts;
}

async function makeOfCollection(
  db: mongo.Db,
  indexes: readonly DeclaredIndex[],
): Promise<readonly IndexConflict[]> {
  try {
    await makeTogether(db, indexes);
    return [];
  } catch (error) {
    if (!isConflict(error)) throw error;
    return makeSingly(db, indexes);
  }
}

/**
 * Makes every index that the registered models declare; those that exist are left alone, and nothing
 * is ever dropped. A conflict does not stop the others.
 * @returns the conflicts.
 */
export async function ensureIndexes(
  connection: Connection,
  db: mongo.Db,
  signal: AbortSignal,
): Promise<readonly IndexConflict[]> {
  const conflicts: IndexConflict[] = [];
  const collections = byCollection(connection);
  const make = (indexes: readonly DeclaredIndex[]): Promise<readonly IndexConflict[]> =>
    makeOfCollection(db, indexes);
  for await (const found of concurrentMap(collections, { ahead: AT_ONCE, signal }, make)) {
    signal.throwIfAborted();
    conflicts.push(...found);
  }
  return conflicts;
}

/** Which indexes of a collection the database lacks. */
export interface IndexStatus {
  readonly collection: string;
  readonly declared: number;
  /** Keys of the missing ones, as JSON. */
  readonly missing: readonly string[];
}

/** Lays the declared indexes beside those of the database, collection by collection. */
export async function indexStatus(connection: Connection): Promise<readonly IndexStatus[]> {
  const statuses: IndexStatus[] = [];
  for (const indexes of byCollection(connection)) {
    const [first] = indexes;
    if (!first) continue;
    const { collection } = first;
    const present = await connection.collection(collection).indexes();
    const keys = new Set(present.map(({ key }) => JSON.stringify(key)));
    const wanted = indexes.map((index) => JSON.stringify(index.keys));
    const missing = wanted.filter((one) => !keys.has(one));
    statuses.push({ collection, declared: indexes.length, missing });
  }
  return statuses;
}
