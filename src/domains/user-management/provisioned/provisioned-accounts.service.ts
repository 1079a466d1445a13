import { Injectable } from '@nestjs/common';
import { notFound } from '../../../kernel/app-error.js';
import { type Page, type PageRequest } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { allOf, startsWithFilter } from '../../../platform/database/text-match.js';
import { type AccountWrite } from '../accounts/account-writes.service.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { type Account, SCIM_PROVENANCE } from '../stored/account.js';
import { AccountsRepository } from '../stored/accounts.repository.js';
import { GroupsRepository } from '../stored/groups.repository.js';
import { type AccountPoint, ProvisionedRepository } from './provisioned.repository.js';

/** An account that SCIM made. */
export type ProvisionedAccount = Account;

/** A part of these accounts, in the order of their names. */
export interface AccountPart extends PageRequest {
  readonly prefix?: string | undefined;
  readonly active?: boolean | undefined;
}

/** What SCIM says of an account. */
export type ProvisionedWrite = Required<
  Pick<AccountWrite, 'username' | 'firstname' | 'inactive' | 'scim'>
> & { readonly username: string };

/** Accounts that SCIM clients make: they see no others, and what they do is judged as every change is. */
@Injectable()
export class ProvisionedAccountsService {
  constructor(
    private readonly provisioned: ProvisionedRepository,
    private readonly stored: AccountsRepository,
    private readonly accounts: AccountsService,
    private readonly groups: GroupsRepository,
  ) {}

  /** @throws AppError `not-found` also for accounts that SCIM did not make */
  async get(id: string): Promise<ProvisionedAccount> {
    const found = await this.stored.findById(id);
    if (found?.provenance !== SCIM_PROVENANCE) throw notFound('User', id);
    return found;
  }

  /** Accounts that one of these finds, each once, so many for each at most, in the order of their names. */
  async find(
    points: readonly AccountPoint[],
    limit: number,
  ): Promise<readonly ProvisionedAccount[]> {
    const found = await Promise.all(points.map((point) => this.provisioned.findAt(point, limit)));
    const each = new Map(found.flat().map((account) => [account._id, account])).values();
    return [...each].sort((a, b) => (a.usernameFolded < b.usernameFolded ? -1 : 1));
  }

  list({ prefix = '', active, ...page }: AccountPart): Promise<Page<ProvisionedAccount>> {
    const filter = allOf([
      { provenance: SCIM_PROVENANCE },
      startsWithFilter('usernameFolded', prefix),
      active === undefined ? {} : { inactive: !active },
    ]);
    return this.stored.list({ filter, order: 1, ...page });
  }

  /** Names of the groups that SCIM made, by their ids; of others nothing is said. */
  async groupNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = ids.length === 0 ? [] : await this.groups.findByIds(ids);
    const own = found.filter(({ provenance }) => provenance === SCIM_PROVENANCE);
    return new Map(own.map(({ _id, name }) => [_id, name]));
  }

  /** @throws AppError `conflict` when the name is taken, by whomever; as `AccountsService.create` */
  create(write: ProvisionedWrite, caller: Principal): Promise<ProvisionedAccount> {
    return this.accounts.create(write.username, null, { write, pointer: '#', caller });
  }

  /** @throws AppError as `AccountsService.update` */
  update(
    { _id, revision }: ProvisionedAccount,
    write: ProvisionedWrite,
    caller: Principal,
  ): Promise<ProvisionedAccount> {
    return this.accounts.update(_id, { write, pointer: '#', caller }, revision);
  }

  /** @throws AppError as `AccountsService.remove` */
  async remove(id: string, caller: Principal, expected: number | undefined): Promise<void> {
    await this.get(id);
    await this.accounts.remove(id, caller, expected);
  }
}
