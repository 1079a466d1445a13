import { Injectable } from '@nestjs/common';
import { type Principal } from '../../../kernel/principal.js';
import { restricted } from './role-subset.js';
import { IdentitiesService } from './identities.service.js';

/** Who an account is, for domains that do something in its name while it is not there. */
@Injectable()
export class AccountPrincipalsService {
  constructor(private readonly identities: IdentitiesService) {}

  /**
   * The account with its roles, as it was at most a second ago; null when it is gone or inactive.
   * @param limits ids of the roles to which it is held, null for all that it has.
   */
  async find(accountId: string, limits: readonly string[] | null): Promise<Principal | null> {
    const identity = await this.identities.find(accountId);
    return identity ? restricted(identity.principal, limits) : null;
  }
}
