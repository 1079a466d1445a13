import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';
import { AppLogger } from '../../src/platform/logging/app-logger.js';
import { eventually } from '../support/eventually.js';
import { ACCESS_TOKEN, ForgedProvider } from '../support/forged-provider.js';
import { aDirectoryGroup, aPerson, SLAPD, TestDirectory } from '../support/slapd.js';
import { aSignedInCaller, anAccount } from '../support/sign-in.js';
import { type Answer, type CallOptions, startApp, type TestApp } from '../support/start-app.js';

const CLIENT_SECRET = 'the-secret-of-this-client-at-the-provider';
const BIND_PASSWORD = 'the-password-of-the-reader-at-the-directory';
const CODE = 'the-code-that-is-redeemed-once';
const PASSWORD = 'the-password-of-somebody-at-the-directory';

/** Everything that was logged, by whichever platform of this file. */
const lines: string[] = [];
const start = (name: string, env: Readonly<Record<string, string>>) =>
  startApp(name, {
    env,
    override: (builder) =>
      builder
        .overrideProvider(AppLogger)
        .useValue(
          new AppLogger(
            { level: 'trace', format: 'json' },
            { write: (line: string) => lines.push(line) },
          ),
        ),
  });

describe('a secret of external sign-in', () => {
  const forged = new ForgedProvider();
  const answered: string[] = [];
  let platform: TestApp;

  const call = async <T>(method: string, path: string, options: CallOptions = {}) => {
    const answer = await platform.call<T>(method, path, options);
    answered.push(JSON.stringify([...answer.headers]), answer.text);
    return answer;
  };
  /** Begins and comes back with an answer that fits, or nearly so. */
  const signIn = async (changes: Readonly<Record<string, unknown>> = {}): Promise<Answer> => {
    const begun = await call('GET', '/login/oidc');
    const { state = '', nonce } = Object.fromEntries(
      new URL(begun.headers.get('location') ?? '').searchParams,
    );
    const claims = { ...forged.forgery.claims, nonce, ...changes };
    forged.forgery = { ...forged.forgery, claims };
    const said = new URLSearchParams({ code: CODE, state, iss: forged.issuer });
    const [flow = ''] = (begun.headers.getSetCookie()[0] ?? '').split(';');
    return call('GET', `/login/oidc/callback?${said.toString()}`, { headers: { cookie: flow } });
  };

  beforeAll(async () => {
    await forged.start();
    platform = await start('e2e-external-secrets', {
      OIDC_ISSUER: forged.issuer,
      OIDC_CLIENT_ID: 'netadmin',
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OIDC_REDIRECT_URI: 'https://here.example/login/oidc/callback',
      // Nobody listens there.
      LDAP_URL: 'ldap://127.0.0.1:1',
      LDAP_USER_BASE: 'dc=example',
      LDAP_BIND_DN: 'cn=reader,dc=example',
      LDAP_BIND_PASSWORD: BIND_PASSWORD,
    });
  });
  afterAll(async () => {
    await platform.close();
    forged.stop();
  });

  it('is told nobody, neither by answers, lines and measurements nor by the database', async () => {
    expect((await signIn()).status).toBe(302);
    const idTokens = [forged.idToken];
    expect((await signIn({ aud: 'another' })).status).toBe(401);
    idTokens.push(forged.idToken);
    const refused = { error: 'invalid_client', error_description: CLIENT_SECRET + CODE };
    forged.forgery.tokenAnswer = { status: 401, body: JSON.stringify(refused) };
    expect((await signIn()).status).toBe(502);
    const body = { username: 'olga-of-the-directory', password: PASSWORD };
    expect((await call('POST', '/login', { body })).status).toBe(503);
    await call('GET', '/metrics', { token: await platform.tokenOf('admin') });

    const connection = platform.app.get<Connection>(getConnectionToken(), { strict: false });
    const collections = await connection.listCollections();
    const stored = await Promise.all(
      collections.map(async ({ name }) => connection.collection(name).find().toArray()),
    );
    const everything = [...lines, ...answered, JSON.stringify(stored)].join('\n');
    // The search finds what is there to be found.
    expect(everything).toContain('olga');
    expect(everything).toContain('openIdCallback');
    const secrets = [CLIENT_SECRET, BIND_PASSWORD, CODE, PASSWORD, ACCESS_TOKEN, ...idTokens];
    for (const secret of secrets) {
      const forms = [
        secret,
        Buffer.from(secret).toString('base64').replace(/=+$/, ''),
        Buffer.from(secret).toString('hex'),
        encodeURIComponent(secret),
      ];
      for (const form of forms) expect(everything).not.toContain(form);
    }
    // The provider was told, and nobody else.
    expect(forged.seen.map((request) => request.body).join()).toContain(CODE);
  });

  it('does not keep local users out while the directory is down', async () => {
    await anAccount(platform.app, { username: 'lotte', password: 'local-password' });
    const body = { username: 'lotte', password: 'local-password' };
    expect((await call('POST', '/login', { body })).status).toBe(200);
    const wrong = { username: 'lotte', password: 'wrong' };
    expect((await call('POST', '/login', { body: wrong })).status).toBe(401);
    const answer = await call<{ code: string; message: string }>('POST', '/login', {
      body: { username: 'nobody-here', password: PASSWORD },
    });
    expect(answer.status).toBe(503);
    expect(answer.json.code).toBe('directory-unavailable');
    expect(answer.json.message).toContain('accounts of this platform itself can sign in');
    expect(answer.headers.get('retry-after')).toBe('30');
  });
});

