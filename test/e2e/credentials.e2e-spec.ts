import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { type Account } from '../../src/domains/user-management/stored/account.js';
import { ACCOUNT_MODEL } from '../../src/domains/user-management/stored/account.schema.js';
import { API_TOKEN_MODEL } from '../../src/domains/user-management/tokens/api-token.schema.js';
import { ApiTokensService } from '../../src/domains/user-management/tokens/api-tokens.service.js';
import { aSessionOf, anAccount, type TestAccount } from '../support/sign-in.js';
import { type Answer, type CallOptions, type TestApp } from '../support/start-app.js';
import { TwoNodes } from '../support/two-nodes.js';

interface ApiToken {
  readonly _id: string;
  readonly token: string;
  readonly roles: readonly string[] | null;
}
interface Listed<T> {
  readonly results: readonly T[];
  readonly total: number;
}
interface ActiveProfile {
  readonly profile: { readonly authenticationProps: object };
}
interface ListedSession {
  readonly _id: string;
  readonly current: boolean;
}

const ADMIN = [{ provenance: 'platform', name: 'admin' }];
const READER = [{ provenance: 'platform', name: 'apiread' }];
const WRITER = [{ provenance: 'platform', name: 'apiwrite' }];
const TOKENS = '/user-management/tokens';
const SESSIONS = '/user-management/sessions';
/** Operators, at every place where a text belongs. */
const OPERATORS = [{ $ne: null }, { $gt: '' }, ['x'], { $regex: '.*' }, null, 7, true];

