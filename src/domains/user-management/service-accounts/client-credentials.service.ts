import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { noteSignedIn, noteSignInName } from '../../../platform/audit/request-notes.js';
import { type Caller } from '../../../platform/auth/caller.js';
import { tokenKey } from '../../../platform/auth/token.js';
import { unauthenticated } from '../../../platform/auth/unauthenticated.js';
import { type Account } from '../stored/account.js';
import { AccountsRepository } from '../stored/accounts.repository.js';
import { type IssuedToken, SessionsService } from '../sessions/sessions.service.js';
import { AttemptsService } from '../sign-in/attempts.service.js';
import { type ClientCredentials } from './client-credentials.js';
import { ClientSecretsRepository } from './client-secrets.repository.js';

/** Stands for the secret of clients that nobody knows; no text has it as its SHA-256. */
const NO_SECRET = tokenKey('').replace(/./g, '-');

/** Signing in of programs: an access token for a client id and a client secret (docs/accounts.md). */
@Injectable()
export class ClientCredentialsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly secrets: ClientSecretsRepository,
    private readonly sessions: SessionsService,
    private readonly attempts: AttemptsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Issues an access token.
   * @throws AppError `unauthenticated`, the same for every reason; `too-many-requests`.
   */
  async issue(credentials: ClientCredentials, caller: Caller): Promise<IssuedToken> {
    const { clientId, form } = credentials;
    noteSignInName(clientId);
    const issued = await this.attempts.attempt(clientSubject(clientId), caller.address, () =>
      this.tryToIssue(credentials, caller),
    );
    if (!issued) throw unauthenticated('Client id or secret is wrong', form);
    return issued;
  }

  private async tryToIssue(
    credentials: ClientCredentials,
    caller: Caller,
  ): Promise<IssuedToken | null> {
    const account = await this.provenAccount(credentials);
    const active = account && (await this.accounts.recordSignIn(account, this.clock.now()));
    if (!active) return null;
    const issued = await this.sessions.beginAccessToken(account, caller);
    const { username, provenance } = account;
    noteSignedIn({ id: account._id, username, provenance }, issued.sessionId);
    return issued;
  }

  /**
   * Unknown clients cost the same reads and the same comparison. The account is read before its
   * secret: a token then bears a revision that a renewal of the secret, whenever it comes, ends.
   */
  private async provenAccount({
    clientId,
    clientSecret,
  }: ClientCredentials): Promise<Account | null> {
    const account = await this.accounts.findById(clientId);
    // The audit knows accounts by their names.
    if (account) noteSignInName(account.username);
    const secret = await this.secrets.find(clientId);
    const expected = Buffer.from(secret?.secretHash ?? NO_SECRET);
    const matches = timingSafeEqual(Buffer.from(tokenKey(clientSecret)), expected);
    return matches && account?.isServiceAccount === true && !account.inactive ? account : null;
  }
}

/** Client ids are counted apart from user names: no user name holds a control character. */
function clientSubject(clientId: string): string {
  return `client\0${clientId}`;
}
