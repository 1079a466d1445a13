import { Injectable } from '@nestjs/common';
import { type Principal } from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { accountChange } from '../accounts/account-change.js';
import { GrantsService } from '../identities/grants.service.js';
import { MembershipsService } from '../records/memberships.service.js';
import { UserRecordsService } from '../records/user-records.service.js';
import { ClientSecretsService } from './client-secrets.service.js';
import { type IssuedServiceAccount, type ServiceAccountWrite } from './service-account.js';

/** Makes service accounts, under the rules that hold for every account. */
@Injectable()
export class NewServiceAccountService {
  constructor(
    private readonly memberships: MembershipsService,
    private readonly grants: GrantsService,
    private readonly records: UserRecordsService,
    private readonly secrets: ClientSecretsService,
  ) {}

  /**
   * @throws AppError `invalid-input` for unknown groups and roles; `forbidden` when it would have
   * roles that the caller does not hold; `conflict` when the name is taken.
   */
  async create(
    name: string,
    write: ServiceAccountWrite,
    caller: Principal,
  ): Promise<IssuedServiceAccount> {
    const { description = '', groups = [], assignedRoles = [], inactive = false } = write;
    const { envelope = null } = write;
    const given = {
      memberOf: await this.memberships.groupIds({
        values: groups,
        pointer: '#/groups',
        present: [],
      }),
      assignedRoles: await this.memberships.roleIds({
        values: assignedRoles,
        pointer: '#/assignedRoles',
        present: [],
      }),
    };
    const after = await this.grants.rolesOfAccount(given);
    this.grants.assertMayGrant(caller, { before: [], after, takesOver: false });
    const account = await this.records.addAccount({
      username: name,
      passwordHash: null,
      isServiceAccount: true,
      firstname: description,
      inactive,
      envelope,
      ...given,
    });
    noteChange(accountChange(null, account));
    return this.secrets.give(account);
  }
}
