import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { ListOptions } from '../../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOf } from '../../../api/lists/page-of.js';
import { ExpectedRevision } from '../../../api/revision/expected-revision.decorator.js';
import { revisioned } from '../../../api/revision/revisioned.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { noteHeader } from '../../../platform/request-context/request-context.js';
import { roleIdsOf } from '../records/referred-ids.js';
import { NewServiceAccountService } from './new-service-account.service.js';
import { SERVICE_ACCOUNT_LIST } from './service-account-list.js';
import {
  type IssuedServiceAccount,
  type ServiceAccount,
  type ServiceAccountWrite,
} from './service-account.js';
import {
  CreateServiceAccountRequest,
  IssuedServiceAccountAnswer,
  ListServiceAccountsAnswer,
  ServiceAccountAnswer,
  UpdateServiceAccountRequest,
} from './service-accounts.dto.js';
import { ServiceAccountsService } from './service-accounts.service.js';
import { toServiceAccountAnswer } from './to-service-account-answer.js';

/** The accounts of programs. */
@Controller()
export class ServiceAccountsController {
  constructor(
    private readonly accounts: ServiceAccountsService,
    private readonly newAccounts: NewServiceAccountService,
  ) {}

  @Operation('listServiceAccounts', ListServiceAccountsAnswer)
  async listServiceAccounts(
    @ListOptions(SERVICE_ACCOUNT_LIST) list: ListRequest,
  ): Promise<ListServiceAccountsAnswer> {
    const read = (part: StoredList): Promise<Page<ServiceAccount>> => this.accounts.list(part);
    const { items, total } = await pageOf(list, read, toServiceAccountAnswer);
    return { results: items, total };
  }

  @Operation('createServiceAccount', IssuedServiceAccountAnswer)
  async createServiceAccount(
    @Body() { name, ...write }: CreateServiceAccountRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<IssuedServiceAccountAnswer> {
    return issuedAnswer(await this.newAccounts.create(name, written(write), principal));
  }

  @Operation('updateServiceAccount', ServiceAccountAnswer)
  async updateServiceAccount(
    @Param('id') id: string,
    @Body() write: UpdateServiceAccountRequest,
    @ExpectedRevision() revision: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ServiceAccountAnswer> {
    const updated = await this.accounts.update(id, written(write), principal, revision);
    return revisioned(updated.account.revision, toServiceAccountAnswer(updated));
  }

  @Operation('deleteServiceAccount')
  async deleteServiceAccount(
    @Param('id') id: string,
    @ExpectedRevision() revision: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<void> {
    await this.accounts.remove(id, principal, revision);
  }

  @Operation('regenerateClientSecret', IssuedServiceAccountAnswer)
  async regenerateClientSecret(
    @Param('id') id: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<IssuedServiceAccountAnswer> {
    return issuedAnswer(await this.accounts.regenerate(id, principal));
  }
}

function written({ assignedRoles, ...rest }: UpdateServiceAccountRequest): ServiceAccountWrite {
  return { ...rest, assignedRoles: roleIdsOf(assignedRoles) };
}

/** With the secret, which nothing on the way may keep. */
function issuedAnswer(issued: IssuedServiceAccount): IssuedServiceAccountAnswer {
  noteHeader('Cache-Control', 'no-store');
  return { clientSecret: issued.clientSecret, ...toServiceAccountAnswer(issued) };
}
