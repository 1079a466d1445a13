import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';
import { CHAIN_SECRET_MODEL } from './backup.schema.js';
import { type StoredChainSecret } from './stored-chain.js';

/** The sealed secrets of chains, one document each. */
@Injectable()
export class ChainSecretsRepository {
  constructor(
    @InjectModel(CHAIN_SECRET_MODEL) private readonly secrets: Model<StoredChainSecret>,
  ) {}

  /** Those of a chain, in the order in which they came. */
  async ofChain(chain: string): Promise<readonly StoredChainSecret[]> {
    return this.secrets.find({ chain }).sort({ number: 1, variant: 1 }).lean<StoredChainSecret[]>();
  }

  /** @returns false when somebody else has given one of the numbers just now. */
  async insert(secrets: readonly StoredChainSecret[]): Promise<boolean> {
    if (secrets.length === 0) return true;
    try {
      // A configuration has dozens: a model would check each once more.
      await this.secrets.collection.insertMany(secrets as never[]);
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
  }

  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.secrets.deleteMany({ _id: trusted({ $in: ids }) });
  }
}
