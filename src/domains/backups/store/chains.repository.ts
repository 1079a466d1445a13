import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { Clock } from '../../../kernel/clock.js';
import { type GuardedRecord } from '../../../kernel/gbac.js';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';
import { CHAIN_MODEL, SEGMENT_MODEL } from './backup.schema.js';
import { type StoredBytes, type StoredChain, type StoredSegment } from './stored-chain.js';

/** What is written of a chain, beside its revision and when. */
export type ChainState = Omit<StoredChain, '_id' | 'revision' | 'updated'>;

/** The heads of chains and their segments. */
@Injectable()
export class ChainsRepository {
  constructor(
    @InjectModel(CHAIN_MODEL) private readonly chains: Model<StoredChain>,
    @InjectModel(SEGMENT_MODEL) private readonly segments: Model<StoredSegment>,
    private readonly clock: Clock,
  ) {}

  async find(_id: string): Promise<StoredChain | null> {
    return this.chains.findOne({ _id }).lean<StoredChain>();
  }

  /** The head without the newest text, which is most of it. */
  async findPlaces(_id: string): Promise<Pick<StoredChain, 'segments' | 'revision'> | null> {
    return this.chains.findOne({ _id }, { segments: 1, revision: 1 }).lean<StoredChain>();
  }

  /** Ids of the chains of a name, folded. */
  async idsOfName(nameFolded: string): Promise<readonly string[]> {
    const found = await this.chains
      .find({ nameFolded }, { _id: 1 })
      .hint('name')
      .lean<Pick<StoredChain, '_id'>[]>();
    return found.map(({ _id }) => _id);
  }

  /** Ids of chains in their order, from one on. */
  async idsAfter(after: string, limit: number): Promise<readonly string[]> {
    const found = await this.chains
      .find({ _id: trusted({ $gt: after }) }, { _id: 1 })
      .sort({ _id: 1 })
      .limit(limit)
      .lean<Pick<StoredChain, '_id'>[]>();
    return found.map(({ _id }) => _id);
  }

  /** Ids of the chains in which secrets wait for their removal. */
  async idsRetiring(limit: number): Promise<readonly string[]> {
    const found = await this.chains
      .find({ 'retiring.0': trusted({ $exists: true }) }, { _id: 1 })
      .hint('retiring')
      .limit(limit)
      .lean<Pick<StoredChain, '_id'>[]>();
    return found.map(({ _id }) => _id);
  }

  /**
   * Makes a chain, or gives one of this revision another state.
   * @param revision null for a chain that is not there yet.
   * @returns false when somebody else was faster.
   */
  async put(_id: string, revision: number | null, state: ChainState): Promise<boolean> {
    const updated = this.clock.now();
    if (revision !== null) {
      const { matchedCount } = await this.chains.updateOne(
        { _id, revision },
        { $set: { ...state, updated, revision: revision + 1 } },
      );
      return matchedCount === 1;
    }
    try {
      await this.chains.collection.insertOne({ _id, revision: 1, ...state, updated } as never);
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
  }

  /** The groups of the newest version changed; only while it is that one. */
  async guardNewest(_id: string, backupId: string, guard: GuardedRecord): Promise<void> {
    await this.chains.updateOne(
      { _id, 'newest.backupId': backupId },
      { $set: { ...guard }, $inc: { revision: 1 } },
    );
  }

  /** The groups of the device changed. */
  async guard(_id: string, guard: GuardedRecord): Promise<void> {
    await this.chains.updateOne({ _id }, { $set: { ...guard }, $inc: { revision: 1 } });
  }

  /** The secrets are gone. */
  async clearRetired(_id: string, keys: readonly string[]): Promise<void> {
    await this.chains.updateOne(
      { _id },
      { $pull: { retiring: trusted({ $in: keys }) }, $inc: { revision: 1 } },
    );
  }

  async findSegment(_id: string): Promise<StoredSegment | null> {
    return this.segments.findOne({ _id }).lean<StoredSegment>();
  }

  async insertSegment(segment: Omit<StoredSegment, 'created'>): Promise<void> {
    const created = this.clock.now();
    await this.segments.collection.insertOne({ ...segment, created } as never);
  }

  async removeSegments(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.segments.deleteMany({ _id: trusted({ $in: ids }) });
  }

  /** Segments that were stored within a time, for whoever looks for those that belong to nothing. */
  async segmentsCreated(
    from: Date,
    to: Date,
  ): Promise<readonly Pick<StoredSegment, '_id' | 'chain'>[]> {
    return this.segments
      .find({ created: trusted({ $gte: from, $lt: to }) }, { _id: 1, chain: 1 })
      .hint('created')
      .lean<Pick<StoredSegment, '_id' | 'chain'>[]>();
  }
}

/** Bytes as the driver gives them back. */
export function bytesOf(stored: StoredBytes): Buffer {
  if (Buffer.isBuffer(stored)) return stored;
  const { buffer, byteOffset, byteLength } = stored.buffer;
  return Buffer.from(buffer, byteOffset, Math.min(byteLength, stored.position));
}
