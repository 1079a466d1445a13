import { type ExternalIdentity } from './external-identity.js';

/** What ties the answer of a provider to the browser that was sent there. All random. */
export interface OpenIdFlow {
  readonly state: string;
  readonly nonce: string;
  /** Proves to the provider that whoever redeems the code also began (PKCE, RFC 7636). */
  readonly codeVerifier: string;
}

/** The provider of OpenID Connect that vouches for users. */
export abstract class OpenIdProvider {
  /** @throws AppError `not-found` (code `sign-in-not-configured`) where there is no provider. */
  abstract assertConfigured(): void;

  /** What a new sign-in is tied to. */
  abstract newFlow(): Promise<OpenIdFlow>;

  /**
   * Where to send the browser.
   * @throws AppError `not-found` as above; `upstream-failed`, `upstream-timeout`.
   */
  abstract signInUrl(flow: OpenIdFlow): Promise<URL>;

  /**
   * Redeems the code in the provider's answer and checks everything about it: state, issuer, nonce,
   * signature, audience, expiry.
   * @param answer the query string with which the browser came back.
   * @throws AppError `unauthenticated` for an answer that proves nothing; `upstream-failed`,
   *   `upstream-timeout` where the provider did not do its part; `not-found` as above.
   */
  abstract identityOf(answer: URLSearchParams, flow: OpenIdFlow): Promise<ExternalIdentity>;
}
