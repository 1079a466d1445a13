import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';

type Json = Readonly<Record<string, unknown>>;

const base64 = (value: object | string | Buffer): string =>
  (Buffer.isBuffer(value)
    ? value
    : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
  ).toString('base64url');

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' };

/** How a token is signed: as it should be, or as an attacker would like it. */
export const SIGNATURES = {
  good: (text: string) => `${text}.${base64(signed(text, privateKey))}`,
  'of another key': (text: string) => `${text}.${base64(signed(text, stranger))}`,
  empty: (text: string) => `${text}.`,
  'with the public key as a secret': (text: string) => {
    const pem = publicKey.export({ format: 'pem', type: 'spki' });
    return `${text}.${createHmac('sha256', pem).update(text).digest('base64url')}`;
  },
} as const;

function signed(text: string, key: KeyObject): Buffer {
  return sign('sha256', Buffer.from(text), key);
}

/** What the forged provider answers; a test changes what it is about. */
export interface Forgery {
  metadata: Json;
  header: Json;
  claims: Json;
  signature: keyof typeof SIGNATURES;
  userinfo: Json;
  /** Instead of tokens. */
  tokenAnswer: { readonly status: number; readonly body: string } | undefined;
}

/** A provider that says whatever a test wants it to say. */
export class ForgedProvider {
  /** Path and `Authorization` of each request, and its body. */
  readonly seen: {
    readonly path: string;
    readonly authorization: string;
    readonly body: string;
  }[] = [];
  readonly #server = createServer((req, res) => void this.#answer(req, res));
  forgery: Forgery = ForgedProvider.#honest('');
  issuer = '';

  static #honest(issuer: string): Forgery {
    const now = Math.floor(Date.now() / 1000);
    return {
      metadata: {},
      header: { alg: 'RS256', kid: 'k1' },
      claims: {
        iss: issuer,
        sub: 'subject-1',
        aud: 'netadmin',
        iat: now,
        exp: now + 60,
        nonce: 'the-nonce',
        preferred_username: 'olga',
        groups: ['team-ops'],
      },
      signature: 'good',
      userinfo: { sub: 'subject-1' },
      tokenAnswer: undefined,
    };
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    this.issuer = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    this.reset();
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Honest again. */
  reset(): void {
    this.forgery = ForgedProvider.#honest(this.issuer);
    this.seen.length = 0;
  }

  get idToken(): string {
    const { header, claims, signature } = this.forgery;
    return SIGNATURES[signature](`${base64(header)}.${base64(claims)}`);
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of req) body += String(chunk);
    const path = req.url ?? '';
    this.seen.push({ path, authorization: req.headers.authorization ?? '', body });
    const { status, text } = this.#said(path);
    res.writeHead(status, { 'content-type': 'application/json' }).end(text);
  }

  #said(path: string): { status: number; text: string } {
    const { metadata, userinfo, tokenAnswer } = this.forgery;
    const json = (value: object): { status: number; text: string } => ({
      status: 200,
      text: JSON.stringify(value),
    });
    switch (path) {
      case '/.well-known/openid-configuration':
        return json({
          issuer: this.issuer,
          authorization_endpoint: `${this.issuer}/authorize`,
          token_endpoint: `${this.issuer}/token`,
          jwks_uri: `${this.issuer}/keys`,
          userinfo_endpoint: `${this.issuer}/userinfo`,
          response_types_supported: ['code'],
          id_token_signing_alg_values_supported: ['RS256'],
          authorization_response_iss_parameter_supported: true,
          ...metadata,
        });
      case '/keys':
        return json({ keys: [jwk] });
      case '/userinfo':
        return json(userinfo);
      default:
        return tokenAnswer
          ? { status: tokenAnswer.status, text: tokenAnswer.body }
          : json({ access_token: ACCESS_TOKEN, token_type: 'Bearer', id_token: this.idToken });
    }
  }
}

/** To be found nowhere but at the provider. */
export const ACCESS_TOKEN = 'the-access-token-of-the-user';
