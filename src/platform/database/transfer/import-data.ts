import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { type mongo } from 'mongoose';
import { type BsonTree } from './bson-tree.js';
import { listContents, withDatabase } from './database-handle.js';
import { fromLine, LINE_LIMIT_BYTES } from './document-line.js';
import { linesOf } from './lines-of.js';
import { documentsFile, type ExportedCollection, type Manifest, readManifest } from './manifest.js';
import { TransferError } from './transfer-error.js';
import { type TransferProgress } from './transfer-progress.js';

const BATCH_DOCUMENTS = 1000;
const BATCH_BYTES = 4 * 1024 * 1024;

export interface ImportOptions {
  /** The database to fill; the platform's own one when the URI names none. */
  readonly uri: string;
  /** Where `exportData` wrote. */
  readonly directory: string;
  /** Whether a database that is not empty loses everything it holds; without it, it is refused. */
  readonly replaces: boolean;
  readonly progress: TransferProgress;
}

async function clear(db: mongo.Db, replaces: boolean): Promise<void> {
  const contents = await listContents(db);
  for (const { name, type } of contents) {
    const isFilled = type !== 'view' && (await db.collection(name).findOne({})) !== null;
    if (isFilled && !replaces) {
      throw new TransferError(
        `The database ${db.databaseName} is not empty (${name} has documents); import into an empty one, or let --replace drop all that is in it.`,
      );
    }
  }
  for (const { name } of contents) await db.dropCollection(name);
}

/** Batches of documents, small enough for one command each. */
async function* batchesOf(lines: AsyncIterable<Buffer>): AsyncGenerator<mongo.Document[]> {
  let batch: mongo.Document[] = [];
  let bytes = 0;
  for await (const line of lines) {
    batch.push(fromLine(line.toString('utf8')));
    bytes += line.length;
    if (batch.length < BATCH_DOCUMENTS && bytes < BATCH_BYTES) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** Hands on what it reads and adds it up. */
async function* hashing(
  chunks: AsyncIterable<Buffer>,
  hash: { update(chunk: Buffer): unknown },
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

async function insertFile(
  collection: mongo.Collection,
  path: string,
  progress: TransferProgress,
): Promise<{ documents: number; sha256: string }> {
  const hash = createHash('sha256');
  const file = createReadStream(path);
  const text = file.pipe(createGunzip());
  file.on('error', (error) => text.destroy(error));
  let documents = 0;
  for await (const batch of batchesOf(linesOf(hashing(text, hash), LINE_LIMIT_BYTES))) {
    await collection.insertMany(batch, { forceServerObjectId: true });
    documents += batch.length;
    progress.advance(batch.length);
  }
  return { documents, sha256: hash.digest('hex') };
}

function expectSame(what: string, path: string, found: unknown, expected: unknown): void {
  if (found === expected) return;
  throw new TransferError(
    `${path} is not what was exported (${what} ${String(found)} instead of ${String(expected)}); the database is filled in part only, empty it before the next attempt.`,
  );
}

async function create(db: mongo.Db, name: string, options: string): Promise<void> {
  const settings = fromLine(options);
  const plain = settings instanceof Map ? Object.fromEntries(settings as BsonTree) : settings;
  await db.command({ create: name, ...plain });
}

async function importCollection(
  db: mongo.Db,
  exported: ExportedCollection,
  { directory, progress }: ImportOptions,
): Promise<void> {
  const { name, options, indexes } = exported;
  const path = documentsFile(directory, name);
  progress.enter(name);
  await create(db, name, options);
  const collection = db.collection(name);
  let inserted;
  try {
    inserted = await insertFile(collection, path, progress);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new TransferError(
      `${path} cannot be imported: ${why}. The database is filled in part only, empty it before the next attempt.`,
      { cause: error },
    );
  }
  expectSame('documents', path, inserted.documents, exported.documents);
  expectSame('checksum', path, inserted.sha256, exported.sha256);
  expectSame('documents stored', path, await collection.countDocuments({}), exported.documents);
  if (indexes.length > 0) {
    await db.command({ createIndexes: name, indexes: indexes.map(fromLine) });
  }
}

async function importInto(db: mongo.Db, manifest: Manifest, options: ImportOptions): Promise<void> {
  const { collections } = manifest;
  await clear(db, options.replaces);
  options.progress.begin(collections.reduce((sum, { documents }) => sum + documents, 0));
  const [views, stored] = [
    collections.filter(({ kind }) => kind === 'view'),
    collections.filter(({ kind }) => kind === 'collection'),
  ];
  for (const exported of stored) await importCollection(db, exported, options);
  // A view may build on any collection and on other views; MongoDB does not look at what is below.
  for (const view of views) await create(db, view.name, view.options);
  options.progress.end();
}

/**
 * Fills a database from an export, indexes included, and compares counts and checksums.
 * @throws TransferError in words for the operator.
 */
export async function importData(options: ImportOptions): Promise<Manifest> {
  const manifest = readManifest(options.directory);
  await withDatabase(options.uri, (db) => importInto(db, manifest, options));
  return manifest;
}
