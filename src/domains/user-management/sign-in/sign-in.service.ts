import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { type Envelope } from '../../../kernel/envelope.js';
import { noteSignedOut } from '../../../platform/audit/request-notes.js';
import { type Caller } from '../../../platform/auth/caller.js';
import { unauthenticated } from '../../../platform/auth/unauthenticated.js';
import { requestContext } from '../../../platform/request-context/request-context.js';
import { ProfilesService } from '../../profiles/profiles.service.js';
import { type Account } from '../stored/account.js';
import { AccountsRepository } from '../stored/accounts.repository.js';
import { readAuthenticationSettings } from '../stored/authentication-settings.js';
import { PasswordsService } from './passwords.service.js';
import { SessionsService } from '../sessions/sessions.service.js';

/** What a caller signs in with. */
export interface PasswordCredentials {
  readonly username: string;
  readonly password: string;
}

/** A new session, to be told to its owner once. */
export interface SignedIn {
  readonly token: string;
  readonly cookieName: string;
}

/** Signing in with a password, and out again. */
@Injectable()
export class SignInService {
  constructor(
    private readonly passwords: PasswordsService,
    private readonly accounts: AccountsRepository,
    private readonly sessions: SessionsService,
    private readonly profiles: ProfilesService,
    private readonly clock: Clock,
  ) {}

  /**
   * Begins a session.
   * @param envelope the form of answers that its requests get; absent for that of the account.
   * @throws AppError `unauthenticated`, the same for every reason; `too-many-requests`.
   */
  async signIn(
    { username, password }: PasswordCredentials,
    caller: Caller,
    envelope?: Envelope,
  ): Promise<SignedIn> {
    const verified = await this.passwords.verify(username, password, caller);
    const signedIn = verified && (await this.begin(verified, caller, envelope));
    if (!signedIn) throw unauthenticated('User name or password is wrong');
    return signedIn;
  }

  /**
   * Begins a session for an account whose owner has proven to be who he is; null when it is inactive,
   * or was given another password since.
   */
  async begin(proven: Account, caller: Caller, envelope?: Envelope): Promise<SignedIn | null> {
    const account = await this.accounts.recordSignIn(proven, this.clock.now());
    if (!account) return null;
    const context = requestContext();
    if (context) context.principalId = account._id;
    const token = await this.sessions.begin(account, caller, envelope);
    const { document } = await this.profiles.active();
    const { cookieName, uniqueSession } = readAuthenticationSettings(document);
    if (uniqueSession) await this.sessions.endOlder(account);
    return { token, cookieName };
  }

  /**
   * Ends the session whose token was presented; Basic has none, and nothing to end.
   * @returns the name of the cookie, which the caller should forget.
   */
  async signOut(sessionId: string | null): Promise<string> {
    if (sessionId !== null) {
      await this.sessions.end(sessionId);
      noteSignedOut(sessionId);
    }
    const { document } = await this.profiles.active();
    return readAuthenticationSettings(document).cookieName;
  }
}
