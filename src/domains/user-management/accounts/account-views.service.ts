import { Injectable } from '@nestjs/common';
import { type Page } from '../../../kernel/page.js';
import { GroupsRepository } from '../groups/groups.repository.js';
import { AttemptsService } from '../sign-in/attempts.service.js';
import { type UserListQuery } from '../records/user-list.js';
import { type Account } from './account.js';
import { AccountsRepository, type AccountSort } from './accounts.repository.js';

/** An account together with what other collections know of it. */
export interface AccountView {
  readonly account: Account;
  /** Names of its groups, in the order of `memberOf`; groups that are gone have none. */
  readonly groups: readonly string[];
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

  /** @throws AppError `invalid-input` for unknown fields */
  async list(query: UserListQuery<AccountSort>): Promise<Page<AccountView>> {
    const { items, total } = await this.accounts.list(query);
    return { items: await this.viewsOf(items), total };
  }

  async viewOf(account: Account): Promise<AccountView> {
    const [view] = await this.viewsOf([account]);
    return view ?? { account, groups: [], locked: false };
  }

  private async viewsOf(accounts: readonly Account[]): Promise<readonly AccountView[]> {
    const [names, locked] = await Promise.all([
      this.groups.findNames(accounts.flatMap(({ memberOf }) => memberOf)),
      this.attempts.lockedNames(accounts.map(({ usernameFolded }) => usernameFolded)),
    ]);
    return accounts.map((account) => ({
      account,
      groups: account.memberOf.flatMap((id) => names.get(id) ?? []),
      locked: locked.has(account.usernameFolded),
    }));
  }
}
