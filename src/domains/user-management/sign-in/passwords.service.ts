import { Injectable } from '@nestjs/common';
import { foldText } from '../../../kernel/folded-text.js';
import { type Caller } from '../../../platform/auth/caller.js';
import { DECOY_HASH, PasswordHasher } from '../../../platform/auth/password-hasher.js';
import { noteSignInName } from '../../../platform/audit/request-notes.js';
import { type Account, LOCAL_PROVENANCE } from '../stored/account.js';
import { AccountsRepository } from '../stored/accounts.repository.js';
import { AttemptsService } from './attempts.service.js';
import { ExternalPasswords } from './external-passwords.js';

/** Decides whether a name and a password belong together. */
@Injectable()
export class PasswordsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly attempts: AttemptsService,
    private readonly hasher: PasswordHasher,
    private readonly external: ExternalPasswords,
  ) {}

  /**
   * The active account with this name and password, or null. Unknown names, inactive accounts and
   * accounts without a password cost one run of the hash like every other and fail like every other.
   * Names that are not those of local accounts are then asked for elsewhere (docs/accounts.md).
   * @throws AppError `too-many-requests` after too many failures; what `ExternalPasswords` throws.
   */
  verify(username: string, password: string, caller: Caller): Promise<Account | null> {
    noteSignInName(username);
    const usernameFolded = foldText(username.trim());
    return this.attempts.attempt(usernameFolded, caller.address, async () => {
      const account = await this.accounts.findByName(usernameFolded);
      const matches = await this.hasher.verify(account?.passwordHash ?? DECOY_HASH, password);
      if (account?.provenance !== LOCAL_PROVENANCE) {
        return this.external.verify({ username: username.trim(), password, account });
      }
      return matches && !account.inactive && account.passwordHash !== null ? account : null;
    });
  }
}
