import { Injectable } from '@nestjs/common';
import { notFound } from '../../../kernel/app-error.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { allOf } from '../../../platform/database/text-match.js';
import { type Account } from '../stored/account.js';
import { accountChange } from '../accounts/account-change.js';
import { AccountsRepository } from '../stored/accounts.repository.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { GrantsService } from '../identities/grants.service.js';
import { ClientSecretsService } from './client-secrets.service.js';
import {
  type IssuedServiceAccount,
  type ServiceAccount,
  type ServiceAccountWrite,
} from './service-account.js';

/** Service accounts: accounts of programs, which sign in with a client secret (docs/accounts.md). */
@Injectable()
export class ServiceAccountsService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly repository: AccountsRepository,
    private readonly secrets: ClientSecretsService,
    private readonly grants: GrantsService,
  ) {}

  /** A part of the service accounts, by name. */
  async list(part: StoredList): Promise<Page<ServiceAccount>> {
    const filter = allOf([{ isServiceAccount: true }, part.filter]);
    const { items, total } = await this.repository.list({ ...part, filter });
    return { items: await this.secrets.show(items), total };
  }

  /**
   * @throws AppError `not-found`, `invalid-input`, `forbidden` for roles that the caller does not
   * hold, `conflict`, `precondition-failed`.
   */
  async update(
    id: string,
    { description, ...write }: ServiceAccountWrite,
    caller: Principal,
    expected: number | undefined,
  ): Promise<ServiceAccount> {
    await this.get(id);
    const request = { write: { ...write, firstname: description }, pointer: '#', caller };
    const account = await this.accounts.update(id, request, expected);
    const [shown = { account, secret: null }] = await this.secrets.show([account]);
    return shown;
  }

  /**
   * Gives the account another secret; the old one and what was issued for it end within a second.
   * @throws AppError `not-found`; `forbidden` when the account has roles that the caller does not hold.
   */
  async regenerate(id: string, caller: Principal): Promise<IssuedServiceAccount> {
    const present = await this.get(id);
    const roles = await this.grants.rolesOfAccount(present);
    this.grants.assertMayGrant(caller, { before: roles, after: roles, takesOver: true });
    const renewed = await this.secrets.renew(present);
    noteChange(accountChange(present, renewed.account));
    return renewed;
  }

  /**
   * Removes the account; its secret and its access tokens open nothing from then on.
   * @throws AppError `not-found`, `forbidden`, `conflict`, `precondition-failed`.
   */
  async remove(id: string, caller: Principal, expected: number | undefined): Promise<void> {
    await this.get(id);
    await this.accounts.remove(id, caller, expected);
    await this.secrets.remove(id);
  }

  private async get(id: string): Promise<Account> {
    const found = await this.repository.findById(id);
    if (found?.isServiceAccount !== true) throw notFound('Service account', id);
    return found;
  }
}
