import { Injectable } from '@nestjs/common';
import { KnownAccounts, type NamedAccount } from '../../platform/request-context/known-accounts.js';
import { AccountNamesService } from '../user-management/accounts/account-names.service.js';

/** The accounts of the platform, as refused sign-ins name them. */
@Injectable()
export class AccountNames extends KnownAccounts {
  constructor(private readonly names: AccountNamesService) {
    super();
  }

  override byName(usernameFolded: string): Promise<NamedAccount | null> {
    return this.names.find(usernameFolded);
  }
}
