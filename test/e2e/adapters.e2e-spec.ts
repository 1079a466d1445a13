import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { AdapterHealthService } from '../../src/domains/adapters/health/adapter-health.service.js';
import { AdapterHealthTasks } from '../../src/domains/adapters/health/adapter-health.tasks.js';
import { ADAPTER_MODEL } from '../../src/domains/adapters/records/adapter.schema.js';
import { type AdapterHealthShown } from '../../src/domains/adapters/records/adapter-lists.dto.js';
import { type AdapterShown } from '../../src/domains/adapters/records/adapters.dto.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { FakeSystem, json } from '../support/fakes/fake-system.js';
import { selfSignedCertificate } from '../support/self-signed-certificate.js';
import { type Answer, type CallOptions, startApp, type TestApp } from '../support/start-app.js';

interface Refused {
  readonly code: string;
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[];
}

const PASSWORD = 'canary-5d1c07';
const BASIC = { type: 'basic', username: 'admin', password: PASSWORD };
const HEALTH_PATH = '/restconf/yang-library-version';
const pathOf = (name: string, more = '') => `/adapters/${encodeURIComponent(name)}${more}`;
const pointers = ({ json: { errors } }: Answer<Refused>) => errors.map(({ pointer }) => pointer);

describe('adapters', () => {
  let app: TestApp;
  let system: FakeSystem;
  const admin = <T = AdapterShown>(method: string, path: string, options?: CallOptions) =>
    app.as<T>('admin', method, path, options);
  const create = <T = AdapterShown>(name: string, more: JsonObject = {}) =>
    admin<T>('POST', '/adapters', { body: { name, baseUrl: `http://${system.host}`, ...more } });
  const patch = <T = AdapterShown>(name: string, body: JsonObject) =>
    admin<T>('PATCH', pathOf(name), { body });
  const read = async (name: string) => (await admin('GET', pathOf(name))).json;
  const look = () =>
    app.app.get(AdapterHealthService, { strict: false }).run(new AbortController().signal);

  beforeAll(async () => {
    app = await startApp('adapters', {
      // Tests say themselves when systems are looked at.
      override: (builder) => builder.overrideProvider(AdapterHealthTasks).useValue({}),
    });
    system = await FakeSystem.start();
  });
  afterEach(async () => {
    system.forget();
    const { results } = (await admin<{ results: AdapterShown[] }>('GET', '/adapters?limit=100'))
      .json;
    for (const { _id } of results) await admin('DELETE', pathOf(_id));
  });
  afterAll(async () => {
    await app.close();
    await system.close();
  });

  describe('as records', () => {
    it('have defaults for whatever is not said', async () => {
      const { status, json, headers } = await create('Local NSO');
      const { status: did, message, ...made } = json as AdapterShown & Record<string, unknown>;
      expect([did, message]).toEqual(['OK', "Successfully created adapter 'Local NSO'."]);
      expect(status).toBe(200);
      expect(headers.get('etag')).toBe('"1"');
      expect(made).toEqual({
        metadata: { isActive: false },
        data: {
          name: 'Local NSO',
          type: 'restconf',
          model: 'adapter-restconf',
          isEncrypted: false,
          loggerProps: {},
          virtual: false,
          properties: {
            id: 'Local NSO',
            type: 'restconf',
            brokers: [],
            groups: [],
            properties: expect.objectContaining({ baseUrl: made.baseUrl }),
          },
        },
        _id: expect.any(String),
        name: 'Local NSO',
        type: 'restconf',
        description: '',
        baseUrl: `http://${system.host}`,
        auth: { type: 'none', username: '', password: '', token: '' },
        tls: { verify: true, ca: '', cert: '', key: '' },
        timeoutMs: app.config.outbound.timeoutMs,
        maxConnections: 8,
        retries: 2,
        circuitBreaker: { failures: 5, resetMs: 30_000 },
        responseLimitBytes: app.config.outbound.responseLimitBytes,
        enabled: true,
        northbound: 'flat',
        healthPath: HEALTH_PATH,
        access: { read: null, change: null },
        health: {
          state: 'unknown',
          detail: 'Not looked at yet',
          checked: null,
          since: null,
          failures: 0,
        },
        restarted: null,
        created: expect.any(String),
        createdBy: expect.any(String),
        lastUpdated: made.created,
        lastUpdatedBy: made.createdBy,
      });
      expect(await read('local nso')).toEqual(made);
      expect(await read(made._id)).toEqual(made);
    });

    it('keep what is said, and show no secret of it', async () => {
      const { certificate, key } = selfSignedCertificate('client.example');
      const said = {
        description: 'The one in the lab',
        baseUrl: 'https://nso.example:8888/base/path/',
        auth: BASIC,
        tls: { verify: false, ca: certificate, cert: certificate, key },
        timeoutMs: 5000,
        maxConnections: 3,
        retries: 0,
        circuitBreaker: { failures: 2, resetMs: 1000 },
        responseLimitBytes: 4096,
        enabled: false,
        northbound: 'params',
        healthPath: '/restconf/data',
      };
      const { text, json: made } = await create('Whole', said);
      expect(made).toMatchObject({
        ...said,
        baseUrl: 'https://nso.example:8888/base/path',
        auth: { type: 'basic', username: 'admin', password: '<PASSWORD>', token: '' },
        tls: { verify: false, ca: certificate, cert: certificate, key: '<SECRET>' },
        health: { state: 'unknown', detail: 'Disabled' },
      });
      expect(text).not.toContain(PASSWORD);
      const model = app.app.get<Model<unknown>>(getModelToken(ADAPTER_MODEL), { strict: false });
      const stored = JSON.stringify(await model.collection.find().toArray());
      expect(stored).not.toContain(PASSWORD);
      expect(stored).not.toContain('PRIVATE KEY');
    });

    it('show whom they admit, however they are asked for', async () => {
      const crew = await admin<{ data: { _id: string } }>('POST', '/authorization/groups', {
        body: { group: { name: 'of adapters' } },
      });
      const rule = { roles: ['support'], groups: ['of adapters'] };
      const shown = { roles: ['support'], groups: [crew.json.data._id] };
      const access = { read: shown, change: shown };
      await create('Open', { access: { read: rule, change: rule } });
      for (const verb of ['stop', 'start', 'restart'])
        expect((await admin('PUT', pathOf('Open', `/${verb}`))).json.access).toEqual(access);
      expect((await read('Open')).access).toEqual(access);
      const settings = { baseUrl: `http://${system.host}`, access: { read: rule, change: rule } };
      const inClientForm = (name: string, properties: object): CallOptions => ({
        body: { properties: { name, properties: { properties } } },
      });
      const changed = await admin('PUT', pathOf('Open'), inClientForm('Open', { timeoutMs: 1000 }));
      expect(changed.json.access).toEqual(access);
      const imported = await admin('POST', '/adapters/import', inClientForm('Came', settings));
      expect(imported.json.access).toEqual(access);
      expect((await admin('GET', '/adapters?equals=Open&equalsField=name')).json).toMatchObject({
        results: [{ access }],
      });
      const health = await admin('GET', `/health${pathOf('Open')}`);
      expect(health.json).toMatchObject({ id: 'Open', type: 'Adapter', model: 'restconf' });
    });

    it('are changed by what is given alone', async () => {
      await create('A', { auth: BASIC, circuitBreaker: { failures: 2 } });
      const { json: changed, headers } = await patch('a', {
        name: 'A',
        retries: 1,
        circuitBreaker: { resetMs: 500 },
        auth: { password: '<PASSWORD>' },
      });
      expect(headers.get('etag')).toBe('"2"');
      expect(changed).toMatchObject({
        retries: 1,
        circuitBreaker: { failures: 2, resetMs: 500 },
        auth: { type: 'basic', username: 'admin', password: '<PASSWORD>' },
      });
      expect((await patch('A', { auth: { type: 'none' } })).json.auth).toEqual({
        type: 'none',
        username: '',
        password: '',
        token: '',
      });
    });

    it('are listed by name, filtered', async () => {
      for (const name of ['b box', 'A box', 'other']) await create(name);
      const list = async (query: string) => {
        const path = `/adapters?${query}`;
        const answer = await app.as<{ results: AdapterShown[]; total: number }>(
          'admin',
          'GET',
          path,
        );
        return [answer.json.total, answer.json.results.map(({ name }) => name)];
      };
      expect(await list('contains=BOX&order=-1')).toEqual([2, ['b box', 'A box']]);
      expect(await list('startsWith=o&sort=name')).toEqual([1, ['other']]);
      expect(await list('equals=A box&equalsField=name')).toEqual([1, ['A box']]);
      expect(await list('skip=1&limit=1')).toEqual([3, ['b box']]);
      for (const query of ['limit=-1', 'skip=-1', 'sort=nothing', 'containsField=auth'])
        expect((await admin('GET', `/adapters?${query}`)).status).toBe(400);
    });

    it('have names that no other has, however they are written', async () => {
      await create('Straße');
      const { status, json: problem } = await create<Refused>('STRAẞE');
      expect([status, problem.code]).toEqual([409, 'name-taken']);
    });

    it.each(['a/b%2F..', '日本 語', '$where', '__proto__', 'ﬁ', "'; drop", '%', 'ops;v=1'])(
      'may be called %j',
      async (name) => {
        expect((await create(name)).status).toBe(200);
        expect((await read(name)).name).toBe(name);
        expect((await admin('DELETE', pathOf(name))).status).toBe(200);
      },
    );

    it('are changed only as they were read', async () => {
      await create('A');
      const stale = { headers: { 'if-match': '"7"' } };
      const tried: [string, string, JsonObject?][] = [
        ['PATCH', pathOf('A'), { retries: 1 }],
        ['PUT', pathOf('A', '/start')],
        ['PUT', pathOf('A', '/stop')],
        ['PUT', pathOf('A', '/restart')],
        ['DELETE', pathOf('A')],
      ];
      for (const [method, path, body] of tried)
        expect((await admin(method, path, { ...stale, ...(body && { body }) })).status).toBe(412);
      const { headers } = await admin('GET', pathOf('A'));
      const known = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
      expect((await admin('GET', pathOf('A'), known)).status).toBe(304);
      const right = { headers: { 'if-match': '"1"' }, body: { retries: 1 } };
      expect((await admin('PATCH', pathOf('A'), right)).status).toBe(200);
    });

    it('are not found when they are not there', async () => {
      const tried: [string, string, JsonObject?][] = [
        ['GET', ''],
        ['PATCH', '', { retries: 1 }],
        ['DELETE', ''],
        ['PUT', '/start'],
        ['PUT', '/stop'],
        ['PUT', '/restart'],
        ['POST', '/probe'],
      ];
      for (const [method, more, body] of tried) {
        const answer = await admin<{ message: string }>(method, pathOf('x y', more), { body });
        expect([answer.status, answer.json.message]).toEqual([404, "Adapter 'x y' not found"]);
      }
    });

    it('are started, stopped and restarted', async () => {
      const { _id } = (await create('A')).json;
      expect((await admin('PUT', pathOf('A', '/stop'))).json.enabled).toBe(false);
      expect((await admin('PUT', pathOf(_id, '/start'))).json.enabled).toBe(true);
      await admin('PUT', pathOf('A', '/stop'));
      const { json: restarted, headers } = await admin('PUT', pathOf('A', '/restart'));
      expect(restarted).toMatchObject({ enabled: true, restarted: expect.any(String) });
      expect(headers.get('etag')).toBe('"5"');
    });
  });

  describe('refuse', () => {
    it.each<[string, JsonObject, string[]]>([
      ['a base that is no URL', { baseUrl: 'nso' }, ['#/baseUrl']],
      ['another protocol', { baseUrl: 'ftp://nso.example' }, ['#/baseUrl']],
      ['credentials in the URL', { baseUrl: 'https://a:b@nso.example' }, ['#/baseUrl']],
      ['a query in the base', { baseUrl: 'https://nso.example/?a' }, ['#/baseUrl']],
      ['a fragment in the base', { baseUrl: 'https://nso.example/#' }, ['#/baseUrl']],
      ['steps in the base', { baseUrl: 'https://nso.example/a/../b' }, ['#/baseUrl']],
      ['hidden steps in the base', { baseUrl: 'https://nso.example/a/%2e%2e' }, ['#/baseUrl']],
      ['an empty step in the base', { baseUrl: 'https://nso.example/a//b' }, ['#/baseUrl']],
      ['a metadata address', { baseUrl: 'http://169.254.169.254' }, ['#/baseUrl']],
      ['a link-local address', { baseUrl: 'http://[fe80::1]' }, ['#/baseUrl']],
      ['a health path elsewhere', { healthPath: '//evil.example/x' }, ['#/healthPath']],
      ['a health path with steps', { healthPath: '/restconf/%2e%2e/x' }, ['#/healthPath']],
      ['a colon in the user', { auth: { ...BASIC, username: 'a:b' } }, ['#/auth/username']],
      ['an end of line in it', { auth: { ...BASIC, password: 'a\r\nb' } }, ['#/auth/password']],
      ['bearer without a token', { auth: { type: 'bearer' } }, ['#/auth/token']],
      ['a token of two words', { auth: { type: 'bearer', token: 'a b' } }, ['#/auth/token']],
      [
        'a placeholder for nothing',
        { auth: { ...BASIC, password: '<PASSWORD>' } },
        ['#/auth/password'],
      ],
      ['sealed text', { auth: { ...BASIC, password: '$ENC1.00000000.x' } }, ['#/auth/password']],
      [
        'a user and a password that no type of authentication uses',
        { auth: { username: 'admin', password: PASSWORD } },
        ['#/auth/username', '#/auth/password'],
      ],
      ['a token beside a password', { auth: { ...BASIC, token: PASSWORD } }, ['#/auth/token']],
      ['authorities that are none', { tls: { ca: 'no PEM' } }, ['#/tls/ca']],
      ['a type that is not known', { type: 'netconf' }, ['#/type']],
      ['no connection at all', { maxConnections: 0 }, ['#/maxConnections']],
      ['a field nobody knows', { user: 'x' }, ['#/user']],
    ])('%s', async (_, more, expected) => {
      const answer = await create<Refused>('A', more);
      expect([answer.status, pointers(answer)]).toEqual([400, expected]);
      expect(answer.text).not.toContain(PASSWORD);
    });

    it('certificates and keys that do not belong together', async () => {
      const [one, other] = [
        selfSignedCertificate('one.example'),
        selfSignedCertificate('two.example'),
      ];
      const tried: [JsonObject, string][] = [
        [{ cert: one.certificate }, '#/tls/key'],
        [{ key: one.key }, '#/tls/key'],
        [{ cert: one.certificate, key: other.key }, '#/tls/key'],
        [{ cert: one.certificate, key: 'no PEM' }, '#/tls/key'],
        [{ cert: one.key, key: one.key }, '#/tls/cert'],
      ];
      for (const [tls, pointer] of tried)
        expect(pointers(await create<Refused>('A', { tls }))).toEqual([pointer]);
      await create('A', { tls: { cert: one.certificate, key: one.key } });
      const swapped = await patch<Refused>('A', { tls: { cert: other.certificate } });
      expect(pointers(swapped)).toEqual(['#/tls/key']);
    });

    it.each<[string, JsonObject]>([
      ['host', { baseUrl: 'http://elsewhere.example' }],
      ['port', { baseUrl: 'http://nso.example:81' }],
      ['protocol', { baseUrl: 'https://nso.example:80' }],
      ['base path', { baseUrl: 'http://nso.example/other' }],
      ['user', { auth: { username: 'other' } }],
      ['user, with the placeholder', { auth: { username: 'other', password: '<PASSWORD>' } }],
      ['look at certificates', { tls: { verify: false } }],
    ])('to send a secret that was kept to another %s', async (_, change) => {
      await create('A', { baseUrl: 'http://nso.example', auth: BASIC });
      const refused = await patch<Refused>('A', change);
      expect([refused.status, pointers(refused)]).toEqual([400, ['#/auth/password']]);
      expect((await read('A')).baseUrl).toBe('http://nso.example');
    });

    it('to send a secret that was kept to whom other authorities vouch for', async () => {
      const [one, other] = [
        selfSignedCertificate('one.example').certificate,
        selfSignedCertificate('two.example').certificate,
      ];
      const baseUrl = 'https://nso.example';
      await create('A', { baseUrl, auth: BASIC, tls: { ca: one } });
      for (const ca of [other, '', `${one}\n${other}`]) {
        const refused = await patch<Refused>('A', { tls: { ca } });
        expect([refused.status, pointers(refused)]).toEqual([400, ['#/auth/password']]);
      }
      expect((await patch('A', { tls: { ca: `\n${one}\n` } })).status).toBe(200);
      const again = { tls: { ca: other }, auth: { password: PASSWORD } };
      expect((await patch('A', again)).json.tls.ca).toBe(other);
      // What is shown can be written back with another kind of authentication.
      const { username, password } = (await read('A')).auth;
      const changed = await patch('A', { auth: { type: 'none', username, password } });
      expect([changed.status, changed.json.auth.username]).toEqual([200, '']);
    });

    it('another name', async () => {
      await create('A');
      expect(pointers(await patch<Refused>('A', { name: 'B' }))).toEqual(['#/name']);
    });
  });

  describe('look at their systems', () => {
    const health = async (query = '') =>
      (
        await app.as<{ results: AdapterHealthShown[]; total: number }>(
          'apiread',
          'GET',
          `/health/adapters${query}`,
        )
      ).json;

    it('with their credentials, and say how they do', async () => {
      const { _id } = (await create('Up', { auth: BASIC, baseUrl: `http://${system.host}/base` }))
        .json;
      await create('Away', { baseUrl: 'http://127.0.0.1:9' });
      await create('Off', { enabled: false });
      await look();
      const [seen] = system.to(`/base${HEALTH_PATH}`);
      expect(seen?.headers.authorization).toBe(
        `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`,
      );
      const { results, total } = await health();
      expect(total).toBe(3);
      expect(results).toMatchObject([
        {
          name: 'Away',
          enabled: true,
          health: 'down',
          detail: 'The call to 127.0.0.1 failed: it refuses connections',
          failures: 1,
        },
        { name: 'Off', enabled: false, health: 'unknown', detail: 'Disabled', checked: null },
        {
          _id,
          name: 'Up',
          model: 'restconf',
          health: 'up',
          detail: 'It answered 200',
          failures: 0,
        },
      ]);
      const actives = [await read('Up'), await read('Away'), await read('Off')];
      expect(actives.map(({ metadata }) => metadata.isActive)).toEqual([true, false, false]);
      expect((await read('Up')).health).toMatchObject({
        state: 'up',
        checked: results[2]?.checked,
      });
      expect((await health('?contains=u&limit=1')).total).toBe(1);
      expect((await app.as('apiread', 'GET', '/health/adapters?limit=-1')).status).toBe(400);
    });

    it.each([
      [401, 'It answered 401: it does not accept the credentials'],
      [404, 'It answered 404: there is nothing at the health path'],
      [302, 'It answered 302'],
      [500, 'It answered 500'],
    ])('at once when asked, and tell what %d means', async (status, detail) => {
      system.on(HEALTH_PATH, (_, res) => {
        res.setHeader('location', 'http://169.254.169.254/');
        json(res, status, {});
      });
      await create('A');
      const probe = () => admin<AdapterHealthShown>('POST', pathOf('A', '/probe'));
      const { status: answered, json: first } = await probe();
      expect(answered).toBe(200);
      expect(first).toMatchObject({ name: 'A', health: 'down', detail, failures: 1 });
      const { json: second } = await probe();
      expect(second).toMatchObject({ failures: 2, since: first.since });
      expect((await read('A')).health).toMatchObject({ state: 'down', failures: 2 });
    });

    it('not while they are disabled', async () => {
      await create('A', { enabled: false });
      const { status, json: problem } = await admin<Refused>('POST', pathOf('A', '/probe'));
      expect([status, problem.code]).toEqual([409, 'adapter-disabled']);
      expect(system.seen).toEqual([]);
    });

    it('and tell of a change once', async () => {
      const { _id } = (await create('Told')).json;
      const probe = () => admin('POST', pathOf('Told', '/probe'));
      await probe();
      await probe();
      system.on(HEALTH_PATH, (_, res) => {
        json(res, 503, {});
      });
      await probe();
      await probe();
      const events = await admin<{ results: { topic: string; payload: JsonObject }[] }>(
        'GET',
        '/events?topic=adapterHealthChanged&limit=100',
      );
      const told = events.json.results
        .map(({ payload }) => payload)
        .filter(({ id }) => id === _id)
        .map(({ state, detail }) => [state, detail]);
      expect(told.toSorted()).toEqual([
        ['down', 'It answered 503'],
        ['up', 'It answered 200'],
      ]);
    });

    it('say nothing any more of a system that was changed', async () => {
      await create('A');
      await look();
      expect((await read('A')).health.state).toBe('up');
      expect((await patch('A', { healthPath: '/restconf' })).json.health.state).toBe('unknown');
    });
  });

  it('leave no secret in the audit trail', async () => {
    const { _id } = (await create('Audited', { auth: BASIC })).json;
    await patch('Audited', { auth: { password: `${PASSWORD}-2` } });
    const entries = await admin<{ results: { object: { id: string } | null }[] }>(
      'GET',
      `/audit?objectType=adapter&objectId=${_id}`,
    );
    expect(entries.status).toBe(200);
    expect(entries.text).toContain('Audited');
    expect(entries.text).not.toContain(PASSWORD);
    expect(entries.text).not.toContain('$ENC');
  });
});
