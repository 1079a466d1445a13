import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { conflict } from '../../../kernel/app-error.js';
import { type Page } from '../../../kernel/page.js';
import { findPage } from '../../../platform/database/lists/find-page.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { allOf } from '../../../platform/database/text-match.js';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';
import { type ApiToken } from './api-token.js';
import { API_TOKEN_MODEL } from './api-token.schema.js';

const ACCOUNTS_BY_AGE = 'account_1_created_-1__id_1';
const ALL_BY_AGE = 'created_-1__id_1';

/** The collection of API tokens. */
@Injectable()
export class ApiTokensRepository {
  constructor(@InjectModel(API_TOKEN_MODEL) private readonly tokens: Model<ApiToken>) {}

  /** @throws AppError `conflict` when the account has a token of that name. */
  async insert(token: ApiToken): Promise<void> {
    try {
      await this.tokens.create(token);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw conflict(`You have a token with the name '${token.name}' already`, 'name-taken');
    }
  }

  async findByTokenKey(tokenKey: string): Promise<ApiToken | null> {
    return this.tokens.findOne({ tokenKey }).lean<ApiToken>();
  }

  async findById(id: string): Promise<ApiToken | null> {
    return this.tokens.findOne({ _id: id }).lean<ApiToken>();
  }

  /** A part of the tokens of an account or, with null, of all; by their age. */
  async list(
    account: string | null,
    { filter, order, ...part }: StoredList,
  ): Promise<Page<ApiToken>> {
    const conditions = allOf([account === null ? {} : { account }, filter]);
    const hint = account === null ? ALL_BY_AGE : ACCOUNTS_BY_AGE;
    const sort = { created: order, _id: order === 1 ? -1 : 1 } as const;
    return findPage(this.tokens, conditions, part, { sort, hint });
  }

  async countOf(account: string): Promise<number> {
    return this.tokens.countDocuments({ account }).hint(ACCOUNTS_BY_AGE);
  }

  /** @returns false when it had gone already. */
  async remove(id: string): Promise<boolean> {
    return (await this.tokens.deleteOne({ _id: id })).deletedCount === 1;
  }

  /** Records uses in one round trip. A token that was revoked meanwhile stays revoked. */
  async recordUses(uses: readonly (readonly [id: string, lastUsed: Date])[]): Promise<void> {
    if (uses.length === 0) return;
    await this.tokens.bulkWrite(
      uses.map(([_id, lastUsed]) => ({
        // The latest use counts, whichever node reports first.
        updateOne: { filter: { _id }, update: { $max: { lastUsed } } },
      })),
      { ordered: false },
    );
  }

  /** Ids of the accounts that have tokens. */
  async accounts(): Promise<readonly string[]> {
    return this.tokens.distinct('account');
  }

  async removeOf(accounts: readonly string[]): Promise<void> {
    await this.tokens.deleteMany(
      { account: trusted({ $in: accounts }) },
      { hint: { account: 1, nameFolded: 1 } },
    );
  }

  async removeExpired(before: Date): Promise<void> {
    await this.tokens.deleteMany({ expires: trusted({ $lt: before }) });
  }
}
