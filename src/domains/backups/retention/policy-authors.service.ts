import { Injectable } from '@nestjs/common';
import { mayCall } from '#api/access/may-call.js';
import { mayRead, mayWrite } from '#kernel/gbac.js';
import { type Principal } from '#kernel/principal.js';
import { AppLogger } from '#platform/logging/app-logger.js';
import { AccountPrincipalsService } from '../../user-management/identities/account-principals.service.js';
import { type StoredBackup } from '../store/stored-backup.js';
import { type RetentionPolicy } from './retention-policy.js';

/** What a policy may look at and delete: what its author may, as the account is now. */
export interface PolicyRights {
  readonly mayRead: (backup: StoredBackup) => boolean;
  readonly mayDelete: (backup: StoredBackup) => boolean;
}

/** Finds what policies of retention may do. */
@Injectable()
export class PolicyAuthorsService {
  constructor(
    private readonly accounts: AccountPrincipalsService,
    private readonly log: AppLogger,
  ) {}

  /** Undefined where the author is gone, inactive or without the role: then the policy deletes nothing. */
  async rightsOf({ _id: policy, author }: RetentionPolicy): Promise<PolicyRights | undefined> {
    if (!author) return rightsOf(NOBODY);
    const principal = await this.accounts.find(author.id, author.limits);
    if (principal && mayCall(principal, 'updateRetentionPolicy')) return rightsOf(principal);
    this.log.warn({ policy }, 'the author of a retention policy may not delete');
    return undefined;
  }
}

/** In no group, and of no role. */
const NOBODY: Principal = {
  id: '',
  provenance: '',
  username: '',
  firstname: '',
  groups: [],
  roles: [],
};

function rightsOf(principal: Principal): PolicyRights {
  return {
    mayRead: ({ gbac }) => mayRead(principal, 'ConfigurationManager', gbac).admitted,
    mayDelete: ({ gbac }) => mayWrite(principal, 'ConfigurationManager', gbac).admitted,
  };
}
