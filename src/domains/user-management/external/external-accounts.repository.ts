import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';
import { type Account, SCIM_PROVENANCE } from '../stored/account.js';
import { ACCOUNT_MODEL } from '../stored/account.schema.js';

/** What a sign-in takes over from whoever vouches for the user. */
export type TakenOver = Pick<
  Account,
  'username' | 'usernameFolded' | 'firstname' | 'firstnameFolded' | 'memberOf' | 'external'
>;

/** The accounts of external identities, in the collection of accounts. */
@Injectable()
export class ExternalAccountsRepository {
  constructor(@InjectModel(ACCOUNT_MODEL) private readonly accounts: Model<Account>) {}

  async findByKey(key: string): Promise<Account | null> {
    // With its type: the index holds texts alone, and is not looked at for what may be something else.
    return this.accounts
      .findOne({ 'external.key': trusted({ $eq: key, $type: 'string' }) })
      .lean<Account>();
  }

  /** The account that SCIM made under this name, if no identity is tied to it yet. */
  async findProvisioned(usernameFolded: string): Promise<Account | null> {
    return this.accounts
      .findOne({ usernameFolded, provenance: SCIM_PROVENANCE, external: null })
      .lean<Account>();
  }

  /**
   * Takes over what changed, if the account still has the revision that was read.
   * @returns `stale` when it has not; `name-taken` when another account has the new name.
   */
  async takeOver(
    { _id, revision }: Account,
    changes: Partial<TakenOver>,
    now: Date,
  ): Promise<Account | 'stale' | 'name-taken'> {
    try {
      const changed = await this.accounts
        .findOneAndUpdate(
          { _id, revision },
          { $set: { ...changes, '_meta.updated': now }, $inc: { revision: 1 } },
          { returnDocument: 'after' },
        )
        .lean<Account>();
      return changed ?? 'stale';
    } catch (error) {
      if (isDuplicateKey(error)) return 'name-taken';
      throw error;
    }
  }
}
