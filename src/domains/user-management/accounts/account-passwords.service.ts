import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { conflict, invalidInput, notFound } from '../../../kernel/app-error.js';
import { foldText } from '../../../kernel/folded-text.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { PasswordHasher } from '../../../platform/auth/password-hasher.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { type Config } from '../../../platform/config/config.js';
import { AttemptsService } from '../sign-in/attempts.service.js';
import { UserRecordsService } from '../records/user-records.service.js';
import { type Account, LOCAL_PROVENANCE } from '../stored/account.js';
import { accountChange } from './account-change.js';
import { AccountsRepository } from '../stored/accounts.repository.js';
import { passwordFault } from './password-policy.js';

const GENERATED_BYTES = 18;

/** A password that somebody wants to have, and where in the request it stands. */
export interface PasswordInput {
  readonly password: string;
  readonly username: string;
  readonly pointer: string;
}

/** New passwords: judged, hashed, and reset by whoever has the database in hand. */
@Injectable()
export class AccountPasswordsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly records: UserRecordsService,
    private readonly attempts: AttemptsService,
    private readonly hasher: PasswordHasher,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws AppError `invalid-input` when the policy refuses it */
  assertAccepted({ password, username, pointer }: PasswordInput): void {
    const lengthMin = this.config.signIn.passwordLengthMin;
    const detail = passwordFault({ password, username, lengthMin });
    if (detail !== null) throw invalidInput([{ pointer, detail }]);
  }

  /**
   * What to store of a new password.
   * @throws AppError `invalid-input` when the policy refuses it
   */
  hash(wanted: PasswordInput): Promise<string> {
    this.assertAccepted(wanted);
    return this.hasher.hash(wanted.password);
  }

  /**
   * Gives the account a made-up password and ends its sessions: the way back in for whoever can run
   * commands on the database. Failed sign-ins are forgotten; an inactive account stays inactive.
   * @returns the password, which nothing but the answer knows.
   * @throws AppError `not-found`; `conflict` for accounts that no password of ours opens.
   */
  async resetPassword(username: string): Promise<string> {
    const usernameFolded = foldText(username.trim());
    const account = await this.accounts.findByName(usernameFolded);
    if (!account) throw notFound('Account', username);
    assertHasPassword(account);
    const password = randomBytes(GENERATED_BYTES).toString('base64url');
    const passwordHash = await this.hasher.hash(password);
    const changed = await this.records.changeAccount(account, { passwordHash });
    await this.attempts.forgive(usernameFolded);
    noteChange(accountChange(account, changed));
    return password;
  }
}

/** @throws AppError `conflict` for accounts that are signed in to by other means */
export function assertHasPassword({ provenance, isServiceAccount }: Account): void {
  if (provenance === LOCAL_PROVENANCE && !isServiceAccount) return;
  throw conflict('The account is not signed in to with a password of this platform', 'no-password');
}
