import { Injectable } from '@nestjs/common';
import { type Principal } from '../../../kernel/principal.js';
import {
  assertMayUseWorkflow,
  isRestricted,
  mayUseWorkflow,
  type UsedWorkflow,
} from '../../../kernel/workflow-access.js';
import { AccountPrincipalsService } from '../../user-management/identities/account-principals.service.js';

/** Who answers for a start: an account, as the credential was held that it used. */
export interface StartingAccount {
  readonly id: string;
  /** Ids of roles; null for all that the account has. */
  readonly limits: readonly string[] | null;
}

/** Judges starts in the name of accounts that are not there, as they are now. */
@Injectable()
export class WorkflowRightsService {
  constructor(private readonly accounts: AccountPrincipalsService) {}

  /** @param account null for the platform itself. */
  async mayStart(account: StartingAccount | null, workflow: UsedWorkflow): Promise<boolean> {
    return mayUseWorkflow(await this.principalOf(account, workflow), workflow);
  }

  /** @throws AppError `forbidden`, code `not-startable`, where `mayStart` does not admit. */
  async assertMayStart(account: StartingAccount | null, workflow: UsedWorkflow): Promise<void> {
    assertMayUseWorkflow('start', await this.principalOf(account, workflow), workflow);
  }

  /** Most workflows are for everybody: then nobody is looked up. */
  private async principalOf(
    account: StartingAccount | null,
    workflow: UsedWorkflow,
  ): Promise<Principal | null> {
    if (!account || !isRestricted(workflow)) return null;
    return this.accounts.find(account.id, account.limits);
  }
}
