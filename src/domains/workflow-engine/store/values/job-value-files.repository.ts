import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, mongo } from 'mongoose';
import { Clock } from '#kernel/clock.js';
import { isDuplicateKey } from '#platform/database/mongo-failures.js';
import { SecretBox } from '#platform/secrets/secret-box.js';
import { EngineWrites } from '../engine-writes.js';
import {
  type StoredValueChunk,
  type StoredValueFile,
  VALUE_CHUNK_MODEL,
  VALUE_FILE_MODEL,
} from './value.schema.js';

const CHUNK_BYTES = 255 * 1024;
/** As many at a time as one command takes. */
const CHUNKS_AT_ONCE = 32;
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const ALGORITHM = 'aes-256-gcm';

/** A value that is to lie apart. */
export interface ValueFile {
  readonly jobId: string;
  readonly hash: string;
  /** The value, as JSON. */
  readonly text: string;
  readonly secret: boolean;
}

/**
 * Large values of jobs, in a GridFS bucket. One of a name that is there already is the same one. Those that
 * are secret are encrypted with a key of their own, which is sealed beside them: so they follow when the
 * platform's keys change.
 */
@Injectable()
export class JobValueFilesRepository {
  // eslint-disable-next-line max-params -- two collections, encryption, named writes, clock
  constructor(
    @InjectModel(VALUE_FILE_MODEL) private readonly files: Model<StoredValueFile>,
    @InjectModel(VALUE_CHUNK_MODEL) private readonly chunks: Model<StoredValueChunk>,
    private readonly box: SecretBox,
    private readonly writes: EngineWrites,
    private readonly clock: Clock,
  ) {}

  /** Those that are not there yet. */
  async absent(files: readonly ValueFile[]): Promise<readonly ValueFile[]> {
    if (files.length === 0) return [];
    const ids = files.map(({ jobId, hash }) => idOf(jobId, hash));
    const found = await this.files.collection
      .find({ _id: { $in: ids as never[] } }, { projection: { _id: 1 }, hint: '_id_' })
      .toArray();
    const present = new Set(found.map(({ _id }) => String(_id)));
    return files.filter((_, at) => !present.has(ids[at] ?? ''));
  }

  /** How many bytes the jobs of families keep whose roots this account has started. */
  async bytesOf(starter: string): Promise<number> {
    const [sum] = await this.files.collection
      .aggregate<{ bytes: number }>(
        [
          { $match: { 'metadata.starter': starter } },
          { $group: { _id: null, bytes: { $sum: '$length' } } },
        ],
        { hint: 'starter' },
      )
      .toArray();
    return sum?.bytes ?? 0;
  }

  /** Stores one that is not there. */
  async put({ jobId, hash, text, secret }: ValueFile, starter: string): Promise<void> {
    const _id = idOf(jobId, hash);
    const { data, key } = secret ? this.encrypted(text) : { data: Buffer.from(text), key: null };
    await this.putChunks(_id, data);
    const file: StoredValueFile = {
      _id,
      length: data.length,
      chunkSize: CHUNK_BYTES,
      uploadDate: this.clock.now(),
      filename: hash,
      metadata: { jobId, starter, key },
    };
    await this.writes.run('value-file', (options) =>
      ignoringRepeats(this.files.collection.insertOne(file as never, options)),
    );
  }

  /** The value as JSON; undefined when it is not there. */
  async get(jobId: string, hash: string): Promise<string | undefined> {
    const _id = idOf(jobId, hash);
    const file = await this.files.collection.findOne<StoredValueFile>({ _id: _id as never });
    if (!file) return undefined;
    const pieces = await this.chunks.collection
      .find<StoredValueChunk>({ files_id: _id }, { hint: 'pieces' })
      .sort({ n: 1 })
      .toArray();
    const data = Buffer.concat(pieces.map((piece) => Buffer.from(piece.data.buffer)));
    const { key } = file.metadata;
    return key === null ? data.toString() : decrypted(data, this.box.unseal(key));
  }

  /** Values that were stored before this time, by job, after one of the ids of jobs. */
  async storedBefore(
    before: Date,
    after: string,
    limit: number,
  ): Promise<readonly { readonly jobId: string; readonly hashes: readonly string[] }[]> {
    const groups = await this.files.collection
      .aggregate<{ _id: string; hashes: string[] }>(
        [
          { $match: { 'metadata.jobId': { $gt: after }, uploadDate: { $lt: before } } },
          { $group: { _id: '$metadata.jobId', hashes: { $push: '$filename' } } },
          { $sort: { _id: 1 } },
          { $limit: limit },
        ],
        { hint: 'job' },
      )
      .toArray();
    return groups.map(({ _id: jobId, hashes }) => ({ jobId, hashes }));
  }

  async removeOfJobs(ids: readonly string[]): Promise<void> {
    await this.removeAll({ 'metadata.jobId': { $in: [...ids] } });
  }

  async remove(jobId: string, hashes: readonly string[]): Promise<void> {
    const ids = hashes.map((hash) => idOf(jobId, hash));
    await this.removeAll({ _id: { $in: ids as never[] } });
  }

  private async removeAll(filter: mongo.Filter<mongo.Document>): Promise<void> {
    const { collection } = this.files;
    const found = await collection.find(filter, { projection: { _id: 1 } }).toArray();
    if (found.length === 0) return;
    const ids = found.map(({ _id }) => _id);
    await this.writes.run('value-sweep', (options) =>
      this.chunks.collection.deleteMany({ files_id: { $in: ids } }, options),
    );
    await this.writes.run('value-sweep', (options) =>
      collection.deleteMany({ _id: { $in: ids } }, options),
    );
  }

  private async putChunks(_id: string, data: Buffer): Promise<void> {
    const count = Math.ceil(data.length / CHUNK_BYTES);
    for (let from = 0; from < count; from += CHUNKS_AT_ONCE) {
      const length = Math.min(CHUNKS_AT_ONCE, count - from);
      const some = Array.from({ length }, (_, index) => chunkOf(_id, from + index, data));
      await this.writes.run('value-chunks', (options) =>
        ignoringRepeats(
          this.chunks.collection.insertMany(some as never[], { ordered: false, ...options }),
        ),
      );
    }
  }

  private encrypted(text: string): { readonly data: Buffer; readonly key: string } {
    const key = randomBytes(KEY_BYTES);
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    const data = Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    return { data, key: this.box.seal(key.toString('base64url')) };
  }
}

function idOf(jobId: string, hash: string): string {
  return `${jobId}/${hash}`;
}

function chunkOf(files_id: string, n: number, data: Buffer): StoredValueChunk {
  const piece = data.subarray(n * CHUNK_BYTES, (n + 1) * CHUNK_BYTES);
  return { _id: `${files_id}/${n}`, files_id, n, data: new mongo.Binary(piece) };
}

function decrypted(data: Buffer, key: string): string {
  const opener = createDecipheriv(
    ALGORITHM,
    Buffer.from(key, 'base64url'),
    data.subarray(0, IV_BYTES),
    { authTagLength: TAG_BYTES },
  );
  opener.setAuthTag(data.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const text = opener.update(data.subarray(IV_BYTES + TAG_BYTES));
  return Buffer.concat([text, opener.final()]).toString('utf8');
}

/** What is there already is what would be written. */
async function ignoringRepeats(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
