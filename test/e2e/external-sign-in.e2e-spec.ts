import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { type Account } from '../../src/domains/user-management/stored/account.js';
import { ACCOUNT_MODEL } from '../../src/domains/user-management/stored/account.schema.js';
import { Clock } from '../../src/kernel/clock.js';
import { AppLogger } from '../../src/platform/logging/app-logger.js';
import { SecretBox } from '../../src/platform/secrets/secret-box.js';
import { HandClock } from '../support/hand-clock.js';
import { TestOpenIdProvider } from '../support/open-id-provider.js';
import { anAccount, aSignedInCaller } from '../support/sign-in.js';
import { type Answer, startApp, type TestApp } from '../support/start-app.js';

interface WhoAmI {
  readonly id: string;
  readonly provenance: string;
  readonly username: string;
  readonly firstname: string;
  readonly groups: readonly { readonly name: string }[];
  readonly methods: Readonly<Record<string, readonly string[]>>;
}
interface Problem {
  readonly code: string;
  readonly message: string;
}

const cookieOf = (answer: Answer, name: string): string | undefined =>
  answer.headers
    .getSetCookie()
    .map((set) => new RegExp(`^${name}=([^;]*)`).exec(set)?.[1])
    .find((value) => value !== undefined && value !== '');

describe('signing in with OpenID Connect', () => {
  const clock = new HandClock();
  const lines: string[] = [];
  let provider: TestOpenIdProvider;
  let platform: TestApp;

  beforeAll(async () => {
    provider = await TestOpenIdProvider.start();
    const log = new AppLogger(
      { level: 'trace', format: 'json' },
      { write: (line: string) => lines.push(line) },
    );
    platform = await startApp('e2e-external-sign-in', {
      env: { ...provider.env, OIDC_GROUP_MAP: '{"team-ops":"operators","team-net":"noc"}' },
      override: (builder) =>
        builder.overrideProvider(Clock).useValue(clock).overrideProvider(AppLogger).useValue(log),
    });
    await anAccount(platform.app, { groups: ['operators', 'noc'] });
    await provider.setUsers(OLGA);
  });
  afterAll(async () => {
    await platform.close();
    await provider.stop();
  });

  const OLGA = {
    'subject-1': { preferred_username: 'Olga', given_name: 'Olga O.', groups: ['team-ops', 'x'] },
    'subject-2': { preferred_username: 'ADMIN' },
    'subject-3': { given_name: 'Nameless' },
    'subject-4': { preferred_username: 'Idle' },
    'subject-5': { preferred_username: 'ADA@example.com', given_name: 'Countess' },
    'subject-6': { preferred_username: 'Grace@example.com' },
  };
  const begin = (query = '') => platform.call('GET', `/login/oidc${query}`);
  /** Comes back from the provider, in the browser that holds these cookies. */
  const arrive = (path: string, flow?: string, more = '') =>
    platform.call<Problem>('GET', path, {
      headers: { cookie: `${flow === undefined ? '' : `oidc_flow=${flow}`}${more}` },
    });
  /** Begins in a browser and visits the provider. */
  const visit = async (subject: string, query = '') => {
    const begun = await begin(query);
    const path = await provider.visit(begun.headers.get('location') ?? '', subject);
    return { path, flow: cookieOf(begun, 'oidc_flow') };
  };
  const signIn = async (subject: string, query = '') => {
    const { path, flow } = await visit(subject, query);
    return arrive(path, flow);
  };
  const whoIs = async (answer: Answer) => {
    const token = cookieOf(answer, 'token') ?? '';
    return platform.call<WhoAmI>('GET', '/whoami', { headers: { cookie: `token=${token}` } });
  };
  const expectRefused = (answer: Answer<Problem>) => {
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toContain('Bearer');
    expect(cookieOf(answer, 'token')).toBeUndefined();
    // What the browser held is of no use any more, whatever came of it.
    expect(answer.headers.getSetCookie().join()).toContain('oidc_flow=; Path=/login/oidc');
  };

  it('sends the browser to the provider with what the answer will be held against', async () => {
    const answer = await begin();
    expect(answer.status).toBe(302);
    expect(answer.text).toBe('');
    const url = new URL(answer.headers.get('location') ?? '');
    expect(url.origin).toBe(provider.issuer);
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^oidc_flow=\$ENC1\.[\w.-]+; Path=\/login\/oidc; HttpOnly; SameSite=Lax; Max-Age=600$/,
      ),
    ]);
    // Neither of the two secrets of the sign-in can be read on its way.
    const { state } = Object.fromEntries(url.searchParams);
    expect(cookieOf(answer, 'oidc_flow')).not.toContain(state);
  });

  it('signs a user in whom the platform did not know', async () => {
    const answer = await signIn('subject-1');
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('/docs');
    expect(answer.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(/^token=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    );
    const who = (await whoIs(answer)).json;
    expect(who).toMatchObject({ provenance: 'oidc', username: 'Olga', firstname: 'Olga O.' });
    expect(who.groups.map(({ name }) => name)).toEqual(['operators']);
    expect(who.methods['UserManagement']).toContain('whoami');
  });

  it('knows the user again after another name and other groups, and whose request it was', async () => {
    const before = (await whoIs(await signIn('subject-1'))).json;
    await provider.setUsers({
      ...OLGA,
      'subject-1': { preferred_username: 'Olga.Married', groups: ['team-net'] },
    });
    const answer = await signIn('subject-1');
    const after = (await whoIs(answer)).json;
    await provider.setUsers(OLGA);
    expect(after).toMatchObject({ id: before.id, username: 'Olga.Married' });
    expect(after.groups.map(({ name }) => name)).toEqual(['noc']);
    const line = lines.findLast(
      (one) => one.includes('"openIdCallback"') && one.includes('request served'),
    );
    expect(JSON.parse(line ?? '{}')).toMatchObject({ principalId: before.id, status: 302 });
  });

  describe('sends the browser on', () => {
    it('to the page where it came from', async () => {
      const answer = await signIn('subject-1', `?returnTo=${encodeURIComponent('/docs?a=b#c')}`);
      expect(answer.headers.get('location')).toBe('/docs?a=b#c');
    });

    it.each([
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/..//evil.example',
      'x',
    ])('and never to %s', async (returnTo) => {
      const answer = await begin(`?returnTo=${encodeURIComponent(returnTo)}`);
      expect(answer.status).toBe(400);
      expect(answer.json).toMatchObject({ errors: [{ pointer: '#/returnTo' }] });
      expect(answer.headers.get('location')).toBeNull();
    });
  });

  describe('knows nobody', () => {
    it('who comes back a second time, with the cookie or without', async () => {
      const { path, flow } = await visit('subject-1');
      expect((await arrive(path, flow)).status).toBe(302);
      expectRefused(await arrive(path, flow));
      expectRefused(await arrive(path));
    });

    it('who comes with the answer of another browser', async () => {
      const [mine, theirs] = [await visit('subject-1'), await visit('subject-1')];
      expectRefused(await arrive(theirs.path, mine.flow));
      expectRefused(await arrive(theirs.path, undefined));
    });

    it('who began too long ago', async () => {
      const { path, flow } = await visit('subject-1');
      clock.advance({ minutes: 10 });
      const answer = await arrive(path, flow);
      expectRefused(answer);
      expect(answer.json.message).toContain('begin again at /login/oidc');
    });

    it.each<[string, (flow: string, box: SecretBox) => string]>([
      ['changed', (flow) => `${flow.slice(0, -2)}AA`],
      ['cut', (flow) => flow.slice(0, 40)],
      ['made up', () => 'nonsense'],
      ['something else that we sealed', (_, box) => box.seal('{"kind":"other"}')],
    ])('whose cookie is %s', async (_, change) => {
      const { path, flow = '' } = await visit('subject-1');
      expectRefused(
        await arrive(path, change(flow, platform.app.get(SecretBox, { strict: false }))),
      );
    });

    it('before whom somebody has planted a second cookie', async () => {
      const [mine, theirs] = [await visit('subject-1'), await visit('subject-1')];
      expectRefused(await arrive(theirs.path, mine.flow, `; oidc_flow=${theirs.flow ?? ''}`));
    });

    it.each([
      ['state', 'another'],
      ['iss', 'https://other.example'],
      ['code', 'guessed'],
    ])('whose answer has another %s', async (key, value) => {
      const { path, flow } = await visit('subject-1');
      const url = new URL(path, 'http://here.example');
      url.searchParams.set(key, value);
      expectRefused(await arrive(url.pathname + url.search, flow));
    });

    it('whom the provider does not sign in', async () => {
      const answer = await signIn('subject-unknown');
      expectRefused(answer);
      expect(answer.json.message).toContain('(access_denied)');
    });

    it('of whom the provider says no name', async () => {
      const answer = await signIn('subject-3');
      expectRefused(answer);
      expect(answer.json.message).toContain('preferred_username');
    });

    it('whose account is inactive', async () => {
      const first = await signIn('subject-4');
      const accounts = platform.app.get<Model<Account>>(getModelToken(ACCOUNT_MODEL), {
        strict: false,
      });
      await accounts.updateOne({ usernameFolded: 'idle' }, { inactive: true });
      expectRefused(await signIn('subject-4'));
      clock.advance({ seconds: 1 });
      expect((await whoIs(first)).status).toBe(401);
    });
  });

  it('never hands a local account to a user of the same name', async () => {
    const answer = await signIn('subject-2');
    expect(answer.status).toBe(409);
    expect(answer.json).toMatchObject({ code: 'name-taken' });
    expect(answer.json.message).toContain("The name 'ADMIN' belongs to another account");
    expect(cookieOf(answer, 'token')).toBeUndefined();
  });

  describe('lets in whom SCIM made', () => {
    const aUser = async (userName: string, externalId: string) => {
      const body = { userName, externalId, displayName: 'Of SCIM' };
      const made = await platform.as<{ id: string }>('admin', 'POST', '/scim/v2/Users', { body });
      return made.json.id;
    };
    const patch = (id: string, path: string, value: unknown) =>
      platform.as('admin', 'PATCH', `/scim/v2/Users/${id}`, {
        body: { Operations: [{ op: 'replace', path, value }] },
      });

    it('under the same id and name, as long as the account is active', async () => {
      const id = await aUser('ada@example.com', 'subject-5');
      const who = { id, provenance: 'scim', username: 'ada@example.com', firstname: 'Of SCIM' };
      expect((await whoIs(await signIn('subject-5'))).json).toMatchObject(who);
      await patch(id, 'userName', 'lovelace@example.com');
      expect((await whoIs(await signIn('subject-5'))).json).toMatchObject({
        id,
        username: 'lovelace@example.com',
      });
      await patch(id, 'active', false);
      expectRefused(await signIn('subject-5'));
    });

    it('and nobody of another id, or another name, or before the first sign-in a closed one', async () => {
      const id = await aUser('grace@example.com', 'subject-5b');
      const other = await signIn('subject-6');
      expect([other.status, other.json.code]).toEqual([409, 'name-taken']);
      await patch(id, 'externalId', 'subject-6');
      await patch(id, 'active', false);
      expectRefused(await signIn('subject-6'));
      await patch(id, 'active', true);
      await patch(id, 'userName', 'hopper@example.com');
      // Whoever has no account under this name gets one of his own.
      const own = (await whoIs(await signIn('subject-6'))).json;
      expect(own).toMatchObject({ provenance: 'oidc', username: 'Grace@example.com' });
      expect(own.id).not.toBe(id);
    });
  });

  it('begins a session of its own, whatever the browser held before', async () => {
    const planted = await aSignedInCaller(platform.app);
    const { path, flow } = await visit('subject-1');
    const answer = await arrive(path, flow, `; token=${planted}`);
    expect(cookieOf(answer, 'token')).not.toBe(planted);
    expect((await whoIs(answer)).json.username).toBe('Olga');
    const unknown = 'A'.repeat(43);
    const again = await visit('subject-1');
    await arrive(again.path, again.flow, `; token=${unknown}`);
    expect((await platform.call('GET', '/whoami', { token: unknown })).status).toBe(401);
  });

  it('is offered by the docs page', async () => {
    expect((await platform.call('GET', '/docs')).text).toContain('href="/login/oidc"');
  });

  it('blames the provider while it does not answer', async () => {
    clock.advance({ minutes: 20 });
    const { path, flow } = await visit('subject-1');
    await provider.stop();
    const answer = await arrive(path, flow);
    expect(answer.status).toBe(502);
    expect(cookieOf(answer, 'token')).toBeUndefined();
    // Its metadata are remembered for ten minutes.
    clock.advance({ minutes: 20 });
    expect((await begin()).status).toBe(502);
    provider = await TestOpenIdProvider.start({ port: Number(new URL(provider.issuer).port) });
    await provider.setUsers(OLGA);
    clock.advance({ minutes: 20 });
  });
});