describe('where no provider is configured', () => {
  let platform: TestApp;
  beforeAll(async () => {
    platform = await start('e2e-no-external-sign-in', {});
  });
  afterAll(() => platform.close());

  it.each(['/login/oidc', '/login/oidc/callback?code=x&state=y'])('says so at %s', async (path) => {
    const answer = await platform.call<{ code: string; message: string }>('GET', path);
    expect(answer.status).toBe(404);
    expect(answer.json).toMatchObject({
      code: 'sign-in-not-configured',
      message: 'Sign-in with OpenID Connect is not configured here',
    });
  });

  it('is not offered by the docs page', async () => {
    const { text } = await platform.call('GET', '/docs');
    expect(text).toContain('Sign in</button>');
    expect(text).not.toContain('/login/oidc');
  });

  it('refuses an answer that is none', async () => {
    const twice = await platform.call('GET', '/login/oidc/callback?code=x&code=y');
    const long = await platform.call('GET', `/login/oidc/callback?state=${'x'.repeat(5000)}`);
    expect([twice.status, long.status]).toEqual([400, 400]);
  });
});

const describeWithServer = SLAPD === undefined ? describe.skip : describe;

describeWithServer(
  SLAPD === undefined
    ? 'signing in at a directory (skipped: no slapd is installed)'
    : 'signing in at a directory',
  () => {
    let directory: TestDirectory;
    let platform: TestApp;
    const basic = (username: string, password: string) => ({
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    });
    const login = (username: string, password: string) =>
      platform.call('POST', '/login', { body: { user: { username, password } } });

    beforeAll(async () => {
      directory = await TestDirectory.start(
        [
          aPerson('ann', { password: PASSWORD, givenName: 'Ann A.' }),
          aPerson('admin', { password: PASSWORD }),
          aDirectoryGroup('ops', ['ann']),
        ].join(''),
      );
      platform = await start('e2e-ldap-sign-in', {
        ...directory.env,
        LDAP_GROUP_MAP: '{"ops":"operators"}',
      });
      await aSignedInCaller(platform.app, { groups: ['operators'] });
    });
    afterAll(async () => {
      await platform.close();
      await directory.stop();
    });

    it('works by POST /login and by Basic, and gives the groups of the directory', async () => {
      const { status, text: token } = await login('ann', PASSWORD);
      expect(status).toBe(200);
      const who = { provenance: 'ldap', username: 'ann', firstname: 'Ann A.' };
      expect((await platform.call('GET', '/whoami', { token })).json).toMatchObject(who);
      const headers = basic('Ann', PASSWORD);
      expect((await platform.call('GET', '/whoami', { headers })).json).toMatchObject({
        ...who,
        groups: [{ provenance: 'local', name: 'operators' }],
      });
    });

    it.each([
      ['ann', 'wrong'],
      ['*', PASSWORD],
      ['*)(uid=*', PASSWORD],
      ['an*', PASSWORD],
      // The directory knows this password for that name, but the name is that of a local account.
      ['admin', PASSWORD],
    ])('knows nobody as %s with %s', async (username, password) => {
      expect((await login(username, password)).status).toBe(401);
    });

    it('tells nobody a password, in whatever line', async () => {
      lines.length = 0;
      await login('ann', PASSWORD);
      await eventually(
        () => Promise.resolve(lines.join('')),
        (text) => text.includes('"login"'),
      );
      expect(lines.join('')).not.toContain(PASSWORD);
      expect(lines.join('')).not.toContain(directory.env['LDAP_BIND_PASSWORD']);
    });
  },
);
