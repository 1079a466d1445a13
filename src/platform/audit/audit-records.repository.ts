import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo, trusted } from 'mongoose';
import { type AuditRecord, type ChainHead } from './audit-entry.js';
import { AUDIT_RECORD_MODEL } from './audit-record.schema.js';
import { type FoundRecord } from './chain.js';

const BATCH = 500;

/** The end of a chain, with what kind of record it is. */
export interface DatedHead extends ChainHead {
  readonly kind: string;
}

/** The collection of the audit trail: records are added, read, and removed when they are old enough. */
@Injectable()
export class AuditRecordsRepository {
  constructor(@InjectModel(AUDIT_RECORD_MODEL) private readonly records: Model<AuditRecord>) {}

  /** Adds records in their order; when it fails, some of the first of them may have been added. */
  async insert(records: readonly AuditRecord[]): Promise<void> {
    // The driver's own insert: a hash was made of exactly these values, and nothing may cast them.
    const collection = this.records.collection as unknown as mongo.Collection<AuditRecord>;
    await collection.insertMany([...records], { ordered: true });
  }

  /** The place of the last record of a chain; 0 when it has none. */
  async lastSequence(chain: string): Promise<number> {
    const last = await this.records
      .findOne({ chain }, { sequence: 1 })
      .sort({ sequence: -1 })
      .lean()
      .exec();
    return last?.sequence ?? 0;
  }

  /** The last records of all chains, newest first, at most so many. One look per chain. */
  async heads(limit: number): Promise<readonly DatedHead[]> {
    return this.records
      .aggregate<DatedHead>([
        { $sort: { chain: -1, sequence: -1 } },
        {
          $group: {
            _id: '$chain',
            sequence: { $first: '$sequence' },
            hash: { $first: '$hash' },
            kind: { $first: '$kind' },
            at: { $first: '$at' },
          },
        },
        { $sort: { at: -1, _id: 1 } },
        { $limit: limit },
        { $project: { _id: 0, chain: '$_id', sequence: 1, hash: 1, kind: 1 } },
      ])
      .exec();
  }

  /** Whether there is any record yet. */
  async isEmpty(): Promise<boolean> {
    return (await this.records.exists({}).exec()) === null;
  }

  /** Chains whose first record is older than that. */
  async chainsBegunBefore(time: Date): Promise<readonly string[]> {
    const found = await this.records
      .aggregate<{ _id: string }>([
        { $sort: { chain: 1, sequence: 1 } },
        { $group: { _id: '$chain', at: { $first: '$at' } } },
        { $match: { at: { $lt: time } } },
        { $project: { _id: 1 } },
      ])
      .exec();
    return found.map(({ _id }) => _id);
  }

  /** The first records of a chain. */
  async firstOf(
    chain: string,
    limit: number,
  ): Promise<readonly Pick<AuditRecord, 'sequence' | 'hash' | 'at'>[]> {
    return this.records
      .find({ chain }, { sequence: 1, hash: 1, at: 1 })
      .sort({ sequence: 1 })
      .limit(limit)
      .lean<AuditRecord[]>()
      .exec();
  }

  /** Removes the beginning of a chain; the only way in which records go. */
  async removeUpTo(chain: string, sequence: number): Promise<void> {
    await this.records.deleteMany({ chain, sequence: trusted({ $lte: sequence }) }).exec();
  }

  /** All records, chain by chain and in their order, as they are stored. */
  async *walk(): AsyncGenerator<FoundRecord> {
    const cursor = this.records.collection
      .find({}, { batchSize: BATCH })
      .sort({ chain: 1, sequence: 1 });
    for await (const record of cursor) yield record;
  }

  /** The records that tell of removal because of age, as they are stored. */
  async *removals(): AsyncGenerator<FoundRecord> {
    const cursor = this.records.collection.find(
      { kind: 'chain', reason: 'retention' },
      { batchSize: BATCH },
    );
    for await (const record of cursor) yield record;
  }

  /** Those of the heads that are there, with this very hash. */
  async present(heads: readonly ChainHead[]): Promise<readonly Omit<ChainHead, 'hash'>[]> {
    if (heads.length === 0) return [];
    const $or = heads.map(({ chain, sequence, hash }) => ({ chain, sequence, hash }));
    return this.records
      .find({ $or }, { _id: 0, chain: 1, sequence: 1 })
      .lean<Omit<ChainHead, 'hash'>[]>()
      .exec();
  }

  /** About how many records there are. */
  async estimatedCount(): Promise<number> {
    return this.records.estimatedDocumentCount();
  }
}
