import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { type Account } from './account.js';
import { ACCOUNT_MODEL } from './account.schema.js';

/** The collection of accounts. */
@Injectable()
export class AccountsRepository {
  constructor(@InjectModel(ACCOUNT_MODEL) private readonly accounts: Model<Account>) {}

  async findById(id: string): Promise<Account | null> {
    return this.accounts.findOne({ _id: id }).lean<Account>();
  }

  async findByName(usernameFolded: string): Promise<Account | null> {
    return this.accounts.findOne({ usernameFolded }).lean<Account>();
  }

  async isEmpty(): Promise<boolean> {
    return (await this.accounts.exists({})) === null;
  }

  /** @throws AppError `conflict` when the name is taken, by way of the unique index. */
  async insert(account: Account): Promise<void> {
    await this.accounts.create(account);
  }

  /** Gives another password to an account whose present one nobody has seen. */
  async replaceUnseenPassword(
    id: string,
    password: Pick<Account, 'passwordHash' | 'passwordUnseen'>,
  ): Promise<void> {
    await this.accounts.updateOne(
      { _id: id, passwordUnseen: true },
      { $set: password, $inc: { credentialRevision: 1 } },
    );
  }

  /**
   * Notes that the password with this hash is being shown to its owner.
   * @returns false when another one has taken its place meanwhile.
   */
  async markPasswordSeen(passwordHash: string): Promise<boolean> {
    const { matchedCount } = await this.accounts.updateOne(
      { passwordUnseen: true, passwordHash },
      { $set: { passwordUnseen: false } },
    );
    return matchedCount === 1;
  }

  /**
   * Numbers the next session of the account, if the account is still the one whose password was
   * verified; null when it was deactivated or given another password in between.
   */
  async recordSignIn({ _id, passwordHash }: Account, now: Date): Promise<Account | null> {
    return this.accounts
      .findOneAndUpdate(
        { _id, passwordHash, inactive: false },
        {
          $inc: { sessionSerial: 1 },
          // Whoever signs in has seen the password.
          $set: { lastSignIn: now, passwordUnseen: false },
        },
        { returnDocument: 'after' },
      )
      .lean<Account>();
  }
}
