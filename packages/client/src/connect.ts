import { type Credentials, TokenSource } from './credentials.js';
import { type Client, createClient, createConfig } from './generated/client/index.js';
import { KEYLESS } from './generated/keyless.gen.js';
import { nestedQuery } from './nested-query.js';
import { toClientError } from './problem-error.js';
import { repeatingFetch } from './repeating-fetch.js';

/** Where the platform is, and how it is spoken to. */
export interface ConnectOptions {
  /** Its address: `https://netadmin.example.net`, with the prefix of a proxy if there is one. */
  readonly url: string;
  /** None for operations that anybody may call. */
  readonly credentials?: Credentials;
  /** Sends the requests; `fetch` of the runtime when absent. One of undici speaks to proxies and private authorities. */
  readonly fetch?: typeof globalThis.fetch;
  /** How often a request is sent at most, where sending it again is safe; 4 when absent. */
  readonly attempts?: number;
  /** Headers of every request: `user-agent`, for example. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A client of a platform, for the operations of this package: `await getJob({ client, path: { id } })`.
 * What the platform refuses is thrown as `ProblemError`, a platform that is not there as `UnreachableError`.
 */
export function connect(options: ConnectOptions): Client {
  const { credentials, attempts = 4 } = options;
  const send = repeatingFetch(
    options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    attempts,
  );
  const fetch = credentials
    ? signedFetch(send, new TokenSource(credentials, plainClient(options, send)))
    : send;
  return plainClient(options, fetch);
}

function plainClient({ url, headers }: ConnectOptions, fetch: typeof globalThis.fetch): Client {
  const client = createClient(
    createConfig({
      baseUrl: url.replace(/\/+$/, ''),
      throwOnError: true,
      querySerializer: nestedQuery,
      headers: { ...headers },
      fetch,
    }),
  );
  client.interceptors.request.use((request, { url: path }) => {
    if (takesKey(request, path)) request.headers.set('idempotency-key', crypto.randomUUID());
    return request;
  });
  client.interceptors.error.use(toClientError);
  return client;
}

/** `path` is as the document has it: names in braces. */
function takesKey({ method, headers }: Request, path: string): boolean {
  return method !== 'GET' && !headers.has('idempotency-key') && !KEYLESS.has(`${method} ${path}`);
}

/** Presents the token, and once more a new one when the platform does not know it any more. */
function signedFetch(send: typeof globalThis.fetch, tokens: TokenSource): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const token = tokens.get();
    const response = await send(signed(request, await token));
    if (response.status !== 401 || !tokens.refuse(token)) return response;
    await response.body?.cancel();
    return send(signed(request, await tokens.get()));
  };
}

function signed(request: Request, token: string): Request {
  const copy = request.clone();
  copy.headers.set('authorization', `Bearer ${token}`);
  return copy;
}
