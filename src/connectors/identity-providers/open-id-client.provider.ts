import type * as OpenIdLibrary from 'openid-client';
import { type ClientAuth, type Configuration } from 'openid-client';
import { AppError } from '../../kernel/app-error.js';
import { type Clock } from '../../kernel/clock.js';
import { type Secret } from '../../kernel/secret.js';
import { unauthenticated } from '../../platform/auth/unauthenticated.js';
import { FreshCache, readFresh } from '../../platform/auth/fresh-cache.js';
import { type Config } from '../../platform/config/config.js';
import { type OutboundClient } from '../../platform/outbound/outbound-client.js';
import { type ExternalIdentity } from './external-identity.js';
import { identityFromClaims, lacksClaims } from './identity-from-claims.js';
import { answerFailure, discoveryFailure } from './open-id-failures.js';
import { type OpenIdFlow, OpenIdProvider } from './open-id-provider.js';
import { outboundFetch } from './outbound-fetch.js';

type Library = typeof OpenIdLibrary;
type Settings = Config['openIdConnect'];

/** Providers change their endpoints and keys rarely; a key that is not known yet is asked for at once. */
const METADATA_AGE_MAX_MS = 10 * 60_000;

/** A provider by way of `openid-client` (docs/accounts.md). The library is loaded by the first sign-in. */
export class OpenIdClientProvider extends OpenIdProvider {
  readonly #configurations = new FreshCache<Promise<Configuration | null>>({
    ageMaxMs: METADATA_AGE_MAX_MS,
    sizeMax: 1,
  });
  #library: Promise<Library> | undefined;

  constructor(
    private readonly settings: Settings,
    private readonly outbound: OutboundClient,
    private readonly clock: Clock,
  ) {
    super();
  }

  override assertConfigured(): void {
    needed(this.settings);
  }

  override async newFlow(): Promise<OpenIdFlow> {
    const library = await this.#load();
    return {
      state: library.randomState(),
      nonce: library.randomNonce(),
      codeVerifier: library.randomPKCECodeVerifier(),
    };
  }

  override async signInUrl({ state, nonce, codeVerifier }: OpenIdFlow): Promise<URL> {
    const { redirectUri, scopes } = needed(this.settings);
    const library = await this.#load();
    const configuration = await this.#configuration(library);
    return library.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: scopes.join(' '),
      state,
      nonce,
      code_challenge: await library.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    });
  }

  override async identityOf(answer: URLSearchParams, flow: OpenIdFlow): Promise<ExternalIdentity> {
    const library = await this.#load();
    const configuration = await this.#configuration(library);
    const claims = await this.#claims(library, configuration, { answer, flow }).catch(
      (error: unknown) => {
        throw answerFailure(error);
      },
    );
    const { issuer } = configuration.serverMetadata();
    const identity = identityFromClaims(issuer, claims, this.settings);
    if (identity) return identity;
    throw unauthenticated(
      `The OpenID Connect provider says no usable user name (claim ${this.settings.usernameClaim})`,
    );
  }

  async #claims(
    library: Library,
    configuration: Configuration,
    { answer, flow }: { readonly answer: URLSearchParams; readonly flow: OpenIdFlow },
  ): Promise<Readonly<Record<string, unknown>>> {
    const { clientId, redirectUri } = needed(this.settings);
    const url = new URL(redirectUri);
    url.search = answer.toString();
    const tokens = await library.authorizationCodeGrant(configuration, url, {
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      pkceCodeVerifier: flow.codeVerifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    // Whom a token was made for is only looked at by the library where it has several audiences.
    if (!claims || (claims.azp ?? clientId) !== clientId) throw new Error('made for another');
    const { userinfo_endpoint: endpoint } = configuration.serverMetadata();
    if (endpoint === undefined || !lacksClaims(claims, this.settings)) return claims;
    const more = await library.fetchUserInfo(configuration, tokens.access_token, claims.sub);
    return { ...more, ...claims };
  }

  /** What the provider says of itself, read anew when it is old. A failure is not remembered. */
  async #configuration(library: Library): Promise<Configuration> {
    const { issuer } = needed(this.settings);
    const known = await readFresh(this.#configurations, issuer, this.clock.now(), () =>
      this.#discover(library),
    );
    if (known) return known;
    throw discoveryFailure(undefined);
  }

  async #discover(library: Library): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = needed(this.settings);
    const url = new URL(issuer);
    const authentication = clientSecret
      ? secretAuthentication(library, clientSecret)
      : library.None();
    const isPlain = url.protocol === 'http:';
    try {
      return await library.discovery(url, clientId, undefined, authentication, {
        [library.customFetch]: outboundFetch(this.outbound, url),
        // Without it the library takes the connection's word for a token's signature.
        execute: [
          library.enableNonRepudiationChecks,
          // eslint-disable-next-line @typescript-eslint/no-deprecated -- plain HTTP is for loopback addresses alone (isProviderUrl)
          ...(isPlain ? [library.allowInsecureRequests] : []),
        ],
      });
    } catch (error) {
      throw discoveryFailure(error);
    }
  }

  #load(): Promise<Library> {
    return (this.#library ??= import('openid-client'));
  }
}

/** Basic is what every provider must take, unless its metadata say otherwise (RFC 8414). */
function secretAuthentication(library: Library, secret: Secret): ClientAuth {
  const basic = library.ClientSecretBasic(secret.reveal());
  const post = library.ClientSecretPost(secret.reveal());
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authenticate = methods.includes('client_secret_basic') ? basic : post;
    authenticate(server, ...rest);
  };
}

type Needed = Settings & {
  readonly issuer: string;
  readonly clientId: string;
  readonly redirectUri: string;
};

/** @throws AppError `not-found` unless a provider is configured. */
function needed(settings: Settings): Needed {
  const { issuer, clientId, redirectUri } = settings;
  if (issuer !== undefined && clientId !== undefined && redirectUri !== undefined) {
    return { ...settings, issuer, clientId, redirectUri };
  }
  throw new AppError('not-found', 'Sign-in with OpenID Connect is not configured here', {
    code: 'sign-in-not-configured',
  });
}
