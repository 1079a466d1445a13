import { existsSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { IntegrationHealthTasks } from '../../src/domains/integrations/health/integration-health.tasks.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { type RoleName } from '../../src/kernel/principal.js';
import { aJsonForm, type BoundField } from '../support/factories/a-json-form.js';
import { anOpenApi } from '../support/factories/an-open-api.js';
import { FakeSystem } from '../support/fakes/fake-system.js';
import { startApp, type TestApp } from '../support/start-app.js';

interface Field {
  readonly pointer: string;
  readonly nodeId: string | null;
  readonly target: string;
  readonly status: string;
  readonly error: string | null;
  readonly enum: readonly { readonly label: string; readonly value: unknown }[];
  readonly value: unknown;
  readonly truncated: boolean;
}
interface Resolved {
  readonly fields: readonly Field[];
}

const REAL = new URL('../../../shared/data/forms/', import.meta.url);
const TRANSFORMATIONS = { base: '/transformations', source: '/results', value: '/name' };
const field = (key: string, more: Partial<BoundField>): BoundField => ({
  key,
  href: '/?',
  ...TRANSFORMATIONS,
  ...more,
});

/** A system whose networks depend on the organisation, and an operation that writes. */
function networksModel(): JsonObject {
  const answers = { responses: { 200: { description: 'fine' } } };
  return anOpenApi({
    info: { title: 'Networks', version: '1' },
    security: [],
    paths: {
      '/organizations/{organizationId}/networks': {
        get: {
          operationId: 'getOrganizationNetworks',
          parameters: [
            { name: 'organizationId', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'configTemplateId', in: 'query', schema: { type: 'string' } },
          ],
          ...answers,
        },
        post: { operationId: 'addNetwork', ...answers },
      },
    },
  });
}

describe('bindings of JSON forms', () => {
  let platform: TestApp;
  let system: FakeSystem;
  let forms = 0;

  const stored = async (...bound: BoundField[]): Promise<string> => {
    forms += 1;
    const name = `Bound ${String(forms)}`;
    const { status } = await platform.as('admin', 'POST', '/json-forms/forms', {
      body: aJsonForm(name, bound),
    });
    expect(status).toBe(200);
    return `/json-forms/forms/${encodeURIComponent(name)}/bindings`;
  };
  const resolve = async (path: string, role: RoleName = 'admin', body: JsonObject = {}) =>
    (await platform.as<Resolved>(role, 'POST', path, { body })).json.fields;
  const one = async (bound: Partial<BoundField>, role?: RoleName, body?: JsonObject) => {
    const [first] = await resolve(await stored(field('x', bound)), role, body);
    return first;
  };

  beforeAll(async () => {
    system = await FakeSystem.start();
    platform = await startApp('json-form-bindings', {
      override: (builder) => builder.overrideProvider(IntegrationHealthTasks).useValue({}),
    });
    for (const name of ['Alpha', 'Beta'])
      await platform.as('admin', 'POST', '/transformations', {
        body: { create: { name, description: `What ${name} does` } },
      });
    const adapter = { name: 'Local NSO', baseUrl: 'http://nso.example', enabled: false };
    await platform.as('admin', 'POST', '/adapters', { body: adapter });
    await platform.as('admin', 'POST', '/integration-models', { body: { model: networksModel() } });
    const server = { protocol: 'http', host: system.host, base_path: '' };
    await platform.as('admin', 'POST', '/integrations', {
      body: {
        properties: { name: 'Meraki', model: 'Networks:1', properties: { server } },
      },
    });
  });
  afterEach(() => {
    system.forget();
  });
  afterAll(async () => {
    await platform.close();
    await system.close();
  });

  it('are filled in by operations of the platform, with labels where there are any', async () => {
    expect(await one({ label: '/description' })).toEqual({
      pointer: '#/x',
      nodeId: 'n-x',
      target: '/enum',
      status: 'resolved',
      error: null,
      enum: [
        { label: 'What Alpha does', value: 'Alpha' },
        { label: 'What Beta does', value: 'Beta' },
      ],
      value: null,
      truncated: false,
    });
  });

  it.each(['/', '/ ', '/?', ' ', '/?limit=10'])(
    'take the reference %j as clients do',
    async (href) => {
      expect((await one({ href }))?.enum.map(({ value }) => value)).toEqual(['Alpha', 'Beta']);
    },
  );

  it.each(['/ ', '/?'])('offer the configured adapters by %j', async (href) => {
    const adapters = { base: '/adapters', href, source: '/results', value: '/data/name' };
    expect((await one(adapters))?.enum.map(({ value }) => value)).toEqual(['Local NSO']);
    expect(await one(adapters, 'operator')).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/^403: /),
    });
  });

  it('do not change adapters', async () => {
    const bound = { base: '/adapters', href: '/Local NSO/restart', method: 'PUT' };
    expect((await one(bound))?.error).toContain('A binding may only read');
    const posted = { ...bound, href: '/', method: 'POST' };
    expect((await one(posted))?.error).toContain('changes something');
  });

  it('fill in other things than choices', async () => {
    const bound = { source: '/results/1', target: '/default' };
    expect(await one(bound)).toMatchObject({ status: 'resolved', value: 'Beta', enum: [] });
  });

  it('call with the rights of the caller alone, and one refusal is that of one field', async () => {
    const path = await stored(
      field('transformation', {}),
      field('group', { base: '/authorization/groups' }),
    );
    expect(await resolve(path, 'admin')).toMatchObject([
      { pointer: '#/transformation', status: 'resolved' },
      { pointer: '#/group', status: 'resolved' },
    ]);
    expect(await resolve(path, 'apiread')).toMatchObject([
      { status: 'resolved' },
      { status: 'failed', error: expect.stringMatching(/^403: /), enum: [] },
    ]);
    expect(await resolve(path, 'operator')).toMatchObject([
      { status: 'failed', error: expect.stringMatching(/^403: /) },
      { status: 'failed', error: expect.stringMatching(/^403: /) },
    ]);
  });

  it('work for a token in the query string and for a cookie as well', async () => {
    const path = await stored(field('x', {}));
    const token = await platform.tokenOf('admin');
    const wanted = { fields: [{ status: 'resolved' }] };
    const byQuery = await platform.call('POST', `${path}?token=${token}`, { body: {} });
    expect(byQuery.json).toMatchObject(wanted);
    const cookie = { cookie: `token=${token}`, 'sec-fetch-site': 'same-origin' };
    expect((await platform.call('POST', path, { body: {}, headers: cookie })).json).toMatchObject(
      wanted,
    );
  });

  it('wait for the answers that their calls need', async () => {
    const bound = {
      href: '/:name',
      source: '',
      value: '/description',
      target: '/default',
      variables: [{ name: 'name', reference: '/host' }],
    };
    expect(await one(bound)).toMatchObject({
      status: 'waiting',
      error: 'Needs an answer at /host',
    });
    expect(await one(bound, 'admin', { formData: { host: 'Alpha' } })).toMatchObject({
      status: 'resolved',
      value: 'What Alpha does',
    });
    // An answer is one segment of a path, whatever it holds.
    expect(await one(bound, 'admin', { formData: { host: '../groups?x=1' } })).toMatchObject({
      status: 'failed',
    });
  });

  it('are limited to the fields that are named', async () => {
    const path = await stored(field('a', {}), field('b', {}));
    const named = await resolve(path, 'admin', { fields: ['#/b'] });
    expect(named.map(({ pointer }) => pointer)).toEqual(['#/b']);
  });

  it.each<[string, Partial<BoundField>, string]>([
    ['an operation that is not there', { base: '/absent' }, 'There is no operation GET /absent'],
    ['an answer without the list', { source: '/nothing' }, 'The answer has nothing at "/nothing"'],
    ['something that changes', { method: 'POST' }, 'POST /transformations/ changes something'],
    [
      'a call of an integration by its path',
      { base: '/integrations', href: '/Meraki/operations/addNetwork', method: 'POST' },
      'POST /integrations/Meraki/operations/addNetwork changes something',
    ],
    ['another method', { method: 'DELETE', href: '/Alpha' }, 'A binding may only read'],
    ['another host', { base: 'http://example.com' }, 'The URL must be a path of this platform'],
    ['another host in short', { base: '//example.com' }, 'The URL must be a path of this platform'],
    ['a way out', { href: '/..%2fauthorization' }, 'The URL must not have . or .. in it'],
    ['a line of its own', { href: '/%0d%0ax' }, 'The URL is no path'],
    ['nothing', { base: '', href: '' }, 'The URL must be a path of this platform'],
  ])('tell why there is nothing of %s', async (_, bound, error) => {
    expect(await one(bound)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining(error),
      enum: [],
    });
  });

  it('end where a form asks for its own', async () => {
    const bound = {
      base: '/json-forms/forms',
      href: `/Bound%20${String(forms + 1)}/bindings`,
      method: 'POST',
      body: {},
      source: '/fields/0/error',
      value: '',
      target: '/default',
    };
    expect((await one(bound))?.value).toBe('An operation that is called by another one calls none');
  });

  it('make few calls, however many fields ask for the same', async () => {
    const many = Array.from({ length: 120 }, (_, at) => field(`f${String(at)}`, {}));
    const same = await resolve(await stored(...many));
    expect(same.filter(({ status }) => status === 'resolved')).toHaveLength(120);
    const other = many.map((bound, at) => ({ ...bound, href: `/?limit=${String(at + 1)}` }));
    const fields = await resolve(await stored(...other));
    expect(fields.filter(({ status }) => status === 'resolved')).toHaveLength(50);
    expect(fields.at(-1)?.error).toContain('at most 50 different calls');
  });

  describe('to operations of integrations', () => {
    const networks = {
      base: '/Meraki',
      href: '/getOrganizationNetworks',
      method: 'POST',
      source: '/response',
      value: '/id',
      label: '/name',
      body: { organizationId: '4711', configTemplateId: '' },
    };
    const path = '/organizations/4711/networks';
    const answering = (status: number, body: unknown): void => {
      system.on(path, (_, res) => {
        res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
    };

    it('are filled in; empty text is no filter', async () => {
      answering(200, [
        { id: 'N1', name: 'Home' },
        { id: 'N2', name: '<b>Lab</b>' },
        { id: 'N1', name: 'Home again' },
        { name: 'without an id' },
      ]);
      expect(await one(networks)).toMatchObject({
        status: 'resolved',
        enum: [
          { label: 'Home', value: 'N1' },
          { label: '<b>Lab</b>', value: 'N2' },
        ],
      });
      expect(system.to(path).map(({ method, url }) => [method, url])).toEqual([['GET', path]]);
    });

    it('are refused to whoever may not call integrations', async () => {
      expect(await one(networks, 'operator')).toMatchObject({
        status: 'failed',
        error: expect.stringMatching(/^403: /),
      });
      expect(system.seen).toEqual([]);
    });

    it('only read, lest the author of a form acts for whoever opens it', async () => {
      expect(await one({ ...networks, href: '/addNetwork' })).toMatchObject({
        status: 'failed',
        error: 'addNetwork is POST; a binding may only read',
      });
      expect(system.seen).toEqual([]);
    });

    it('tell of failures of the other system', async () => {
      answering(500, {});
      expect((await one(networks))?.error).toBe('The other system answered 500');
      answering(200, { no: 'list' });
      expect((await one(networks))?.error).toContain('nothing at "/response"');
      expect((await one({ ...networks, href: '/none' }))?.error).toContain("Operation 'none'");
    });

    it('are cut after 10,000 choices', async () => {
      answering(
        200,
        Array.from({ length: 10_001 }, (_, id) => ({ id, name: `n${String(id)}` })),
      );
      const found = await one(networks);
      expect([found?.enum.length, found?.truncated]).toEqual([10_000, true]);
    });
  });

  // Skipped where the real documents are not beside the project.
  const withReal = existsSync(REAL) ? describe : describe.skip;
  withReal('of a real form', () => {
    it('are each resolved or told apart', async () => {
      const name = 'Create_Network_and_Claim_Devices_-_Reset.json';
      const form = JSON.parse(readFileSync(new URL(name, REAL), 'utf8')) as JsonObject & {
        name: string;
      };
      await platform.as('admin', 'POST', '/json-forms/import/forms', { body: { form } });
      system.on('/organizations/00000000000000/networks', (_, res) => {
        res
          .writeHead(200, { 'content-type': 'application/json' })
          .end('[{"id":"N1","name":"Home"}]');
      });
      const path = `/json-forms/forms/${encodeURIComponent(form.name)}/bindings`;
      expect(await resolve(path)).toMatchObject([
        {
          pointer: '#/networkId',
          nodeId: '79317ec6-e2c8-4106-a2f0-fea5be9b6b25',
          status: 'resolved',
          enum: [{ label: 'Home', value: 'N1' }],
        },
        {
          pointer: '#/merakiAdapter',
          status: 'resolved',
          enum: [{ label: 'Local NSO', value: 'Local NSO' }],
        },
      ]);
    });
  });
});
