import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { type Authenticated } from '../../../platform/auth/credential-store.js';
import { AccountsRepository } from '../stored/accounts.repository.js';
import { GrantsService } from '../identities/grants.service.js';

/** Whose sessions and tokens a caller may end, once he may know of them (docs/accounts.md). */
@Injectable()
export class CredentialPermissionsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly grants: GrantsService,
  ) {}

  /**
   * Those of administrators of the platform are ended by themselves and by one another: who administers
   * users alone could keep all of them out. A token for some of the roles ends none of its owner's.
   * @throws AppError `forbidden`
   */
  async assertMayEnd(account: string, credential: Authenticated): Promise<void> {
    const { principal, restrictedTo } = credential;
    if (account !== principal.id) return this.assertMayEndOthers(account, credential);
    if (restrictedTo === undefined) return;
    const detail =
      'A token for some of the roles ends no sessions and no other tokens of its owner';
    throw new AppError('forbidden', detail, { code: 'sign-in-needed' });
  }

  private async assertMayEndOthers(account: string, { principal }: Authenticated): Promise<void> {
    const owner = await this.accounts.findById(account);
    if (!owner) return;
    const before = await this.grants.rolesOfAccount(owner);
    this.grants.assertMayGrant(principal, { before, after: [], takesOver: false });
  }
}
