import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { foldText } from '../../../kernel/folded-text.js';
import { type Account, SCIM_PROVENANCE } from '../stored/account.js';
import { ACCOUNT_MODEL } from '../stored/account.schema.js';
import { type Group } from '../stored/group.js';
import { GROUP_MODEL } from '../stored/group.schema.js';

/** By what an index finds accounts that SCIM made. */
export type AccountPointKey = 'id' | 'userName' | 'displayName' | 'externalId' | 'emails.value';
export interface AccountPoint {
  readonly key: AccountPointKey;
  readonly value: string;
}

/** The partial indexes hold texts alone, and are not looked at for what may be something else. */
const text = (value: string): unknown => trusted({ $eq: value, $type: 'string' });

const FILTERS: Readonly<Record<AccountPointKey, (value: string) => Record<string, unknown>>> = {
  id: (value) => ({ _id: value }),
  userName: (value) => ({ usernameFolded: foldText(value) }),
  displayName: (value) => ({ firstnameFolded: foldText(value) }),
  externalId: (value) => ({ 'scim.externalId': text(value) }),
  'emails.value': (value) => ({ 'scim.emails': text(foldText(value)) }),
};

const GROUP_FILTERS: Readonly<
  Record<Exclude<GroupPointKey, 'members.value'>, (value: string) => Record<string, unknown>>
> = {
  id: FILTERS.id,
  displayName: (value) => ({ nameFolded: foldText(value) }),
  externalId: FILTERS.externalId,
};

/** The index of each: of several that begin with what is asked for, one has to be named. */
const ACCOUNT_INDEXES: Readonly<Record<AccountPointKey, string | Record<string, 1>>> = {
  id: { _id: 1 },
  userName: { usernameFolded: 1 },
  displayName: 'list_by_firstname',
  externalId: { 'scim.externalId': 1 },
  'emails.value': { 'scim.emails': 1 },
};
const GROUP_INDEXES: Readonly<Record<GroupPointKey, Record<string, 1>>> = {
  id: { _id: 1 },
  displayName: { provenance: 1, nameFolded: 1 },
  externalId: { 'scim.externalId': 1 },
  'members.value': { _id: 1 },
};

const SHOWN_OF_MEMBERS = { username: 1, firstname: 1, memberOf: 1 } as const;

/** As much of a member as its groups show. */
export type MemberAccount = Pick<Account, '_id' | 'username' | 'firstname' | 'memberOf'>;

/** By what an index finds groups that SCIM made. */
export type GroupPointKey = 'id' | 'displayName' | 'externalId' | 'members.value';
export interface GroupPoint {
  readonly key: GroupPointKey;
  readonly value: string;
}

/** Accounts and groups that SCIM made, in the collections of both. */
@Injectable()
export class ProvisionedRepository {
  constructor(
    @InjectModel(ACCOUNT_MODEL) private readonly accounts: Model<Account>,
    @InjectModel(GROUP_MODEL) private readonly groups: Model<Group>,
  ) {}

  /** Accounts that have this value, so many at most. */
  async findAt({ key, value }: AccountPoint, limit: number): Promise<readonly Account[]> {
    // The filter is made of paths of the collection, which its type does not say.
    const filter: object = { ...FILTERS[key](value), provenance: SCIM_PROVENANCE };
    const hint = ACCOUNT_INDEXES[key];
    return this.accounts.find(filter).limit(limit).hint(hint).lean<Account[]>();
  }

  /** Groups that have this value, so many at most. */
  async findGroupsAt({ key, value }: GroupPoint, limit: number): Promise<readonly Group[]> {
    const filter = key === 'members.value' ? await this.groupsOf(value) : GROUP_FILTERS[key](value);
    const own: object = { ...filter, provenance: SCIM_PROVENANCE };
    return this.groups.find(own).limit(limit).hint(GROUP_INDEXES[key]).lean<Group[]>();
  }

  /** The members of any of these groups, so many at most; without what they say of themselves. */
  async membersOf(groups: readonly string[], limit: number): Promise<readonly MemberAccount[]> {
    return this.accounts
      .find({ memberOf: trusted({ $in: groups }), provenance: SCIM_PROVENANCE }, SHOWN_OF_MEMBERS)
      .limit(limit)
      .lean<MemberAccount[]>();
  }

  /** Those of these accounts that are there. */
  async findAccounts(ids: readonly string[]): Promise<readonly MemberAccount[]> {
    return this.accounts
      .find({ _id: trusted({ $in: ids }), provenance: SCIM_PROVENANCE }, SHOWN_OF_MEMBERS)
      .lean<MemberAccount[]>();
  }

  /** Makes members of these accounts; those that are it already stay as they are. */
  async addMembers(group: string, ids: readonly string[], now: Date): Promise<void> {
    await this.accounts.updateMany(
      {
        _id: trusted({ $in: ids }),
        provenance: SCIM_PROVENANCE,
        memberOf: trusted({ $ne: group }),
      },
      { $push: { memberOf: group }, $set: { '_meta.updated': now }, $inc: { revision: 1 } },
    );
  }

  /** Lets these accounts belong to the group no longer. */
  async removeMembers(group: string, ids: readonly string[], now: Date): Promise<void> {
    await this.accounts.updateMany(
      { _id: trusted({ $in: ids }), provenance: SCIM_PROVENANCE, memberOf: group },
      { $pull: { memberOf: group }, $set: { '_meta.updated': now }, $inc: { revision: 1 } },
    );
  }

  /** A member's groups stand in its own record. */
  private async groupsOf(account: string): Promise<Record<string, unknown>> {
    const found = await this.accounts
      .findOne({ _id: account, provenance: SCIM_PROVENANCE }, { memberOf: 1 })
      .lean<Pick<Account, 'memberOf'>>();
    return { _id: trusted({ $in: found?.memberOf ?? [] }) };
  }
}
