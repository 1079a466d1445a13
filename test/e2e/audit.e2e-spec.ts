import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { RefusedSignInsService } from '../../src/api/audit/refused-sign-ins.service.js';
import { AuditRetentionService } from '../../src/domains/audit/audit-retention.service.js';
import { AuditVerificationService } from '../../src/domains/audit/audit-verification.service.js';
import { ProfilesService } from '../../src/domains/profiles/profiles.service.js';
import { Clock } from '../../src/kernel/clock.js';
import { AUDIT_RECORD_MODEL } from '../../src/platform/audit/audit-record.schema.js';
import { AuditRecordsRepository } from '../../src/platform/audit/audit-records.repository.js';
import { AuditTrailService } from '../../src/platform/audit/audit-trail.service.js';
import { eventually } from '../support/eventually.js';
import { anArtifact } from '../support/factories/an-artifact.js';
import { HandClock } from '../support/hand-clock.js';
import { anAccount, aSignedInCaller } from '../support/sign-in.js';
import { type Answer, type CallOptions, startApp, type TestApp } from '../support/start-app.js';

interface Entry {
  readonly _id: string;
  readonly kind: string;
  readonly outcome: string;
  readonly reason: string | null;
  readonly count: number;
  readonly account: string | null;
  readonly username: string | null;
  readonly nameHash: string | null;
  readonly operation: string | null;
  readonly userAgent: string | null;
  readonly credentialId: string | null;
  readonly objects: readonly {
    readonly type: string;
    readonly name: string;
    readonly before: Record<string, unknown> | null;
    readonly after: Record<string, unknown> | null;
  }[];
}

interface Entries {
  readonly results: readonly Entry[];
  readonly total: number;
}

const CANARY = 'c4n4ry8f1d';
const PASSWORD = `${CANARY}-password`;

