import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { aSessionOf, anAccount } from '../support/sign-in.js';
import { startApp, type TestApp } from '../support/start-app.js';

const ACCOUNTS = '/oauth/serviceAccounts';
const TOKENS = '/user-management/tokens';
const SESSIONS = '/user-management/sessions';

describe('to strangers', () => {
  let platform: TestApp;

  beforeAll(async () => {
    platform = await startApp('e2e-credential-strangers');
  });
  afterAll(() => platform.close());

  const whoami = async (token: string) => (await platform.call('GET', '/whoami', { token })).status;
  const broken = (method: string) =>
    method === 'DELETE' ? {} : { raw: '{', headers: { 'content-type': 'application/json' } };

  it.each([
    ['GET', SESSIONS],
    ['POST', `${SESSIONS}/end`],
    ['DELETE', `${SESSIONS}/x`],
    ['GET', TOKENS],
    ['POST', TOKENS],
    ['DELETE', `${TOKENS}/x`],
    ['GET', ACCOUNTS],
    ['POST', ACCOUNTS],
    ['PATCH', `${ACCOUNTS}/x`],
    ['DELETE', `${ACCOUNTS}/x`],
    ['POST', `${ACCOUNTS}/x/regenerate`],
  ])('the platform tells nothing at %s %s, not even what is wrong', async (method, path) => {
    const request = broken(method);
    expect((await platform.call(method, path, request)).status).toBe(401);
    const unknown = { ...request, token: 'A'.repeat(43) };
    expect((await platform.call(method, path, unknown)).status).toBe(401);
    const asReader = path.startsWith(ACCOUNTS) ? 403 : method === 'DELETE' ? 404 : 400;
    expect((await platform.as('apiread', method, path, request)).status).toBe(asReader);
    const asAdmin = method === 'DELETE' ? 404 : 400;
    expect((await platform.as('admin', method, path, request)).status).toBe(asAdmin);
  });

  describe('the audit', () => {
    interface Entry {
      readonly kind: string;
      readonly username: string | null;
    }
    const soon = (requestId: string) =>
      eventually(
        async () => {
          const path = `/audit?requestId=${requestId}`;
          return (await platform.as<{ results: Entry[] }>('admin', 'GET', path)).json.results;
        },
        ({ length }) => length > 0,
      );

    it('names the program that signed in, and the one that failed to', async () => {
      const body = { name: 'watched-program' };
      const made = await platform.as<{ clientId: string; clientSecret: string }>(
        'admin',
        'POST',
        ACCOUNTS,
        { body },
      );
      const ask = (requestId: string, clientSecret: string) =>
        platform.call('POST', '/oauth/token', {
          body: {
            grant_type: 'client_credentials',
            client_id: made.json.clientId,
            client_secret: clientSecret,
          },
          headers: { 'x-request-id': requestId },
        });
      expect((await ask('program-failed', 'guess')).status).toBe(401);
      expect((await ask('program-came', made.json.clientSecret)).status).toBe(200);
      const username = 'watched-program';
      expect(await soon('program-failed')).toMatchObject([{ kind: 'refused-sign-in', username }]);
      expect(await soon('program-came')).toMatchObject([{ kind: 'sign-in', username }]);
    });

    it('names the owner of a token that is used outside of its networks', async () => {
      const account = await anAccount(platform.app, { username: 'robbed' });
      const session = await aSessionOf(platform.app, account);
      const body = { name: 'x', networks: ['198.51.100.0/24'] };
      const made = await platform.call<{ token: string }>('POST', TOKENS, { token: session, body });
      const headers = { 'x-request-id': 'robbery' };
      const { token } = made.json;
      expect((await platform.call('GET', '/whoami', { token, headers })).status).toBe(401);
      expect(await soon('robbery')).toMatchObject([
        { kind: 'refused-sign-in', username: 'robbed' },
      ]);
    });
  });

  describe('what nobody has issued', () => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { sub: 'admin', username: 'admin', roles: ['admin'], exp: 4_102_444_800 };
    const signed = (algorithm: string, key: string) => {
      const head = `${encode({ alg: algorithm, typ: 'JWT' })}.${encode(claims)}`;
      return `${head}.${createHmac('sha256', key).update(head).digest('base64url')}`;
    };

    it.each([
      ['an unsigned JWT', `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`],
      ['a JWT signed with nothing', signed('HS256', '')],
      ['a JWT signed with a word', signed('HS256', 'secret')],
      ['a JWT that names its own key', signed('RS256', '-----BEGIN PUBLIC KEY-----')],
      ['random letters in the form of a session', 'A'.repeat(43)],
      ['random letters in the form of an API token', `nat_${'A'.repeat(43)}`],
      ['an operator', '{"$ne":null}'],
    ])('opens nothing: %s', async (_, token) => {
      const headers = { authorization: `Bearer ${token}` };
      expect((await platform.call('GET', '/whoami', { headers })).status).toBe(401);
      const query = `/whoami?token=${encodeURIComponent(token)}`;
      expect((await platform.call('GET', query)).status).toBe(401);
    });

    it('includes a token of ours with one letter changed, cut or put in another case', async () => {
      const session = await platform.tokenOf('readonly');
      const body = { name: 'to be changed' };
      const made = await platform.call<{ token: string }>('POST', TOKENS, { token: session, body });
      const { token } = made.json;
      for (const good of [session, token]) {
        const last = good.at(-10) === 'A' ? 'B' : 'A';
        const bad = [
          good.slice(0, -10) + last + good.slice(-9),
          good.slice(0, -1),
          good.slice(4),
          `${good}A`,
          `nat_${good}`,
          good.toUpperCase(),
        ];
        for (const one of bad) expect([one, await whoami(one)]).toEqual([one, 401]);
        expect(await whoami(good)).toBe(200);
      }
    });
  });
});
