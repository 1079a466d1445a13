import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { type Account } from '../stored/account.js';
import { ACCOUNT_MODEL } from '../stored/account.schema.js';

/** What decides whether credentials of an account still count, and whose they are. */
export type CredentialOwner = Pick<
  Account,
  '_id' | 'username' | 'credentialRevision' | 'sessionSerial'
>;

/** The accounts behind a page of sessions or tokens. */
@Injectable()
export class CredentialOwnersRepository {
  constructor(@InjectModel(ACCOUNT_MODEL) private readonly accounts: Model<Account>) {}

  /** Those of the ids that no account has any more. */
  async findGone(ids: readonly string[]): Promise<readonly string[]> {
    const found = await this.accounts
      .find({ _id: trusted({ $in: ids }) })
      .select({ _id: 1 })
      .lean<Pick<Account, '_id'>[]>();
    const there = new Set(found.map(({ _id }) => _id));
    return ids.filter((id) => !there.has(id));
  }

  /** The active accounts with these ids; others admit nobody. */
  async findActive(ids: readonly string[]): Promise<ReadonlyMap<string, CredentialOwner>> {
    const found = await this.accounts
      .find({ _id: trusted({ $in: [...new Set(ids)] }), inactive: false })
      .select({ username: 1, credentialRevision: 1, sessionSerial: 1 })
      .lean<CredentialOwner[]>();
    return new Map(found.map((owner) => [owner._id, owner]));
  }
}
