import { Injectable } from '@nestjs/common';
import { Directory } from '../../../connectors/identity-providers/directory.js';
import { type Account, SCIM_PROVENANCE } from '../stored/account.js';
import { type ExternalAttempt, ExternalPasswords } from '../sign-in/external-passwords.js';
import { ExternalAccountsService } from './external-accounts.service.js';

/** Whose accounts may be those of users of the directory. */
const ASKED_FOR: ReadonlySet<string> = new Set(['ldap', SCIM_PROVENANCE]);

/** Passwords that a directory knows. */
@Injectable()
export class DirectoryPasswordsService extends ExternalPasswords {
  constructor(
    private readonly directory: Directory,
    private readonly accounts: ExternalAccountsService,
  ) {
    super();
  }

  /** Neither names of other provenances nor accounts that were deactivated here are asked for. */
  override async verify(attempt: ExternalAttempt): Promise<Account | null> {
    const { username, password, account } = attempt;
    if (!this.directory.isConfigured) return null;
    if (account && (!ASKED_FOR.has(account.provenance) || account.inactive)) return null;
    const identity = await this.directory.authenticate(username, password);
    const admitted = identity && (await this.accounts.admit(identity));
    return admitted?.inactive === false ? admitted : null;
  }
}
