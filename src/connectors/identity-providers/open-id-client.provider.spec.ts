import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ACCESS_TOKEN,
  ForgedProvider,
  type Forgery,
} from '../../../test/support/forged-provider.js';
import { HandClock } from '../../../test/support/hand-clock.js';
import { AppError } from '../../kernel/app-error.js';
import { loadConfig } from '../../platform/config/config.js';
import { OutboundClient } from '../../platform/outbound/outbound-client.js';
import { DEFAULT_RETRY_POLICY } from '../../platform/outbound/retry-policy.js';
import { type ExternalIdentity } from './external-identity.js';
import { OpenIdClientProvider } from './open-id-client.provider.js';

const CODE = 'the-code-of-the-user';
const CLIENT_SECRET = 'the-secret-of-this-client';
const FLOW = {
  state: 'the-state',
  nonce: 'the-nonce',
  codeVerifier: 'a-verifier-of-at-least-forty-three-characters',
};
const REDIRECT_URI = 'https://here.example/login/oidc/callback';

describe('OpenIdClientProvider', () => {
  const forged = new ForgedProvider();
  const clock = new HandClock();
  const closers: (() => Promise<void>)[] = [];

  beforeAll(() => forged.start());
  beforeEach(() => {
    forged.reset();
  });
  afterAll(async () => {
    forged.stop();
    for (const close of closers) await close();
  });

  /** A platform that trusts the forged provider. */
  const aProvider = (env: Readonly<Record<string, string>> = {}): OpenIdClientProvider => {
    const config = loadConfig({
      OIDC_ISSUER: forged.issuer,
      OIDC_CLIENT_ID: 'netadmin',
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OIDC_REDIRECT_URI: REDIRECT_URI,
      ...env,
    });
    const outbound = new OutboundClient(config.outbound, {
      // Every name but that of the issuer, which is an address, lies on a private network.
      resolve: () => Promise.resolve([{ address: '10.0.0.1', family: 4 }]),
      random: () => 0,
      retryPolicy: { ...DEFAULT_RETRY_POLICY, attemptsMax: 1 },
    });
    closers.push(() => outbound.onApplicationShutdown());
    return new OpenIdClientProvider(config.openIdConnect, outbound, clock);
  };
  const answer = (changes: Readonly<Record<string, string | undefined>> = {}): URLSearchParams => {
    const said: Readonly<Record<string, string | undefined>> = {
      code: CODE,
      state: FLOW.state,
      iss: forged.issuer,
      ...changes,
    };
    const given = Object.entries(said).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    return new URLSearchParams(given);
  };
  const redeem = (said = answer(), env = {}): Promise<ExternalIdentity> =>
    aProvider(env).identityOf(said, FLOW);
  /** The failure, without anything in it that is nobody's business. */
  const failure = async (said = answer(), env = {}): Promise<string> => {
    const error: unknown = await redeem(said, env).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    const everything = inspect(error, { depth: 20, showHidden: true });
    for (const secret of [CODE, CLIENT_SECRET, ACCESS_TOKEN, forged.idToken, FLOW.codeVerifier]) {
      expect(everything).not.toContain(secret);
    }
    return (error as AppError).kind;
  };
  const forge = (changes: Partial<Forgery>): void => {
    forged.forgery = { ...forged.forgery, ...changes };
  };
  const claim = (claims: Readonly<Record<string, unknown>>): void => {
    forge({ claims: { ...forged.forgery.claims, ...claims } });
  };

  it('knows the user of an answer that proves who he is', async () => {
    expect(await redeem()).toEqual({
      provenance: 'oidc',
      key: `oidc ${forged.issuer} subject-1`,
      id: 'subject-1',
      username: 'olga',
      firstname: '',
      groups: [{ id: 'team-ops', name: 'team-ops' }],
    });
  });

  it('sends the browser away with everything that the answer will be held against', async () => {
    const url = await aProvider({ OIDC_SCOPES: 'openid,groups' }).signInUrl(FLOW);
    expect(`${url.origin}${url.pathname}`).toBe(`${forged.issuer}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'netadmin',
      redirect_uri: REDIRECT_URI,
      response_type: 'code',
      scope: 'openid groups',
      state: FLOW.state,
      nonce: FLOW.nonce,
      // SHA-256 of the verifier; the verifier itself stays here.
      code_challenge: createHash('sha256').update(FLOW.codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
  });

  it('never begins two sign-ins alike', async () => {
    const provider = aProvider();
    const flows = [await provider.newFlow(), await provider.newFlow()];
    const texts = flows.flatMap(({ state, nonce, codeVerifier }) => [state, nonce, codeVerifier]);
    expect(new Set(texts).size).toBe(6);
    expect(texts.every((text) => text.length >= 43)).toBe(true);
  });

  describe('refuses, as somebody who has not proven who he is, the bearer of', () => {
    it.each<[string, Partial<Forgery>]>([
      ['a token without a signature', { header: { alg: 'none' }, signature: 'empty' }],
      ['a token whose signature is cut off', { signature: 'empty' }],
      ['a token signed with another key', { signature: 'of another key' }],
      [
        'a token signed with the public key as a shared secret',
        { header: { alg: 'HS256', kid: 'k1' }, signature: 'with the public key as a secret' },
      ],
    ])('%s', async (_, changes) => {
      forge(changes);
      expect(await failure()).toBe('unauthenticated');
    });

    const seconds = (from: number) => Math.floor(Date.now() / 1000) + from;
    it.each<[string, Readonly<Record<string, unknown>>]>([
      ['a token for another sign-in', { nonce: 'another' }],
      ['a token for no sign-in', { nonce: undefined }],
      ['a token for another platform', { aud: 'another' }],
      ['a token for several platforms that is meant for another', { aud: ['netadmin', 'another'] }],
      ['a token that was made for another', { azp: 'another' }],
      ['an expired token', { exp: seconds(-3600), iat: seconds(-7200) }],
      ['a token that never expires', { exp: undefined }],
      ['a token that does not count yet', { nbf: seconds(3600) }],
      ['a token of another issuer', { iss: 'https://another.example' }],
      ['a token of nobody', { sub: undefined }],
    ])('%s', async (_, claims) => {
      claim(claims);
      expect(await failure()).toBe('unauthenticated');
    });

    it.each<[string, Readonly<Record<string, string | undefined>>]>([
      ['an answer with the state of another browser', { state: 'another' }],
      ['an answer without a state', { state: undefined }],
      ['an answer that another issuer gave', { iss: 'https://another.example' }],
      ['an answer of nobody, where the provider always says who it is', { iss: undefined }],
      ['an answer without a code', { code: undefined }],
      ['a refusal of the provider', { code: undefined, error: 'access_denied' }],
      ['a refusal in strange words', { code: undefined, error: '<script>alert(1)</script>' }],
    ])('%s', async (_, changes) => {
      expect(await failure(answer(changes))).toBe('unauthenticated');
    });

    it('a code that was redeemed before', async () => {
      const body = JSON.stringify({ error: 'invalid_grant', error_description: CODE });
      forge({ tokenAnswer: { status: 400, body } });
      expect(await failure()).toBe('unauthenticated');
    });

    it('more about another user than the token is about', async () => {
      claim({ preferred_username: undefined });
      forge({ userinfo: { sub: 'subject-2', preferred_username: 'admin' } });
      expect(await failure()).toBe('unauthenticated');
    });

    it.each([undefined, '', '  ', 7, ['olga'], 'x'.repeat(129), 'ol\u0000ga', 'ol\nga'])(
      'a token whose user name is %j',
      async (username) => {
        claim({ preferred_username: username, groups: [] });
        expect(await failure()).toBe('unauthenticated');
      },
    );
  });

  describe('takes what the token leaves out', () => {
    it('from the user-info endpoint, and what both say from the token', async () => {
      claim({ preferred_username: undefined });
      const groups = ['of', 'the', 'endpoint'];
      forge({ userinfo: { sub: 'subject-1', preferred_username: 'olga', name: 'O.', groups } });
      expect(await redeem()).toMatchObject({
        username: 'olga',
        firstname: 'O.',
        groups: [{ id: 'team-ops' }],
      });
    });

    it('and groups that are one text, none, or something else', async () => {
      const groupsOf = async (groups: unknown): Promise<readonly string[]> => {
        claim({ groups });
        return (await redeem()).groups.map(({ name }) => name);
      };
      expect(await groupsOf('team-ops')).toEqual(['team-ops']);
      expect(await groupsOf(null)).toEqual([]);
      expect(await groupsOf([1, '', 'a', { b: 1 }])).toEqual(['a']);
      const many = Array.from({ length: 5000 }, (_, index) => `g${index}`);
      expect(await groupsOf(many)).toHaveLength(1000);
    });

    it('by the claims that the settings name', async () => {
      claim({ email: 'olga@x.example', roles: ['r'] });
      const env = { OIDC_USERNAME_CLAIM: 'email', OIDC_GROUPS_CLAIM: 'roles' };
      expect(await redeem(answer(), env)).toMatchObject({
        username: 'olga@x.example',
        groups: [{ id: 'r' }],
      });
    });
  });

  describe('blames the provider for', () => {
    it.each<[string, Partial<Forgery>]>([
      ['tokens that are no JSON', { tokenAnswer: { status: 200, body: '<html>' } }],
      ['a failure of its own', { tokenAnswer: { status: 500, body: '{}' } }],
      ['not knowing us', { tokenAnswer: { status: 401, body: '{"error":"invalid_client"}' } }],
      [
        'an answer without end',
        { tokenAnswer: { status: 200, body: JSON.stringify({ a: 'x'.repeat(2 * 1024 * 1024) }) } },
      ],
      ['metadata of another issuer', { metadata: { issuer: 'https://another.example' } }],
      ['metadata without a token endpoint', { metadata: { token_endpoint: undefined } }],
      [
        'an endpoint on a private network that no admin named',
        { metadata: { token_endpoint: 'https://inside.example/token' } },
      ],
      [
        'an endpoint that hands out credentials of the cloud',
        { metadata: { jwks_uri: 'http://169.254.169.254/latest' } },
      ],
      ['an endpoint in the clear', { metadata: { token_endpoint: 'http://other.example/token' } }],
    ])('%s', async (_, changes) => {
      forge(changes);
      expect(await failure()).toBe('upstream-failed');
    });

    it('not being there, and asks again the next time', async () => {
      const provider = aProvider({ OIDC_ISSUER: forged.issuer });
      forge({ metadata: { issuer: 'https://another.example' } });
      await expect(provider.signInUrl(FLOW)).rejects.toMatchObject({ kind: 'upstream-failed' });
      forge({ metadata: {} });
      expect((await provider.signInUrl(FLOW)).origin).toBe(forged.issuer);
    });
  });

  it('reads the metadata once in ten minutes', async () => {
    const provider = aProvider();
    const reads = () => forged.seen.filter(({ path }) => path.startsWith('/.well-known')).length;
    await Promise.all([provider.signInUrl(FLOW), provider.signInUrl(FLOW)]);
    await provider.signInUrl(FLOW);
    expect(reads()).toBe(1);
    clock.advance({ minutes: 10 });
    await provider.signInUrl(FLOW);
    expect(reads()).toBe(2);
  });

  describe('proves to the provider who it is', () => {
    const sent = () => forged.seen.find(({ path }) => path === '/token');

    it('by Basic, and that it began the sign-in', async () => {
      await redeem();
      const pair = Buffer.from(sent()?.authorization.replace('Basic ', '') ?? '', 'base64');
      expect(decodeURIComponent(pair.toString())).toBe(`netadmin:${CLIENT_SECRET}`);
      expect(new URLSearchParams(sent()?.body).get('code_verifier')).toBe(FLOW.codeVerifier);
    });

    it('in the body where the provider takes nothing else', async () => {
      forge({ metadata: { token_endpoint_auth_methods_supported: ['client_secret_post'] } });
      await redeem();
      expect(sent()?.authorization).toBe('');
      expect(new URLSearchParams(sent()?.body).get('client_secret')).toBe(CLIENT_SECRET);
    });

    it('by PKCE alone where it has no secret', async () => {
      await redeem(answer(), { OIDC_CLIENT_SECRET: '' });
      expect(sent()?.authorization).toBe('');
      expect(new URLSearchParams(sent()?.body).get('client_id')).toBe('netadmin');
    });
  });

  it('is not there where none is configured', async () => {
    const config = loadConfig({});
    const outbound = new OutboundClient(config.outbound, {
      resolve: () => Promise.resolve([]),
      random: () => 0,
      retryPolicy: DEFAULT_RETRY_POLICY,
    });
    const provider = new OpenIdClientProvider(config.openIdConnect, outbound, clock);
    const refusal = { kind: 'not-found', code: 'sign-in-not-configured' };
    await expect(provider.signInUrl(FLOW)).rejects.toMatchObject(refusal);
    await expect(provider.identityOf(answer(), FLOW)).rejects.toMatchObject(refusal);
  });
});
