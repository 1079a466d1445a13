import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { type Page } from '../../../kernel/page.js';
import { ActiveAccounts } from '../../../platform/auth/active-accounts.js';
import { findPage, sortBy } from '../../../platform/database/lists/find-page.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { nameTaken } from './name-taken.js';
import { type Account } from './account.js';
import { ACCOUNT_MODEL } from './account.schema.js';

interface Listing {
  readonly hint: string;
  readonly paths: readonly string[];
}

const BY_USERNAME: Listing = { hint: 'list', paths: ['usernameFolded', '_id'] };
const LISTINGS: Readonly<Record<string, Listing>> = {
  firstname: { hint: 'list_by_firstname', paths: ['firstnameFolded', 'usernameFolded', '_id'] },
  lastSignIn: { hint: 'list_by_last_sign_in', paths: ['lastSignIn', 'usernameFolded', '_id'] },
};

/** Who is an administrator: holders of the role, and members of the groups that give it. */
export interface AdminHolders {
  readonly role: string;
  readonly groups: readonly string[];
  /** Not this one. */
  readonly except: string | undefined;
}

/** As much of an account as others show of it. */
export type MentionedAccount = Pick<Account, '_id' | 'username' | 'usernameFolded' | 'provenance'>;

/** The collection of accounts. */
@Injectable()
export class AccountsRepository extends ActiveAccounts {
  constructor(@InjectModel(ACCOUNT_MODEL) private readonly accounts: Model<Account>) {
    super();
  }

  /** A part of the accounts, by user name, first name or last sign-in. */
  async list({ filter, by = '', order, ...part }: StoredList): Promise<Page<Account>> {
    const { hint, paths } = LISTINGS[by] ?? BY_USERNAME;
    const sort = sortBy(paths, order);
    return findPage(this.accounts, filter, part, { sort, hint, countHint: BY_USERNAME.hint });
  }

  async findById(id: string): Promise<Account | null> {
    return this.accounts.findOne({ _id: id }).lean<Account>();
  }

  async findByName(usernameFolded: string): Promise<Account | null> {
    return this.accounts.findOne({ usernameFolded }).lean<Account>();
  }

  /** Accounts of these ids or of these names, in no order; each part by its own index. */
  async findMentioned(
    ids: readonly string[],
    usernamesFolded: readonly string[],
  ): Promise<readonly MentionedAccount[]> {
    const shown = { username: 1, usernameFolded: 1, provenance: 1 } as const;
    const [byId, byName] = await Promise.all([
      this.accounts.find({ _id: trusted({ $in: ids }) }, shown).lean<MentionedAccount[]>(),
      this.accounts
        .find({ usernameFolded: trusted({ $in: usernamesFolded }) }, shown)
        .lean<MentionedAccount[]>(),
    ]);
    return [...byId, ...byName];
  }

  override async activeAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.accounts
      .find({ _id: trusted({ $in: ids }), inactive: false }, { _id: 1 })
      .lean<Pick<Account, '_id'>[]>();
    return new Set(found.map(({ _id }) => _id));
  }

  async isEmpty(): Promise<boolean> {
    return (await this.accounts.exists({})) === null;
  }

  /** Whether an active account that can sign in with a password of ours is an administrator. */
  async someAdmin({ except, ...holders }: AdminHolders): Promise<boolean> {
    const found = await this.accounts.exists({
      ...administrators(holders),
      ...(except !== undefined && { _id: trusted({ $ne: except }) }),
    });
    return found !== null;
  }

  /** Names of the same accounts, in their order. */
  async adminNames(holders: Omit<AdminHolders, 'except'>): Promise<readonly string[]> {
    const found = await this.accounts
      .find(administrators(holders), { username: 1 })
      .sort({ usernameFolded: 1 })
      .lean<Pick<Account, 'username'>[]>()
      .exec();
    return found.map(({ username }) => username);
  }

  /** @throws AppError `conflict` when the name is taken. */
  async insert(account: Account): Promise<void> {
    await nameTaken('username already exists', () => this.accounts.create(account));
  }

  /**
   * Changes the account if it still has the revision that was read; null when it has not. Another
   * password, or closing the account, ends in the same write what was opened before.
   * @throws AppError `conflict` when another account has the name
   */
  async change(
    { _id, revision }: Account,
    changes: Partial<Account>,
    now: Date,
  ): Promise<Account | null> {
    const ends = changes.passwordHash !== undefined || changes.inactive === true;
    const credential = ends ? { credentialRevision: 1 } : {};
    return nameTaken('username already exists', () =>
      this.accounts
        .findOneAndUpdate(
          { _id, revision },
          {
            $set: { ...changes, '_meta.updated': now },
            $inc: { revision: 1, ...credential },
          },
          { returnDocument: 'after' },
        )
        .lean<Account>(),
    );
  }

  /** @returns false when it has another revision by now, or is gone. */
  async remove({ _id, revision }: Account): Promise<boolean> {
    return (await this.accounts.deleteOne({ _id, revision })).deletedCount === 1;
  }

  /** Takes a removed group out of the accounts that belonged to it. */
  async forgetGroup(id: string, now: Date): Promise<void> {
    await this.accounts.updateMany(
      { memberOf: id },
      { $pull: { memberOf: id }, $set: { '_meta.updated': now }, $inc: { revision: 1 } },
    );
  }

  /** Takes a removed role out of the accounts that held it. */
  async forgetRole(id: string, now: Date): Promise<void> {
    await this.accounts.updateMany(
      { assignedRoles: id },
      { $pull: { assignedRoles: id }, $set: { '_meta.updated': now }, $inc: { revision: 1 } },
    );
  }

  /** Gives another password to an account whose present one nobody has seen. */
  async replaceUnseenPassword(
    id: string,
    password: Pick<Account, 'passwordHash' | 'passwordUnseen'>,
  ): Promise<void> {
    await this.accounts.updateOne(
      { _id: id, passwordUnseen: true },
      { $set: password, $inc: { credentialRevision: 1, revision: 1 } },
    );
  }

  /** Whether this is the password that counts, and nobody has seen it. */
  async hasUnseenPassword(passwordHash: string): Promise<boolean> {
    return (await this.accounts.exists({ passwordUnseen: true, passwordHash })) !== null;
  }

  /** Notes that the password with this hash was shown to its owner. */
  async markPasswordSeen(passwordHash: string): Promise<void> {
    await this.accounts.updateOne(
      { passwordUnseen: true, passwordHash },
      { $set: { passwordUnseen: false } },
    );
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

/** Active, with a password of ours, and an administrator by one of these. */
function administrators({ role, groups }: Omit<AdminHolders, 'except'>): Record<string, unknown> {
  return {
    inactive: false,
    passwordHash: trusted({ $ne: null }),
    $or: [{ assignedRoles: role }, { memberOf: trusted({ $in: groups }) }],
  };
}