describe('the audit trail', () => {
  let platform: TestApp;

  const list = (query = ''): Promise<Answer<Entries>> =>
    platform.as<Entries>('admin', 'GET', `/audit${query === '' ? '' : `?${query}`}`);
  const entries = async (query: string): Promise<readonly Entry[]> => {
    const { status, json } = await list(query);
    expect(status).toBe(200);
    return json.results;
  };
  const get = (id: string) => platform.as<Entry>('admin', 'GET', `/audit/${id}`);
  const soon = (query: string, count = 1) =>
    eventually(
      () => entries(query),
      (found) => found.length >= count,
    );
  const install = (name: string, headers: Record<string, string> = {}) =>
    platform.as<{ data: { _id: string } }>('admin', 'POST', '/admin/artifacts', {
      headers,
      body: { artifact: anArtifact({ name, version: '1.2.3' }) },
    });
  const login = (username: string, password: string, headers: Record<string, string> = {}) =>
    platform.call('POST', '/login', { headers, body: { username, password } });
  const configs = '/prebuilts-repository/configs';
  const addConfig = (name: string) =>
    platform.as('admin', 'POST', configs, {
      body: {
        name,
        type: 'gitlab',
        hostname: 'git.acme.example',
        path: 'x',
        enabled: false,
        credentials: { token: `${CANARY}-token` },
      },
    });
  const recordOf = (app: TestApp) =>
    app.app.get<Model<unknown>>(getModelToken(AUDIT_RECORD_MODEL), { strict: false });

  beforeAll(async () => {
    platform = await startApp('audit');
    await anAccount(platform.app, { username: 'Ada', password: PASSWORD });
  });
  afterAll(async () => {
    await platform.close();
  });

  it('begins with the first start, and its chain with the ends of the others', async () => {
    expect(await entries('kind=platform')).toMatchObject([
      { operation: 'first-start', account: null, address: null, status: null },
    ]);
    expect(await entries('kind=chain&order=1&limit=1')).toMatchObject([
      { reason: 'begin', heads: [] },
    ]);
  });

  it('holds what an operation changed before its answer is there', async () => {
    const requestId = 'request-of-install';
    const { status, json } = await install('@acme/audited', {
      'x-request-id': requestId,
      'user-agent': `agent ${'x'.repeat(500)}`,
    });
    expect(status).toBe(200);
    const found = await entries(`requestId=${requestId}`);
    expect(found).toMatchObject([
      {
        kind: 'change',
        outcome: 'done',
        reason: null,
        count: 1,
        operation: 'installArtifact',
        credential: 'bearer',
        address: '127.0.0.1',
        requestId,
        status: 200,
        nameHash: null,
        objects: [
          {
            type: 'package',
            id: json.data._id,
            name: '@acme/audited',
            form: 'whole',
            before: null,
            after: { version: '1.2.3', fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) },
            cut: '',
          },
        ],
        heads: [],
        removed: [],
      },
    ]);
    expect(found[0]?.userAgent).toHaveLength(256);
    expect(found[0]?.credentialId).toMatch(/^[0-9a-f]{24}$/);
    expect((await get(found[0]?._id ?? '')).json).toEqual(found[0]);
  });

  it('holds what was before a removal, and who did it with a password', async () => {
    await install('@acme/removed');
    await anAccount(platform.app, {
      username: 'remover',
      password: PASSWORD,
      roles: [{ provenance: 'platform', name: 'admin' }],
    });
    const basic = Buffer.from(`remover:${PASSWORD}`).toString('base64');
    const { status } = await platform.call('DELETE', '/admin/artifacts/@acme%2Fremoved', {
      headers: { authorization: `Basic ${basic}` },
    });
    expect(status).toBe(200);
    expect(await entries('operation=uninstallArtifact&username=remover')).toMatchObject([
      {
        username: 'remover',
        provenance: 'local',
        credential: 'basic',
        credentialId: null,
        status: 200,
        objects: [{ before: { version: '1.2.3' }, after: null }],
      },
    ]);
  });

  it('leaves no entry of what changed nothing', async () => {
    await install('@acme/twice');
    expect((await install('@acme/twice', { 'x-request-id': 'second' })).status).toBe(409);
    expect(await entries('requestId=second')).toEqual([]);
  });

  it('leaves one entry of a request that was sent twice with one key', async () => {
    const headers = { 'idempotency-key': 'audit-once', 'x-request-id': 'once' };
    await install('@acme/once', headers);
    const again = await install('@acme/once', headers);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await entries('requestId=once')).toHaveLength(1);
  });

  it('masks the secret of a configuration, and says when it is another', async () => {
    await addConfig('@canary');
    await platform.as('admin', 'PATCH', `${configs}/@canary`, {
      body: { credentials: { token: `${CANARY}-other` } },
    });
    await platform.as('admin', 'DELETE', `${configs}/@canary`);
    const found = await entries('objectType=repository-config&objectId=@canary&order=1');
    const sides = found.map(({ objects }) => objects.find(({ name }) => name === '@canary'));
    expect(sides).toMatchObject([
      { before: null, after: { credentials: { token: '<SECRET>' }, hostname: 'git.acme.example' } },
      {
        before: { credentials: { token: '<SECRET>' } },
        after: { credentials: { token: '<SECRET CHANGED>' } },
      },
      { before: { credentials: { token: '<SECRET>' } }, after: null },
    ]);
  });

  describe('of refused sign-ins', () => {
    it('names the account that somebody tried', async () => {
      const { status } = await login('ADA', 'wrong', { 'x-request-id': 'refused' });
      expect(status).toBe(401);
      expect(await soon('requestId=refused')).toMatchObject([
        {
          kind: 'refused-sign-in',
          outcome: 'refused',
          reason: 'unauthenticated',
          operation: 'login',
          username: 'Ada',
          provenance: 'local',
          credential: 'password',
          address: '127.0.0.1',
          nameHash: null,
          count: 1,
          objects: [],
        },
      ]);
    });

    it('keeps nothing but a hash of a name that nobody has: it may be a password', async () => {
      await login(PASSWORD, 'x', { 'x-request-id': 'a-password' });
      const [entry] = await soon('requestId=a-password');
      expect(entry).toMatchObject({ username: null, account: null });
      expect(entry?.nameHash).toMatch(/^[\w-]{43}$/);
    });

    it.each<[string, Record<string, string>, string, string]>([
      ['a token that is none', { authorization: 'Bearer nonsense' }, '/whoami', 'bearer'],
      [
        'a token of nobody',
        { authorization: `Bearer ${'A'.repeat(43)}` },
        '/prebuilts?limit=1',
        'bearer',
      ],
      ['a cookie of nobody', { cookie: `token=${'B'.repeat(43)}` }, '/whoami', 'cookie'],
      ['another scheme', { authorization: 'Magic abc' }, '/whoami', 'authorization'],
      [
        'a wrong password sent with the request',
        { authorization: `Basic ${Buffer.from('ada:wrong').toString('base64')}` },
        '/whoami',
        'basic',
      ],
    ])('tells of %s', async (what, headers, path, credential) => {
      // Each is the first of its kind again, and so has an entry of its own.
      await platform.app.get(RefusedSignInsService, { strict: false }).writeCounted(true);
      const requestId = what.replaceAll(' ', '-');
      const { status } = await platform.call('GET', path, {
        headers: { 'x-request-id': requestId, ...headers },
      });
      expect(status).toBe(401);
      expect(await soon(`requestId=${requestId}`)).toMatchObject([
        { kind: 'refused-sign-in', outcome: 'refused', credential, count: 1 },
      ]);
    });

    it('counts a flood exactly, in few entries', async () => {
      const refusals = platform.app.get(RefusedSignInsService, { strict: false });
      await refusals.writeCounted(true);
      const sum = async () =>
        (await entries('kind=refused-sign-in&limit=200')).reduce(
          (all, { count }) => all + count,
          0,
        );
      const before = await sum();
      const entriesBefore = (await list('kind=refused-sign-in')).json.total;
      for (let round = 0; round < 10; round += 1) {
        await Promise.all(
          Array.from({ length: 20 }, () =>
            platform.call('GET', '/whoami', { headers: { authorization: 'Bearer flood' } }),
          ),
        );
      }
      await refusals.writeCounted(true);
      await eventually(sum, (count) => count >= before + 200);
      expect(await sum()).toBe(before + 200);
      expect((await list('kind=refused-sign-in')).json.total - entriesBefore).toBeLessThan(4);
    });

    it('tells nothing of a request without any credential', async () => {
      await platform.call('GET', '/whoami', { headers: { 'x-request-id': 'nobody' } });
      await platform.app.get(RefusedSignInsService, { strict: false }).writeCounted(true);
      await platform.app.get(AuditTrailService, { strict: false }).settled();
      expect(await entries('requestId=nobody')).toEqual([]);
    });
  });

  it('tells of signing in and out', async () => {
    const signedIn = await login('ada', PASSWORD, { 'x-request-id': 'told-in' });
    expect(signedIn.status).toBe(200);
    const headers = { 'x-request-id': 'told-out' };
    const left = await platform.call('POST', '/logout', { token: signedIn.text, headers });
    expect(left.status).toBe(200);
    // Entries of sessions are written behind the answer: each is waited for by its own request.
    const [signIn] = await soon('requestId=told-in');
    const [signOut] = await soon('requestId=told-out&username=ADA');
    expect(signIn).toMatchObject({ kind: 'sign-in', outcome: 'done', operation: 'login' });
    expect(signOut).toMatchObject({ kind: 'sign-out', operation: 'logout', credential: 'bearer' });
    expect(signOut?.credentialId).toBe(signIn?.credentialId);
  });

  describe('as it is listed', () => {
    it('filters by everything, exactly and together', async () => {
      const roles = [{ provenance: 'platform', name: 'admin' }];
      const token = await aSignedInCaller(platform.app, { roles });
      const change = (method: string, path: string, options: CallOptions = {}) =>
        platform.call(method, `/admin/artifacts${path}`, { token, ...options });
      for (const [name, requestId] of [
        ['@acme/filtered', 'filtered'],
        ['@acme/another', 'another'],
      ] as const)
        await change('POST', '', {
          headers: { 'x-request-id': requestId },
          body: { artifact: anArtifact({ name }) },
        });
      await change('DELETE', '/@acme%2Fanother');
      const [entry] = await entries('requestId=filtered');
      const account = entry?.account ?? '';
      const { username } = entry ?? {};
      const query = new URLSearchParams({
        kind: 'change',
        outcome: 'done',
        account,
        username: String(username).toUpperCase(),
        operation: 'installArtifact',
        objectType: 'package',
        address: '127.0.0.1',
        from: '2020-01-01T00:00:00Z',
        to: '2100-01-01T00:00:00Z',
        limit: '1',
        order: '1',
      });
      const { json } = await list(query.toString());
      expect(json.results).toEqual([entry]);
      expect(json.total).toBe(2);
    });

    it('finds nothing where one condition does not hold', async () => {
      const { json } = await list('operation=installArtifact&to=2020-01-01T00:00:00Z');
      expect(json).toEqual({ results: [], total: 0 });
    });

    it('pages from the newest, and backwards', async () => {
      const all = await entries('limit=200');
      expect((await list()).json.total).toBe(all.length);
      expect(await entries('skip=1&limit=2')).toEqual(all.slice(1, 3));
      expect(await entries('order=1&limit=2')).toEqual(all.slice(-2).reverse());
    });

    it('shows at most 200 at once, and says so', async () => {
      const { headers } = await list('limit=1000');
      expect(headers.get('x-limit-applied')).toBe('200');
    });

    it.each(['limit=-1', 'kind=x', 'from=yesterday', 'objectId=x', 'order=2'])(
      'refuses %s',
      async (query) => {
        expect((await list(query)).status).toBe(400);
      },
    );

    it('is for administrators of the platform or of its application', async () => {
      const of = (provenance: string, name: string) =>
        aSignedInCaller(platform.app, { roles: [{ provenance, name }] });
      const essentials = await of('AdminEssentials', 'admin');
      const other = await of('UserManagement', 'admin');
      for (const path of ['/audit', `/audit/${'0'.repeat(24)}`]) {
        const found = path === '/audit' ? 200 : 404;
        expect((await platform.call('GET', path, { token: essentials })).status).toBe(found);
        expect((await platform.call('GET', path, { token: other })).status).toBe(403);
        expect((await platform.as('apiread', 'GET', path)).status).toBe(403);
        expect((await platform.call('GET', path)).status).toBe(401);
      }
    });

    it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('takes no %s', async (method) => {
      expect((await platform.as('admin', method, '/audit')).status).toBe(405);
      expect((await platform.as('admin', method, `/audit/${'0'.repeat(24)}`)).status).toBe(405);
    });
  });

  describe('switched off by the profile', () => {
    const turn = async (audit: boolean, requestId: string) => {
      const { document } = await platform.app.get(ProfilesService, { strict: false }).active();
      const path = `/profiles/${document['id'] as string}`;
      const { json } = await platform.as<{ profile: object }>('admin', 'GET', path);
      const auditProps = { audit, brokerValidation: false, description: 'Audit' };
      const { status } = await platform.as('admin', 'PUT', path, {
        headers: { 'x-request-id': requestId },
        body: { properties: { ...json.profile, auditProps } },
      });
      expect(status).toBe(200);
    };
    afterEach(() => turn(true, 'left-on'));
    const switchIn = ({ objects }: Entry) =>
      objects.map(({ before, after }) =>
        [before, after].map((side) => /audit":(\w+)/.exec(JSON.stringify(side))?.[1]),
      );

    it('records no changes and no sign-ins, and still what was refused', async () => {
      await turn(false, 'unseen-from-now');
      const { total } = (await list('kind=change')).json;
      const signIns = (await list('kind=sign-in')).json.total;
      expect((await install('@acme/unseen')).status).toBe(200);
      await login('ada', PASSWORD);
      await login('ada', 'wrong again', { 'x-request-id': 'still-refused', 'user-agent': 'x' });
      await platform.app.get(RefusedSignInsService, { strict: false }).writeCounted(true);
      await platform.app.get(AuditTrailService, { strict: false }).settled();
      expect((await list('kind=change')).json.total).toBe(total);
      expect((await list('kind=sign-in')).json.total).toBe(signIns);
      const [last] = await entries('kind=refused-sign-in&limit=1&username=ada');
      expect(last).toMatchObject({ username: 'Ada', reason: 'unauthenticated' });
    });

    it('records again when it is on again', async () => {
      await turn(false, 'for-a-while');
      await turn(true, 'on-from-now');
      await install('@acme/seen', { 'x-request-id': 'on-again' });
      expect(await entries('requestId=on-again')).toHaveLength(1);
    });

    it('records that it was turned off, and on again, and by whom', async () => {
      await turn(false, 'turned-off');
      await turn(true, 'turned-on');
      const [off] = await entries('requestId=turned-off');
      const [on] = await entries('requestId=turned-on');
      expect([off, on]).toMatchObject([
        { operation: 'updateProfile', credential: 'bearer', objects: [{ type: 'profile' }] },
        { operation: 'updateProfile', credential: 'bearer', objects: [{ type: 'profile' }] },
      ]);
      expect([off, on].map((entry) => entry && switchIn(entry))).toEqual([
        [['true', 'false']],
        [['false', 'true']],
      ]);
    });
  });

  it('says that a change was made whose entry could not be stored, and stores it later', async () => {
    const records = platform.app.get(AuditRecordsRepository, { strict: false });
    const insert = records.insert.bind(records);
    records.insert = () => Promise.reject(new Error('no database'));
    const answer = await install('@acme/late', { 'x-request-id': 'late' });
    records.insert = insert;
    expect(answer.status).toBe(503);
    expect(answer.json).toMatchObject({ code: 'audit-not-written' });
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(await soon('requestId=late')).toMatchObject([
      { operation: 'installArtifact', outcome: 'done', objects: [{ name: '@acme/late' }] },
    ]);
  });

  it('lets go what is old enough, and says so', async () => {
    const past = new HandClock('2024-01-01T00:00:00Z');
    const old = await startApp('audit', {
      databaseUri: platform.databaseUri,
      override: (builder) => builder.overrideProvider(Clock).useValue(past),
    });
    const event = { kind: 'platform', outcome: 'done', reason: 'long ago' } as const;
    await old.app.get(AuditTrailService, { strict: false }).record(event);
    await old.close();
    const [begin] = await entries('order=1&kind=chain&to=2025-01-01T00:00:00Z');
    expect(begin).toMatchObject({ reason: 'begin', heads: [{ sequence: expect.any(Number) }] });
    expect((await get(begin?._id ?? '')).status).toBe(200);
    await platform.app.get(AuditRetentionService, { strict: false }).sweep();
    expect(await entries('to=2025-01-01T00:00:00Z')).toEqual([]);
    const retention = (await entries('kind=chain')).find(({ reason }) => reason === 'retention');
    expect(retention).toMatchObject({ count: 2, removed: [{ sequence: 2 }] });
    expect((await get(retention?._id ?? '')).json).toEqual(retention);
  });

  it('holds no secret anywhere, and verifies', async () => {
    await addConfig('@searched');
    await login('ada', PASSWORD);
    await platform.app.get(AuditTrailService, { strict: false }).settled();
    const stored = JSON.stringify(await recordOf(platform).find().lean());
    expect(stored).toContain('git.acme.example');
    expect(stored).not.toContain(CANARY);
    expect(stored).not.toContain('$ENC');
    expect(stored).not.toContain('argon2');
    const verification = platform.app.get(AuditVerificationService, { strict: false });
    expect(await verification.verify()).toMatchObject({ kind: 'sound' });
  });
});
