import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { type Caller } from '../../../platform/auth/caller.js';
import { type Authenticated } from '../../../platform/auth/credential-store.js';
import { FreshCache, readFresh } from '../../../platform/auth/fresh-cache.js';
import { type Account } from '../stored/account.js';
import { IdentitiesService } from '../identities/identities.service.js';
import { PasswordsService } from './passwords.service.js';

/** For how long a verified name and password need no further run of the hash. */
const VERIFIED_AGE_MAX_MS = 60_000;
const REMEMBERED_MAX = 1000;

/** Name and password sent with every request. */
@Injectable()
export class BasicCredentialsService {
  private readonly verified = new FreshCache<Promise<Account | null>>({
    ageMaxMs: VERIFIED_AGE_MAX_MS,
    sizeMax: REMEMBERED_MAX,
  });
  /** Lives and dies with the process: what is remembered is of no use to anybody else. */
  private readonly key = randomBytes(32);

  constructor(
    private readonly passwords: PasswordsService,
    private readonly identities: IdentitiesService,
    private readonly clock: Clock,
  ) {}

  /**
   * Who has this name and password. The account's state is looked at again every second, so that a
   * changed password or a deactivated account counts at once although the hash does not run again.
   * @throws AppError `too-many-requests` after too many failures.
   */
  async find(username: string, password: string, caller: Caller): Promise<Authenticated | null> {
    const memory = this.memoryKey(username, password);
    const verified = await readFresh(this.verified, memory, this.clock.now(), () =>
      this.passwords.verify(username, password, caller),
    );
    if (!verified) return null;
    const identity = await this.identities.find(verified._id);
    if (identity && provesTheSame(identity.account, verified)) {
      const { envelope } = identity.account;
      return { principal: identity.principal, sessionId: null, ...(envelope && { envelope }) };
    }
    this.verified.delete(memory);
    return null;
  }

  /** Equal only for equal names and passwords, and tells nothing about either. */
  private memoryKey(username: string, password: string): string {
    // Neither part can hold a NUL: control characters are no part of a Basic credential.
    return createHmac('sha256', this.key).update(`${username}\0${password}`).digest('base64url');
  }
}

/** Accounts whose password is kept elsewhere have no hash; the revision speaks for them too. */
function provesTheSame(present: Account, verified: Account): boolean {
  return (
    present.passwordHash === verified.passwordHash &&
    present.credentialRevision === verified.credentialRevision
  );
}