describe('credentials', () => {
  const nodes = new TwoNodes('e2e-credentials', { API_TOKENS_MAX: '5', API_TOKEN_DAYS_MAX: '200' });
  const { clock } = nodes;

  beforeAll(() => nodes.start());
  afterAll(() => nodes.close());
  beforeEach(() => {
    clock.advance({ minutes: 2 });
  });

  const call = <T>(method: string, path: string, options: CallOptions = {}, app = nodes.node) =>
    app.call<T>(method, path, {
      ...options,
      headers: { ...nodes.fromSomewhere(), ...options.headers },
    });
  const whoami = async (token: string, headers: Record<string, string> = {}, app?: TestApp) =>
    (await call('GET', '/whoami', { token, headers }, app)).status;
  /** Somebody who is signed in. */
  const someone = async (account: TestAccount = {}) => {
    const made = await anAccount(nodes.node.app, account);
    return { account: made, session: await aSessionOf(nodes.node.app, made) };
  };
  const reads = async (token: string) => (await call('GET', '/health/status', { token })).status;
  const installs = async (token: string) =>
    (await call('POST', '/admin/artifacts', { token, body: {} })).status;
  const create = (session: string, body: object = { name: 'a token' }) =>
    call<ApiToken>('POST', TOKENS, { token: session, body });
  const aToken = async (session: string, body?: object) => (await create(session, body)).json;
  const modelOf = <T>(name: string) =>
    nodes.node.app.get<Model<T>>(getModelToken(name), { strict: false });
  const changeAccount = (account: Account, change: object) =>
    modelOf<Account>(ACCOUNT_MODEL).updateOne({ _id: account._id }, change);
  const ownedBy = ({ _id, username }: Account) => ({ account: _id, username });
  const pointersOf = ({ json }: Answer) =>
    (json as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer);

  describe('an API token', () => {
    it('is answered once, and opens what its owner may do', async () => {
      const { account, session } = await someone({ roles: READER });
      const answer = await create(session, { name: ' nightly report ' });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toContain('no-store');
      expect(answer.json).toEqual({
        token: expect.stringMatching(/^nat_[A-Za-z0-9_-]{43}$/),
        _id: expect.any(String),
        ...ownedBy(account),
        name: 'nightly report',
        roles: null,
        scopes: [],
        networks: [],
        created: clock.now().toISOString(),
        expires: new Date(clock.now().getTime() + 90 * 86_400_000).toISOString(),
        lastUsed: null,
        envelope: null,
        active: true,
      });
      const { token, ...shown } = answer.json;
      const list = await call<Listed<ApiToken>>('GET', TOKENS, { token: session });
      expect(list.json).toEqual({ results: [shown], total: 1 });
      expect(await reads(token)).toBe(200);
      const used = await call('GET', TOKENS, { token: session });
      expect(used.text).toContain(`"lastUsed":"${clock.now().toISOString()}"`);
      expect(list.text + used.text).not.toContain(token);
    });

    it('works wherever a token may stand', async () => {
      const { session } = await someone();
      const { token } = await aToken(session);
      const statuses = [
        await call('GET', '/whoami', { headers: { cookie: `token=${token}` } }),
        await call('GET', `/whoami?token=${token}`),
        await call('GET', '/whoami', { headers: { authorization: `Bearer ${token}` } }),
      ].map(({ status }) => status);
      expect(statuses).toEqual([200, 200, 200]);
    });

    it('is stored as a hash alone, and its last use is written by the minute task', async () => {
      const { session } = await someone();
      const { _id, token } = await aToken(session);
      await whoami(token);
      const model = modelOf(API_TOKEN_MODEL);
      expect(JSON.stringify(await model.findById(_id).lean())).toContain('"lastUsed":null');
      await nodes.node.app.get(ApiTokensService, { strict: false }).recordUses();
      const stored = JSON.stringify(await model.findById(_id).lean());
      expect(stored).toContain(`"lastUsed":"${clock.now().toISOString()}"`);
      expect(stored).not.toContain(token);
    });

    it.each<[object, string[]]>([
      [{}, ['#/name']],
      [{ name: '' }, ['#/name']],
      [{ name: '  ' }, ['#/name']],
      [{ name: 'x', expires: 'soon' }, ['#/expires']],
      [{ name: 'x', expires: '2020-01-01T00:00:00Z' }, ['#/expires']],
      [{ name: 'x', expires: '2036-01-01T00:00:00Z' }, ['#/expires']],
      [
        { name: 'x', networks: ['acme.example', '10.0.0.0/8', '1/2/3'] },
        ['#/networks/0', '#/networks/2'],
      ],
      [{ name: 'x', account: 'somebody' }, ['#/account']],
      [{ name: 'x', scopes: ['everything'] }, ['#/scopes/0']],
      [{ name: 'x', token: 'mine' }, ['#/token']],
    ])('is not made of %j', async (body, pointers) => {
      const { session } = await someone();
      const answer = await create(session, body);
      expect(answer.status).toBe(400);
      expect(pointersOf(answer)).toEqual(pointers);
    });

    it('takes no operator for a text', async () => {
      const { session } = await someone();
      for (const value of OPERATORS) {
        const requests = [
          { name: value },
          { name: 'x', expires: value },
          { name: 'x', roles: [value] },
          { name: 'x', networks: [value] },
        ];
        for (const request of requests)
          expect([request, (await create(session, request)).status]).toEqual([request, 400]);
      }
      const encoded = await call('GET', `${TOKENS}?account[$ne]=x`, { token: session });
      expect([encoded.status, pointersOf(encoded)]).toEqual([400, ['#/account']]);
    });

    it('has a name that its owner has not used, and a bounded number of siblings', async () => {
      const { session } = await someone();
      await aToken(session, { name: 'First' });
      const again = await create(session, { name: 'ＦＩＲＳＴ' });
      expect([again.status, (again.json as unknown as { code: string }).code]).toEqual([
        409,
        'name-taken',
      ]);
      const burst = Array.from({ length: 8 }, (_, at) =>
        create(session, { name: `n${String(at)}` }),
      );
      await Promise.all(burst);
      const total = async () =>
        (await call<Listed<ApiToken>>('GET', TOKENS, { token: session })).json.total;
      expect(await total()).toBeLessThanOrEqual(5);
      while ((await total()) < 5)
        await aToken(session, { name: `filler ${String(await total())}` });
      const beyond = await create(session, { name: 'one too many' });
      expect([beyond.status, beyond.text.includes('too-many-tokens')]).toEqual([409, true]);
      expect(await total()).toBe(5);
    });

    it('ends when it expires', async () => {
      const { session } = await someone();
      const expires = new Date(clock.now().getTime() + 60_000).toISOString();
      const { token } = await aToken(session, { name: 'short', expires });
      clock.advance({ ms: 59_999 });
      expect(await whoami(token)).toBe(200);
      clock.advance({ ms: 1 });
      expect(await whoami(token)).toBe(401);
      const list = await call<Listed<{ active: boolean }>>('GET', TOKENS, { token: session });
      expect(list.json.results).toMatchObject([{ active: false }]);
    });

    it.each([
      ['the account is deactivated', { inactive: true }],
      ['the password is changed', { $inc: { credentialRevision: 1 } }],
    ])('ends within a second on every node when %s', async (_, change) => {
      const { account, session } = await someone();
      const { token } = await aToken(session);
      expect(await whoami(token, {}, nodes.otherNode)).toBe(200);
      await changeAccount(account, change);
      clock.advance({ seconds: 1 });
      const statuses = [await whoami(token), await whoami(token, {}, nodes.otherNode)];
      expect(statuses).toEqual([401, 401]);
      const admin = await someone({ roles: ADMIN });
      const path = `${TOKENS}?account=${account._id}`;
      const list = await call<Listed<{ active: boolean }>>('GET', path, { token: admin.session });
      expect(list.json.results).toMatchObject([{ active: false }]);
    });

    it('is revoked at once here, and within a second elsewhere', async () => {
      const { session } = await someone();
      const { _id, token } = await aToken(session);
      expect([await whoami(token), await whoami(token, {}, nodes.otherNode)]).toEqual([200, 200]);
      expect((await call('DELETE', `${TOKENS}/${_id}`, { token: session })).status).toBe(200);
      expect(await whoami(token)).toBe(401);
      clock.advance({ seconds: 1 });
      expect(await whoami(token, {}, nodes.otherNode)).toBe(401);
      expect((await call('DELETE', `${TOKENS}/${_id}`, { token: session })).status).toBe(404);
    });

    it('makes no tokens, so that a stolen one ends when it was meant to', async () => {
      const { session } = await someone({ roles: ADMIN });
      for (const body of [{ name: 'all' }, { name: 'some', roles: ['admin'] }]) {
        const { token } = await aToken(session, body);
        const answer = await create(token, { name: 'child' });
        expect([answer.status, answer.text.includes('sign-in-needed')]).toEqual([403, true]);
      }
    });
  });

  describe('an API token with some of the roles', () => {
    it('opens what those roles open, and no more', async () => {
      const { session } = await someone({ roles: ADMIN });
      const { token, roles } = await aToken(session, { name: 'x', roles: [] });
      expect(roles).toEqual([]);
      expect([await reads(token), await whoami(token)]).toEqual([403, 200]);
      const { session: writer } = await someone({ roles: [...READER, ...WRITER] });
      const reader = await aToken(writer, { name: 'x', roles: ['APIread'] });
      expect(await reads(reader.token)).toBe(200);
      expect([await installs(reader.token), await installs(writer)]).toEqual([403, 400]);
    });

    it('may be given any role by an administrator, for as long as he is one', async () => {
      const { account, session } = await someone({ roles: ADMIN });
      const { token } = await aToken(session, { name: 'x', roles: ['apiread'] });
      expect([await reads(token), await installs(token)]).toEqual([200, 403]);
      expect((await create(session, { name: 'y', roles: ['nothing'] })).status).toBe(403);
      await changeAccount(account, { assignedRoles: [] });
      clock.advance({ seconds: 1 });
      expect(await reads(token)).toBe(403);
    });

    it('cannot be given a role that its owner does not hold', async () => {
      const { session } = await someone({ roles: READER });
      for (const roles of [['admin'], ['apiread', 'admin'], ['000000000000000000000000']]) {
        const answer = await create(session, { name: 'x', roles });
        expect([answer.status, answer.text.includes('role-not-held')]).toEqual([403, true]);
      }
    });

    it('loses within a second what its owner loses, and gains nothing with him', async () => {
      const { account, session } = await someone({ roles: READER });
      const { token } = await aToken(session, { name: 'x', roles: ['apiread'] });
      expect(await reads(token)).toBe(200);
      const [writer = ''] = (await anAccount(nodes.node.app, { roles: WRITER })).assignedRoles;
      await changeAccount(account, { assignedRoles: [writer] });
      clock.advance({ seconds: 1 });
      expect([await reads(token), await installs(token)]).toEqual([403, 403]);
      expect(await installs(session)).toBe(400);
    });

    it('does not deal with the credentials of others, though its owner may', async () => {
      const { session } = await someone({ roles: ADMIN });
      const { token } = await aToken(session, { name: 'x', roles: [] });
      const other = await someone();
      expect((await call('GET', `${TOKENS}?all=true`, { token })).status).toBe(403);
      expect(
        (await call('GET', `${SESSIONS}?account=${other.account._id}`, { token })).status,
      ).toBe(403);
    });
  });

  describe('an API token with some of the roles, when it was stolen', () => {
    it('ends itself, and neither sessions nor other tokens of its owner', async () => {
      const { session } = await someone({ roles: ADMIN });
      const other = await aToken(session, { name: 'other' });
      const { _id, token } = await aToken(session, { name: 'x', roles: ['admin'] });
      const [listed] = (await call<Listed<ListedSession>>('GET', SESSIONS, { token })).json.results;
      const answers = [
        await call('POST', `${SESSIONS}/end`, { token, body: {} }),
        await call('DELETE', `${SESSIONS}/${listed?._id ?? ''}`, { token }),
        await call('DELETE', `${TOKENS}/${other._id}`, { token }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
      expect([await whoami(session), await whoami(other.token)]).toEqual([200, 200]);
      expect((await call('DELETE', `${TOKENS}/${_id}`, { token })).status).toBe(200);
      expect(await whoami(token)).toBe(401);
    });
  });

  describe('an API token for the roles of one application', () => {
    it('names no administrators in the profile, though its owner may', async () => {
      const roles = [...ADMIN, { provenance: 'AdminEssentials', name: 'admin' }];
      const { account, session } = await someone({ roles });
      const [, role] = account.assignedRoles;
      const { token } = await aToken(session, { name: 'x', roles: [role] });
      const { json } = await call<ActiveProfile>('GET', '/profiles/default', { token });
      const authenticationProps = {
        ...json.profile.authenticationProps,
        admins: [
          { provenance: 'local', group: 'admins' },
          { provenance: 'local', group: 'mine' },
        ],
      };
      const body = { properties: { ...json.profile, authenticationProps } };
      const put = (by: string) => call('PUT', '/profiles/default', { token: by, body });
      const refused = await put(token);
      expect([refused.status, refused.text.includes('role-not-held')]).toEqual([403, true]);
      expect((await put(session)).status).toBe(200);
    });
  });

  describe('an API token with networks', () => {
    const from = (address: string) => ({ 'x-forwarded-for': address });

    it('works from there and nowhere else', async () => {
      const { session } = await someone();
      const networks = ['198.51.100.7/24', '2001:db8::/32', '::ffff:192.0.2.9'];
      const answer = await create(session, { name: 'x', networks });
      expect(answer.json).toMatchObject({
        networks: ['198.51.100.0/24', '2001:db8::/32', '192.0.2.9/32'],
      });
      const { token } = answer.json;
      const outcomes = [
        await whoami(token, from('198.51.100.200')),
        await whoami(token, from('::ffff:198.51.100.1')),
        await whoami(token, from('2001:db8:1::1')),
        await whoami(token, from('192.0.2.9')),
        await whoami(token, from('198.51.101.1')),
        await whoami(token, from('2001:db9::1')),
        await whoami(token, from('192.0.2.10')),
        await whoami(token, from('198.51.100.1, 203.0.113.1')),
      ];
      expect(outcomes).toEqual([200, 200, 200, 200, 401, 401, 401, 401]);
      // What the first node remembers does not open it from elsewhere, nor on the second node.
      expect(await whoami(token, from('203.0.113.1'), nodes.otherNode)).toBe(401);
    });

    it('is judged before a large body is read, too', async () => {
      const { session } = await someone({ roles: ADMIN });
      const { token } = await aToken(session, { name: 'x', networks: ['198.51.100.0/24'] });
      const raw = 'x'.repeat(100_000);
      const post = (address: string) =>
        call('POST', '/admin/artifacts', {
          token,
          raw,
          headers: { ...from(address), 'content-type': 'application/json' },
        });
      expect((await post('198.51.101.1')).status).toBe(401);
      expect((await post('198.51.100.1')).status).toBe(400);
    });
  });

  describe('the credentials of others', () => {
    it('are there for administrators alone', async () => {
      const owner = await someone();
      const { _id } = await aToken(owner.session);
      const stranger = await someone({ roles: READER });
      const admin = await someone({ roles: ADMIN });
      const [session] = (
        await call<Listed<ListedSession>>('GET', SESSIONS, { token: owner.session })
      ).json.results;
      for (const path of [TOKENS, SESSIONS]) {
        for (const query of ['all=true', `account=${owner.account._id}`, 'account=absent']) {
          const answer = await call('GET', `${path}?${query}`, { token: stranger.session });
          expect([path, query, answer.status]).toEqual([path, query, 403]);
        }
        const all = await call<Listed<object>>('GET', `${path}?all=true`, { token: admin.session });
        expect(all.json.total).toBeGreaterThan(1);
        const none = await call('GET', `${path}?account=absent`, { token: admin.session });
        expect(none.json).toEqual({ results: [], total: 0 });
      }
      const paths = [`${TOKENS}/${_id}`, `${SESSIONS}/${session?._id ?? ''}`];
      for (const path of paths) {
        expect((await call('DELETE', path, { token: stranger.session })).status).toBe(404);
      }
      const body = { account: owner.account._id };
      const end = (token: string) => call('POST', `${SESSIONS}/end`, { token, body });
      expect((await end(stranger.session)).status).toBe(403);
      expect(await whoami(owner.session)).toBe(200);
      for (const path of paths) {
        expect((await call('DELETE', path, { token: admin.session })).status).toBe(200);
      }
      expect(await whoami(owner.session)).toBe(401);
      expect((await end(admin.session)).json).toEqual({ ended: 0 });
    });

    it('are listed in pages whose total is true', async () => {
      const { account, session } = await someone();
      for (let at = 0; at < 3; at += 1) {
        clock.advance({ seconds: 1 });
        await aToken(session, { name: `token ${String(at)}` });
        await aSessionOf(nodes.node.app, account);
      }
      for (const [path, total] of [
        [TOKENS, 3],
        [SESSIONS, 4],
      ] as const) {
        const whole = await call<Listed<object>>('GET', path, { token: session });
        const paged: object[] = [];
        for (let skip = 0; skip < total; skip += 2) {
          const query = `?skip=${String(skip)}&limit=2`;
          const page = await call<Listed<object>>('GET', path + query, { token: session });
          expect(page.json.total).toBe(total);
          paged.push(...page.json.results);
        }
        expect(paged).toEqual(whole.json.results);
        expect((await call('GET', `${path}?limit=-1`, { token: session })).status).toBe(400);
      }
    });
  });

  describe('a session', () => {
    it('is shown with everything but its token', async () => {
      const { account, session } = await someone();
      const { json, text } = await call<Listed<object>>('GET', SESSIONS, { token: session });
      expect(json).toEqual({
        total: 1,
        results: [
          {
            _id: expect.any(String),
            ...ownedBy(account),
            kind: 'sign-in',
            address: '127.0.0.1',
            userAgent: 'test',
            created: clock.now().toISOString(),
            lastSeen: clock.now().toISOString(),
            expires: new Date(clock.now().getTime() + 3_600_000).toISOString(),
            current: true,
            active: true,
          },
        ],
      });
      expect(text).not.toContain(session);
    });

    it('is shown as over when the password was changed', async () => {
      const { account } = await someone();
      await changeAccount(account, { $inc: { credentialRevision: 1 } });
      const admin = await someone({ roles: ADMIN });
      const path = `${SESSIONS}?account=${account._id}`;
      const { json } = await call<Listed<object>>('GET', path, { token: admin.session });
      expect(json.results).toMatchObject([{ active: false, current: false }]);
    });

    it('is ended by its owner from another one, within a second on every node', async () => {
      const { account, session } = await someone();
      const other = await aSessionOf(nodes.node.app, account);
      expect(await whoami(other, {}, nodes.otherNode)).toBe(200);
      const { results } = (await call<Listed<ListedSession>>('GET', SESSIONS, { token: session }))
        .json;
      const id = results.find(({ current }) => !current)?._id ?? '';
      expect((await call('DELETE', `${SESSIONS}/${id}`, { token: session })).status).toBe(200);
      expect(await whoami(other)).toBe(401);
      clock.advance({ seconds: 1 });
      expect(await whoami(other, {}, nodes.otherNode)).toBe(401);
      expect(await whoami(session)).toBe(200);
    });

    it('ends with all the others of its account, or stays alone', async () => {
      const { account, session } = await someone();
      await aSessionOf(nodes.node.app, account);
      const bystander = await someone();
      const end = (body: object) => call('POST', `${SESSIONS}/end`, { token: session, body });
      expect((await end({ keepCurrent: true })).json).toEqual({ ended: 1 });
      expect(await whoami(session)).toBe(200);
      expect((await end({})).json).toEqual({ ended: 1 });
      expect(await whoami(session)).toBe(401);
      expect(await whoami(bystander.session)).toBe(200);
    });

    it('is never one that the caller brought along', async () => {
      const planted = 'nat_'.padEnd(47, 'A');
      await anAccount(nodes.node.app, { username: 'fixed', password: 'secret-of-fixed' });
      const body = { username: 'fixed', password: 'secret-of-fixed' };
      const answer = await call('POST', '/login', {
        body,
        headers: { cookie: `token=${planted}` },
      });
      expect(answer.text).not.toBe(planted);
      expect(answer.headers.get('set-cookie')).not.toContain(planted);
      expect(await whoami(planted)).toBe(401);
    });

    it('takes no operator for an id', async () => {
      const admin = await someone({ roles: ADMIN });
      for (const account of OPERATORS) {
        const answer = await call('POST', `${SESSIONS}/end`, {
          token: admin.session,
          body: { account },
        });
        expect([account, answer.status]).toEqual([account, 400]);
      }
      const id = encodeURIComponent('{"$ne":null}');
      const path = `${SESSIONS}/${id}`;
      expect((await call('DELETE', path, { token: admin.session })).status).toBe(404);
    });
  });

  it('leaves no token in any line of the log', async () => {
    const { session } = await someone({ roles: ADMIN });
    const { token } = await aToken(session, { name: 'to be looked for' });
    const wrong = 'W'.repeat(43);
    nodes.logged.length = 0;
    for (const secret of [session, token, wrong]) {
      await call('GET', `/whoami?token=${secret}`);
      await call('GET', `/no-such-path?token=${secret}`);
      await call('GET', '/whoami', { headers: { cookie: `token=${secret}` } });
      await call('GET', '/whoami', { headers: { authorization: `Bearer ${secret}` } });
      await call('GET', '/whoami', { headers: { authorization: `Digest ${secret}` } });
      await call('POST', '/admin/artifacts', {
        token: secret,
        raw: secret,
        headers: { 'content-type': 'application/json' },
      });
    }
    const lines = nodes.logged.join('\n');
    expect(lines).toContain('request served');
    for (const secret of [session, token, wrong]) {
      expect(lines).not.toContain(secret);
      expect(lines).not.toContain(encodeURIComponent(secret));
    }
  });
});
