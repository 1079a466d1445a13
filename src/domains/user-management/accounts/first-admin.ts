import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Secret } from '../../../kernel/secret.js';
import { PasswordHasher } from '../../../platform/auth/password-hasher.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { type Config } from '../../../platform/config/config.js';
import { type Account } from '../stored/account.js';
import { AccountsRepository } from '../stored/accounts.repository.js';

const PASSWORD_BYTES = 15;

/** The password of the first account: given by the operator, or made up and shown once (docs/accounts.md). */
@Injectable()
export class FirstAdmin {
  private generated: { readonly password: Secret; readonly passwordHash: string } | undefined;

  constructor(
    private readonly accounts: AccountsRepository,
    private readonly hasher: PasswordHasher,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** What to store of the password: ADMIN_PASSWORD, or one that waits here to be shown. */
  async makePassword(): Promise<{ passwordHash: string; passwordUnseen: boolean }> {
    const given = this.config.signIn.adminPassword;
    const password = given ?? new Secret(randomBytes(PASSWORD_BYTES).toString('base64url'));
    const passwordHash = await this.hasher.hash(password.reveal());
    if (!given) this.generated = { password, passwordHash };
    return { passwordHash, passwordUnseen: !given };
  }

  /**
   * Calls `show` with the made-up password; with null when there is none, when it was shown before, or
   * when a node that started together with this one has put its own in its place, which it will show.
   * It counts as seen only after `show`: a start that fails before leaves the account to the next one,
   * which makes up another password. No platform may end up with one that nobody knows.
   */
  async showGeneratedPassword(show: (password: Secret | null) => void): Promise<void> {
    const { generated } = this;
    this.generated = undefined;
    const unseen = generated && (await this.accounts.hasUnseenPassword(generated.passwordHash));
    show(unseen ? generated.password : null);
    if (unseen) await this.accounts.markPasswordSeen(generated.passwordHash);
  }

  /** Gives the account another password if nobody has seen its present one. */
  async replaceUnseen({ _id, passwordUnseen }: Account): Promise<void> {
    if (!passwordUnseen) return;
    await this.accounts.replaceUnseenPassword(_id, await this.makePassword());
  }
}
