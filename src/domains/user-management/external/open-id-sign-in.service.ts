import { Injectable } from '@nestjs/common';
import { OpenIdProvider } from '../../../connectors/identity-providers/open-id-provider.js';
import { Clock } from '../../../kernel/clock.js';
import { noteSignInName } from '../../../platform/audit/request-notes.js';
import { type Caller } from '../../../platform/auth/caller.js';
import { unauthenticated } from '../../../platform/auth/unauthenticated.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { type SignedIn, SignInService } from '../sign-in/sign-in.service.js';
import { ExternalAccountsService } from './external-accounts.service.js';
import { type BegunSignIn, begunSignIn, flowText } from './flow-cookie.js';

/** A browser on its way to the provider. */
export interface Departure {
  readonly url: string;
  /** For the cookie: what the answer will be held against. Nothing of it stays on the server. */
  readonly sealed: string;
}

/** A browser that came back and is signed in. */
export interface Arrival {
  readonly signedIn: SignedIn;
  readonly returnTo: string;
}

/** Signing in with OpenID Connect: authorization code with PKCE (docs/accounts.md). */
@Injectable()
export class OpenIdSignInService {
  constructor(
    private readonly provider: OpenIdProvider,
    private readonly accounts: ExternalAccountsService,
    private readonly signIns: SignInService,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  /**
   * Begins a sign-in in one browser.
   * @throws AppError `not-found` where no provider is configured; `upstream-failed`,
   *   `upstream-timeout`.
   */
  async begin(returnTo: string): Promise<Departure> {
    this.provider.assertConfigured();
    const flow = await this.provider.newFlow();
    const url = await this.provider.signInUrl(flow);
    return { url: url.href, sealed: this.box.seal(flowText({ flow, returnTo }, this.clock.now())) };
  }

  /**
   * Ends it with a session of our own, under a new token.
   * @param sealed what the browser's cookie holds.
   * @throws AppError `unauthenticated` when the answer proves nothing or the account is inactive;
   *   `conflict` when the user's name is somebody else's; `not-found`, `upstream-failed` and
   *   `upstream-timeout` as above.
   */
  async finish(
    answer: URLSearchParams,
    sealed: string | undefined,
    caller: Caller,
  ): Promise<Arrival> {
    this.provider.assertConfigured();
    const { flow, returnTo } = this.begun(sealed);
    const identity = await this.provider.identityOf(answer, flow);
    noteSignInName(identity.username);
    const account = await this.accounts.admit(identity);
    const signedIn = await this.signIns.begin(account, caller);
    if (!signedIn) throw unauthenticated('The account of this user is not active here');
    return { signedIn, returnTo };
  }

  private begun(sealed: string | undefined): BegunSignIn {
    const outcome = sealed === undefined ? undefined : this.box.tryUnseal(sealed);
    const begun =
      outcome?.kind === 'unsealed' ? begunSignIn(outcome.text, this.clock.now()) : undefined;
    if (begun) return begun;
    throw unauthenticated(
      'This sign-in was not begun in this browser, or too long ago; begin again at /login/oidc',
    );
  }
}
