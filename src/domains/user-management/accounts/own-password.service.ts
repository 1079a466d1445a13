import { Injectable } from '@nestjs/common';
import { invalidInput } from '../../../kernel/app-error.js';
import { type Principal } from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { type Caller } from '../../../platform/auth/caller.js';
import { unauthenticated } from '../../../platform/auth/unauthenticated.js';
import { PasswordsService } from '../sign-in/passwords.service.js';
import { UserRecordsService } from '../records/user-records.service.js';
import { accountChange } from './account-change.js';
import { AccountPasswordsService, assertHasPassword } from './account-passwords.service.js';
import { AccountsRepository } from '../stored/accounts.repository.js';

/** The password that a caller has, and the one that he wants. */
export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/** Callers change their own password, knowing the one they have. */
@Injectable()
export class OwnPasswordService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly passwords: PasswordsService,
    private readonly accountPasswords: AccountPasswordsService,
    private readonly records: UserRecordsService,
  ) {}

  /**
   * Replaces the caller's password, which ends all of his sessions, this one too: whoever else used
   * the old password is out.
   * @throws AppError `invalid-input` when the present password is wrong or the new one is refused;
   *   `conflict` for accounts without a password; `too-many-requests` after too many wrong ones.
   */
  async change(
    principal: Principal,
    { currentPassword, newPassword }: PasswordChange,
    caller: Caller,
  ): Promise<void> {
    const account = await this.accounts.findById(principal.id);
    // Gone since the caller was recognised, within the last second.
    if (!account) throw unauthenticated('The account is gone');
    const { username } = account;
    this.accountPasswords.assertAccepted({
      password: newPassword,
      username,
      pointer: '#/newPassword',
    });
    if (newPassword === currentPassword) {
      throw invalidInput([
        { pointer: '#/newPassword', detail: 'must differ from the present one' },
      ]);
    }
    assertHasPassword(account);
    const verified = await this.passwords.verify(username, currentPassword, caller);
    if (verified?._id !== account._id) {
      throw invalidInput([{ pointer: '#/currentPassword', detail: 'is not the present password' }]);
    }
    const pointer = '#/newPassword';
    const passwordHash = await this.accountPasswords.hash({
      password: newPassword,
      username,
      pointer,
    });
    const changed = await this.records.changeAccount(verified, { passwordHash });
    noteChange(accountChange(verified, changed));
  }
}
