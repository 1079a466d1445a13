import { createHash, type Hash } from 'node:crypto';
import { createWriteStream, readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { mongo } from 'mongoose';
import { makeDirectory } from '../launcher/make-directory.js';
import { listContents, withDatabase } from './database-handle.js';
import { toLine } from './document-line.js';
import {
  documentsFile,
  type ExportedCollection,
  type Manifest,
  writeManifest,
} from './manifest.js';
import { TransferError } from './transfer-error.js';
import { type TransferProgress } from './transfer-progress.js';

const CHUNK_CHARS = 64 * 1024;

export interface ExportOptions {
  /** The database to read; the platform's own one when the URI names none. */
  readonly uri: string;
  /** Where the files go: missing or empty. */
  readonly directory: string;
  readonly progress: TransferProgress;
}

/** What one file turned out to hold. */
interface Tally {
  readonly hash: Hash;
  documents: number;
}

function ensureEmpty(directory: string): void {
  makeDirectory(directory);
  if (readdirSync(directory).length > 0) {
    throw new TransferError(`The directory ${directory} is not empty.`);
  }
}

function lineOf(raw: Buffer, collection: string, tally: Tally): string {
  try {
    return `${toLine(raw)}\n`;
  } catch (error) {
    if (!(error instanceof TransferError)) throw error;
    const which = `Document number ${tally.documents + 1} of ${collection}`;
    throw new TransferError(`${which} cannot be exported: ${error.message}.`, { cause: error });
  }
}

/** The documents of a collection as text, in pieces that are neither tiny nor large. */
async function* toText(
  collection: mongo.Collection,
  tally: Tally,
  progress: TransferProgress,
): AsyncGenerator<string> {
  let chunk = '';
  let pending = 0;
  for await (const raw of collection.find({}, { raw: true })) {
    chunk += lineOf(raw as unknown as Buffer, collection.collectionName, tally); // `raw` says so
    tally.documents += 1;
    pending += 1;
    if (chunk.length < CHUNK_CHARS) continue;
    yield flush();
  }
  if (pending > 0) yield flush();

  function flush(): string {
    const text = chunk;
    tally.hash.update(text);
    progress.advance(pending);
    [chunk, pending] = ['', 0];
    return text;
  }
}

function lineOfSetting(document: mongo.Document): string {
  return toLine(Buffer.from(mongo.BSON.serialize(document)));
}

/** Indexes as `createIndexes` takes them; `_id_` comes with the collection. */
async function indexLines(collection: mongo.Collection): Promise<readonly string[]> {
  const indexes = (await collection.listIndexes().toArray()) as mongo.Document[];
  return indexes
    .filter(({ name }) => name !== '_id_')
    .map(({ v: _v, ns: _ns, ...index }) => lineOfSetting(index));
}

async function exportCollection(
  db: mongo.Db,
  info: mongo.CollectionInfo,
  { directory, progress }: ExportOptions,
): Promise<ExportedCollection> {
  const { name } = info;
  const options = lineOfSetting(info.options ?? {});
  const tally: Tally = { hash: createHash('sha256'), documents: 0 };
  if (info.type === 'view') {
    return { name, kind: 'view', documents: 0, sha256: '', options, indexes: [] };
  }
  progress.enter(name);
  const collection = db.collection(name);
  const file = documentsFile(directory, name);
  await pipeline(
    Readable.from(toText(collection, tally, progress)),
    createGzip(),
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
  );
  const { documents, hash } = tally;
  const indexes = await indexLines(collection);
  return { name, kind: 'collection', documents, sha256: hash.digest('hex'), options, indexes };
}

async function exportFrom(db: mongo.Db, options: ExportOptions): Promise<Manifest> {
  const contents = await listContents(db);
  const stored = contents.filter(({ type }) => type !== 'view');
  const sizes = await Promise.all(
    stored.map(({ name }) => db.collection(name).estimatedDocumentCount()),
  );
  options.progress.begin(sizes.reduce((sum, size) => sum + size, 0));
  const collections: ExportedCollection[] = [];
  for (const info of contents) collections.push(await exportCollection(db, info, options));
  options.progress.end();
  return writeManifest(options.directory, { database: db.databaseName, collections });
}

/**
 * Writes a database to a directory: a compressed file of Extended JSON lines for each collection,
 * and a manifest with counts, checksums and indexes. It is no snapshot: documents that change
 * meanwhile are in it in one of their states.
 * @throws TransferError in words for the operator; then the directory holds no manifest.
 */
export async function exportData(options: ExportOptions): Promise<Manifest> {
  ensureEmpty(options.directory);
  return withDatabase(options.uri, (db) => exportFrom(db, options));
}
