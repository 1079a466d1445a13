import { Body, Controller, Param } from '@nestjs/common';
import { CurrentCaller } from '../../../api/access/current-caller.decorator.js';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { fieldsOf } from '../../../api/validation/wrapped-body.js';
import { Operation } from '../../../api/operation.decorator.js';
import { ListOptions } from '../../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOf } from '../../../api/lists/page-of.js';
import { ExpectedRevision } from '../../../api/revision/expected-revision.decorator.js';
import { revisioned } from '../../../api/revision/revisioned.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { type Caller } from '../../../platform/auth/caller.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { done } from '../records/user-answers.js';
import { toAccountRecord, toAuthorizationAccount } from './to-account.js';
import { accountRequest } from './account-request.js';
import { ACCOUNT_LIST } from './account-list.js';
import { type Account } from '../stored/account.js';
import { type AccountView, AccountViewsService } from './account-views.service.js';
import {
  AccountAnswer,
  AddAccountRequest,
  type AddedAccountFields,
  AuthorizationAccount,
  ChangePasswordRequest,
  CreateAccountAnswer,
  CreateAccountRequest,
  ListAccountsAnswer,
  UserSettingsAnswer,
  UpdateAccountRequest,
} from './accounts.dto.js';
import { AccountsService } from './accounts.service.js';
import { OwnPasswordService } from './own-password.service.js';

/** Accounts, and the password of one's own. */
@Controller()
export class AccountsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly views: AccountViewsService,
    private readonly ownPassword: OwnPasswordService,
  ) {}

  @Operation('createAccount', CreateAccountAnswer)
  async createAccount(
    @Body() { account }: CreateAccountRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<CreateAccountAnswer> {
    const view = await this.add(account, principal);
    return { result: done('created', 'account', toAccountRecord(view)) };
  }

  @Operation('listAccounts', ListAccountsAnswer)
  async listAccounts(@ListOptions(ACCOUNT_LIST) list: ListRequest): Promise<ListAccountsAnswer> {
    const read = (part: StoredList): Promise<Page<AccountView>> => this.views.list(part);
    const { items, total } = await pageOf(list, read, toAuthorizationAccount);
    return { results: items, total };
  }

  @Operation('getAccount', AuthorizationAccount)
  async getAccount(@Param('id') id: string): Promise<AuthorizationAccount> {
    const view = await this.views.viewOf(await this.accounts.get(id));
    return revisioned(view.account.revision, toAuthorizationAccount(view));
  }

  @Operation('userSettings', UserSettingsAnswer)
  async userSettings(@CurrentPrincipal() { id }: Principal): Promise<UserSettingsAnswer> {
    const shown = toAuthorizationAccount(await this.views.viewOf(await this.accounts.get(id)));
    return Object.assign(shown, { gitTokens: {}, lastLogin: shown.lastSignIn });
  }

  @Operation('addAccount', AccountAnswer)
  async addAccount(
    @Body() { account }: AddAccountRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<AccountAnswer> {
    return done('created', 'account', toAuthorizationAccount(await this.add(account, principal)));
  }

  @Operation('updateAccount', AccountAnswer)
  async updateAccount(
    @Param('id') id: string,
    @Body() body: UpdateAccountRequest,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<AccountAnswer> {
    const request = accountRequest(fieldsOf(body, 'account'), principal);
    return this.updated(await this.accounts.update(id, request, expected));
  }

  @Operation('deleteAccount')
  async deleteAccount(
    @Param('id') id: string,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<void> {
    await this.accounts.remove(id, principal, expected);
  }

  @Operation('changeOwnPassword')
  async changeOwnPassword(
    @Body() body: ChangePasswordRequest,
    @CurrentPrincipal() principal: Principal,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    await this.ownPassword.change(principal, body, caller);
  }

  private async updated(account: Account): Promise<AccountAnswer> {
    const shown = toAuthorizationAccount(await this.views.viewOf(account));
    return revisioned(account.revision, done('updated', 'account', shown));
  }

  private async add(fields: AddedAccountFields, principal: Principal): Promise<AccountView> {
    const request = accountRequest({ fields, pointer: '#/account' }, principal);
    const { username, password } = fields;
    return this.views.viewOf(await this.accounts.create(username, password, request));
  }
}
