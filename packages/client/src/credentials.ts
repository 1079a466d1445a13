import { type Client } from './generated/client/index.js';
import { createAccessToken, login } from './generated/sdk.gen.js';

/** How a client proves who it is. */
export type Credentials =
  | { readonly token: string | (() => string | Promise<string>) }
  | { readonly username: string; readonly password: string }
  | { readonly clientId: string; readonly clientSecret: string };

/** A bearer token for these credentials. @throws ProblemError when the platform refuses them. */
export async function tokenOf(credentials: Credentials, client: Client): Promise<string> {
  if ('token' in credentials) {
    const { token } = credentials;
    return typeof token === 'string' ? token : token();
  }
  if ('password' in credentials) {
    const { username, password } = credentials;
    return login({ client, body: { username, password }, parseAs: 'text' });
  }
  const { clientId, clientSecret } = credentials;
  const answer = await createAccessToken({
    client,
    body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
  });
  return answer.access_token;
}

/**
 * The token of a client, asked for when it is first needed and kept until the platform refuses it.
 * Requests that need it at the same time wait for the same one.
 */
export class TokenSource {
  #token: Promise<string> | undefined;

  constructor(
    private readonly credentials: Credentials,
    private readonly client: Client,
  ) {}

  get(): Promise<string> {
    return (this.#token ??= this.#asked());
  }

  /** Whether another one may work where this one was refused. */
  refuse(token: Promise<string>): boolean {
    if (this.#token === token) this.#token = undefined;
    return !('token' in this.credentials && typeof this.credentials.token === 'string');
  }

  async #asked(): Promise<string> {
    try {
      return await tokenOf(this.credentials, this.client);
    } catch (error) {
      this.#token = undefined;
      throw error;
    }
  }
}
