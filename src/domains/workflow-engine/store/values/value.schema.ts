import { type mongo, Schema } from 'mongoose';

/** Names under which the models are registered: their collections are those of a GridFS bucket. */
export const VALUE_FILE_MODEL = 'JobValueFile';
export const VALUE_CHUNK_MODEL = 'JobValueChunk';

/** A large value of a job, as GridFS says it. */
export interface StoredValueFile {
  /** Id of the job, `/`, what `ValueRef` calls its hash. */
  readonly _id: string;
  readonly length: number;
  readonly chunkSize: number;
  readonly uploadDate: Date;
  readonly filename: string;
  readonly metadata: {
    readonly jobId: string;
    /** `rootStarter` of the job; absent in values of before quotas. */
    readonly starter?: string;
    /** The sealed key by which a secret value is encrypted; null for one in clear text. */
    readonly key: string | null;
  };
}

/** A piece of it. */
export interface StoredValueChunk {
  /** Id of the value, `/`, place of the piece. */
  readonly _id: string;
  readonly files_id: string;
  readonly n: number;
  readonly data: mongo.Binary;
}

const text = { type: String, required: true };
const number = { type: Number, required: true };

export const valueFileSchema = new Schema<Record<keyof StoredValueFile, unknown>>(
  {
    _id: text,
    length: number,
    chunkSize: number,
    uploadDate: { type: Date, required: true },
    filename: text,
    metadata: { type: Schema.Types.Mixed, required: true },
  } satisfies Record<keyof StoredValueFile, unknown>,
  { collection: 'job_values.files', strict: 'throw', versionKey: false },
);
// Those of a job; what nothing may refer to any more, the oldest first.
valueFileSchema.index({ 'metadata.jobId': 1, uploadDate: 1 }, { name: 'job' });
// How much the jobs of one starter keep.
valueFileSchema.index({ 'metadata.starter': 1, length: 1 }, { name: 'starter' });

export const valueChunkSchema = new Schema<Record<keyof StoredValueChunk, unknown>>(
  {
    _id: text,
    files_id: text,
    n: number,
    data: { type: Schema.Types.Buffer, required: true },
  } satisfies Record<keyof StoredValueChunk, unknown>,
  { collection: 'job_values.chunks', strict: 'throw', versionKey: false },
);
// The pieces of a value, in their order.
valueChunkSchema.index({ files_id: 1, n: 1 }, { name: 'pieces', unique: true });
