import { Injectable } from '@nestjs/common';
import { type Page } from '../../../kernel/page.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { type Group } from '../stored/group.js';
import { GroupsRepository } from '../stored/groups.repository.js';
import { reachableGroups } from '../stored/reachable-groups.js';
import { AttemptsService } from '../sign-in/attempts.service.js';
import { type Account } from '../stored/account.js';
import { AccountsRepository } from '../stored/accounts.repository.js';

/** An account together with what other collections know of it. */
export interface AccountView {
  readonly account: Account;
  /** Names of its groups, in the order of `memberOf`; groups that are gone have none. */
  readonly groups: readonly string[];
  /** Ids of the roles that its groups, and those above them, give. */
  readonly inheritedRoles: readonly string[];
  /** Too many sign-ins failed: nobody can sign in for a while, whatever the password. */
  readonly locked: boolean;
}

/** Accounts as administrators see them. */
@Injectable()
export class AccountViewsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly groups: GroupsRepository,
    private readonly attempts: AttemptsService,
  ) {}

  async list(part: StoredList): Promise<Page<AccountView>> {
    const { items, total } = await this.accounts.list(part);
    return { items: await this.viewsOf(items), total };
  }

  async viewOf(account: Account): Promise<AccountView> {
    const [view] = await this.viewsOf([account]);
    return view ?? { account, groups: [], inheritedRoles: [], locked: false };
  }

  private async viewsOf(accounts: readonly Account[]): Promise<readonly AccountView[]> {
    const memberships = new Set(accounts.flatMap(({ memberOf }) => memberOf));
    const [groups, locked] = await Promise.all([
      this.groups.findWithAncestors([...memberships]),
      this.attempts.lockedNames(accounts.map(({ usernameFolded }) => usernameFolded)),
    ]);
    const names = new Map(groups.map(({ _id, name }) => [_id, name]));
    return accounts.map((account) => ({
      account,
      groups: account.memberOf.flatMap((id) => names.get(id) ?? []),
      inheritedRoles: inheritedRoles(account, groups),
      locked: locked.has(account.usernameFolded),
    }));
  }
}

function inheritedRoles({ memberOf }: Account, groups: readonly Group[]): readonly string[] {
  return [
    ...new Set(reachableGroups(memberOf, groups).flatMap(({ assignedRoles }) => assignedRoles)),
  ];
}
