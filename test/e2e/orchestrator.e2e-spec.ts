import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ADAPTER,
  ADAPTER_PASSWORD,
  AUTHORIZATION,
  OrchestratorApp,
  type Refusal,
} from '../support/orchestrator-app.js';

const JSON_TYPE = 'application/yang-data+json';
const DEVICE = '/restconf/data/tailf-ncs:devices/device=ce0';
const CHECK = '/restconf/operations/tailf-ncs:check-config';

interface AuditList {
  readonly results: readonly {
    readonly operation: string;
    readonly status: number;
    readonly objects: readonly { readonly type: string; readonly after: unknown }[];
  }[];
}

describe('what is sent to an orchestrator as it is', () => {
  let app: OrchestratorApp;

  beforeAll(async () => {
    app = await OrchestratorApp.start('orchestrator');
  });
  afterAll(() => app.close());
  beforeEach(() => {
    app.orchestrator.reset();
  });

  const audited = async () => {
    const path = '/audit?operation=restAction&limit=1';
    return (await app.app.as<AuditList>('admin', 'GET', path)).json.results[0];
  };

  describe('restAction', () => {
    it('posts the body with the headers of the caller and answers the status as text', async () => {
      const sent = await app.act(
        {
          path: `${DEVICE}/sync-from`,
          accept: 'application/yang-data+xml',
          contentType: JSON_TYPE,
        },
        {},
      );
      expect(sent.status).toBe(200);
      expect(sent.json).toEqual([{ result: '200' }]);
      const [seen] = app.orchestrator.requests;
      expect(seen).toMatchObject({
        method: 'POST',
        target: `${DEVICE}/sync-from`,
        headers: {
          accept: 'application/yang-data+xml',
          'content-type': JSON_TYPE,
          authorization: AUTHORIZATION,
        },
        text: '{}',
      });
    });

    it('takes the media type of RESTCONF where none is given, and sends no empty header', async () => {
      for (const contentType of [undefined, '']) {
        app.orchestrator.forget();
        await app.act({ path: CHECK, accept: '', ...(contentType === '' && { contentType }) });
        const [seen] = app.orchestrator.requests;
        expect(seen?.headers['content-type']).toBe(JSON_TYPE);
        expect(seen?.headers).not.toHaveProperty('accept');
      }
    });

    it.each([
      ['no output', '/restconf/operations/tailf-ncs:clear-cache', '204'],
      ['output', CHECK, '200'],
      ['no such action', '/restconf/operations/tailf-ncs:none', '404'],
      ['a body that it refuses', '/restconf/data', '400'],
    ])('answers what the orchestrator answers to %s', async (_, path, result) => {
      expect((await app.act({ path })).json).toEqual([{ result }]);
    });

    it.each([201, 302, 307, 401, 409, 500, 503])(
      'answers %i as any other status',
      async (status) => {
        app.orchestrator.fail({ answer: status });
        expect((await app.act({ path: CHECK })).json).toEqual([{ result: String(status) }]);
        expect(app.orchestrator.requests).toHaveLength(1);
      },
    );

    it('sends the body as it was written, with numbers that JavaScript would round', async () => {
      const body =
        '{ "tailf-ncs:input" : {"big": 12345678901234567890, "ratio":1.10, "é":"\\u00e9"} }';
      const params = JSON.stringify({ path: CHECK, accept: JSON_TYPE });
      const sent = await app.act({ path: CHECK }, undefined, {
        raw: `{"params":${params},"body":${body}}`,
        headers: { 'content-type': 'application/json' },
      });
      expect(sent.json).toEqual([{ result: '200' }]);
      expect(app.orchestrator.requests[0]?.text).toBe(body);
    });

    it('is what the orchestrator then has', async () => {
      const interfaces = { 'ietf-interfaces:interfaces': { interface: [{ name: 'lo0' }] } };
      expect((await app.act({ path: '/restconf/data' }, interfaces)).json).toEqual([
        { result: '201' },
      ]);
      expect((await app.act({ path: '/restconf/data' }, interfaces)).json).toEqual([
        { result: '409' },
      ]);
      const found = await app.ask('/restconf/data/ietf-interfaces:interfaces/interface=lo0');
      expect(found.json).toEqual({
        result: [{ 'ietf-interfaces:interface': [{ name: 'lo0' }] }],
      });
    });

    it('sends once for one key, however often it is asked', async () => {
      const options = { headers: { 'idempotency-key': 'one-action' } };
      const first = await app.act({ path: CHECK }, {}, options);
      const second = await app.act({ path: CHECK }, {}, options);
      expect(second.json).toEqual(first.json);
      expect(second.headers.get('idempotency-replayed')).toBe('true');
      expect(app.orchestrator.requests).toHaveLength(1);
      const other = await app.act({ path: CHECK }, { 'tailf-ncs:input': {} }, options);
      expect(other.status).toBe(422);
    });

    it('never sends twice what may have been done', async () => {
      const adapter = await app.ownAdapter({ retries: 5 });
      app.orchestrator.fail('reset');
      expect((await app.act({ path: CHECK }, {}, { adapter })).status).toBe(502);
      expect(app.orchestrator.requests).toHaveLength(1);
    });

    it('leaves an audit entry with what was sent, without its secrets', async () => {
      const body = { 'tailf-ncs:input': { name: 'ce0', 'remote-password': 'hunter2-canary' } };
      await app.act({ path: CHECK }, body);
      expect(await audited()).toMatchObject({
        operation: 'restAction',
        status: 200,
        objects: [
          {
            type: 'orchestrator-action',
            name: ADAPTER,
            before: null,
            after: {
              adapter: ADAPTER,
              method: 'POST',
              path: CHECK,
              status: 200,
              body: { 'tailf-ncs:input': { name: 'ce0', 'remote-password': '<SECRET>' } },
            },
          },
        ],
      });
      app.orchestrator.fail('reset');
      await app.act({ path: CHECK }, body);
      expect(await audited()).toMatchObject({
        status: 502,
        objects: [{ after: { status: null } }],
      });
      const { text } = await app.app.as('admin', 'GET', '/audit?limit=100');
      expect(text).not.toContain('hunter2-canary');
    });

    it('keeps no more of a large body than an audit entry may have', async () => {
      const body = { 'tailf-ncs:input': { text: 'x'.repeat(1_000_000) } };
      expect((await app.act({ path: CHECK }, body)).json).toEqual([{ result: '200' }]);
      expect(app.orchestrator.requests[0]?.text).toBe(JSON.stringify(body));
      expect(JSON.stringify(await audited()).length).toBeLessThan(40_000);
    });
  });

  describe('restQuery', () => {
    it('answers JSON as the one item, and asks with the headers of the caller', async () => {
      const answer = await app.ask(`${DEVICE}?fields=name;port`);
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({
        result: [{ 'tailf-ncs:device': [{ name: 'ce0', port: 10022 }] }],
      });
      const [seen] = app.orchestrator.requests;
      expect(seen).toMatchObject({
        method: 'GET',
        target: `${DEVICE}?fields=name;port`,
        headers: { accept: JSON_TYPE, authorization: AUTHORIZATION },
        text: '',
      });
      expect(seen?.headers).not.toHaveProperty('content-type');
    });

    it('answers the bare list to who prefers it', async () => {
      const path = `/orchestrator_manager/restQuery/${encodeURIComponent(ADAPTER)}`;
      const body = { params: { path: `${DEVICE}/port`, accept: JSON_TYPE } };
      const headers = { prefer: 'envelope=bare' };
      const bare = await app.app.as('admin', 'POST', path, { body, headers });
      expect(bare.json).toEqual([{ 'tailf-ncs:port': 10022 }]);
    });

    it.each<[string, { answer: number; type?: string; body?: string }, unknown[]]>([
      ['a list', { answer: 200, type: JSON_TYPE, body: '[1,{"a":2}]' }, [1, { a: 2 }]],
      ['an empty list', { answer: 200, type: JSON_TYPE, body: '[]' }, []],
      ['a plain value', { answer: 200, type: 'application/json', body: '"up"' }, ['up']],
      ['null', { answer: 200, type: 'application/json', body: 'null' }, [null]],
      [
        'a collection',
        {
          answer: 200,
          type: 'application/vnd.yang.collection+json; charset=utf-8',
          body: '{"c":1}',
        },
        [{ c: 1 }],
      ],
      ['XML', { answer: 200, type: 'application/yang-data+xml', body: '<a>1</a>' }, ['<a>1</a>']],
      ['broken XML', { answer: 200, type: 'application/xml', body: '<a><b>' }, ['<a><b>']],
      ['HTML', { answer: 200, type: 'text/html', body: '<p>é' }, ['<p>é']],
      ['JSON without a type', { answer: 200, body: '{"a":1}' }, [{ a: 1 }]],
      ['text without a type', { answer: 200, body: 'up' }, ['up']],
      ['no content', { answer: 204 }, []],
      ['an empty body', { answer: 200, type: JSON_TYPE, body: '' }, []],
      ['another success', { answer: 203, type: JSON_TYPE, body: '{"a":1}' }, [{ a: 1 }]],
    ])('passes on %s', async (_, mode, result) => {
      app.orchestrator.fail(mode);
      expect((await app.ask('/restconf/data')).json).toEqual({ result });
    });

    it('answers nothing for a list that is empty or not there', async () => {
      for (const path of [
        '/restconf/data/l3vpn:vpn/l3vpn',
        '/restconf/data/l3vpn:vpn/l3vpn/',
        '/restconf/data/unknown:list?depth=1',
        '/restconf/data/tailf-ncs:devices/device=none/config',
      ]) {
        expect((await app.ask(path)).json).toEqual({ result: [] });
      }
    });

    it('says what the orchestrator says of an entry that is not there', async () => {
      const answer = await app.ask<Refusal>('/restconf/data/tailf-ncs:devices/device=none');
      expect(answer.status).toBe(502);
      expect(answer.json).toMatchObject({
        code: 'upstream-refused',
        detail: `The orchestrator behind adapter '${ADAPTER}' answered 404`,
        errors: [
          {
            pointer: '#/params/path',
            detail: 'invalid-value: uri keypath not found',
            upstream: {
              status: 404,
              'error-type': 'application',
              'error-tag': 'invalid-value',
              'error-message': 'uri keypath not found',
            },
          },
        ],
      });
    });

    it('passes on every member of an error, and older forms of it', async () => {
      const error = {
        'error-type': 'protocol',
        'error-tag': 'access-denied',
        'error-app-tag': 'x:y',
        'error-path': '/a:b[c="d"]',
        'error-message': 'not for you',
        'error-info': { what: 'ever' },
      };
      for (const wrapper of ['ietf-restconf:errors', 'errors']) {
        const body = JSON.stringify({ [wrapper]: { error: [error, { 'error-tag': 'too-big' }] } });
        app.orchestrator.forget();
        app.orchestrator.fail({ answer: 403, type: 'application/yang-data+json', body });
        const shown = { ...error, 'error-info': undefined };
        expect((await app.ask<Refusal>(DEVICE)).json.errors).toEqual([
          {
            pointer: '#/params/path',
            detail: 'access-denied: not for you (/a:b[c="d"])',
            upstream: { status: 403, ...shown },
          },
          {
            pointer: '#/params/path',
            detail: 'too-big',
            upstream: { status: 403, 'error-tag': 'too-big' },
          },
        ]);
      }
    });

    it.each([302, 400, 401, 404, 409, 418, 500, 503])(
      'says that the orchestrator answered %i where it says no more',
      async (status) => {
        app.orchestrator.fail({ answer: status, type: 'text/html', body: '<h1>secret page</h1>' });
        const answer = await app.ask<Refusal>(DEVICE);
        expect(answer.status).toBe(502);
        expect(answer.json.errors).toEqual([
          {
            pointer: '#/params/path',
            detail: `was answered with ${status}`,
            upstream: { status },
          },
        ]);
        expect(answer.text).not.toContain('secret page');
      },
    );

    it('passes on errors in XML as well', async () => {
      const body =
        '<errors xmlns="urn:ietf:params:xml:ns:yang:ietf-restconf"><error><error-type>application' +
        '</error-type><error-tag>in-use</error-tag><error-path xmlns:ncs="http://tail-f.com/ns/ncs">' +
        '/ncs:devices</error-path><error-message>the &lt;store&gt; is locked</error-message></error></errors>';
      app.orchestrator.fail({ answer: 409, type: 'application/yang-data+xml', body });
      const answer = await app.ask<Refusal>(DEVICE, { accept: 'application/yang-data+xml' });
      expect(answer.json.errors).toEqual([
        {
          pointer: '#/params/path',
          detail: 'in-use: the <store> is locked (/ncs:devices)',
          upstream: {
            status: 409,
            'error-type': 'application',
            'error-tag': 'in-use',
            'error-path': '/ncs:devices',
            'error-message': 'the <store> is locked',
          },
        },
      ]);
    });

    it('passes on what the orchestrator says in XML of an entry that is not there', async () => {
      const missing = '/restconf/data/tailf-ncs:devices/device=none';
      const answer = await app.ask<Refusal>(missing, { accept: 'application/yang-data+xml' });
      expect(answer.json.errors).toMatchObject([
        { upstream: { status: 404, 'error-message': 'uri keypath not found' } },
      ]);
    });

    it('shows no credential that the orchestrator repeats within data', async () => {
      const body = JSON.stringify({ seen: { authorization: AUTHORIZATION }, more: 'é' });
      app.orchestrator.fail({ answer: 200, type: 'application/json', body });
      expect((await app.ask(DEVICE)).json).toEqual({
        result: [{ seen: { authorization: 'Basic <SECRET>' }, more: 'é' }],
      });
    });

    it('shows no beginning of a password where a text is cut', async () => {
      const told = `${'x'.repeat(990)} ${ADAPTER_PASSWORD}`;
      const error = [{ 'error-message': told, 'error-path': told }];
      const body = JSON.stringify({ 'ietf-restconf:errors': { error } });
      app.orchestrator.fail({ answer: 500, type: 'application/yang-data+json', body });
      const answer = await app.ask<Refusal>(DEVICE);
      expect(answer.status).toBe(502);
      expect(answer.text).not.toContain(ADAPTER_PASSWORD.slice(0, 5));
    });

    it('shows neither credentials that the orchestrator repeats nor more than a page of errors', async () => {
      const told = `you sent ${AUTHORIZATION}, that is ${ADAPTER_PASSWORD} ${'x'.repeat(5000)}`;
      const error = Array.from({ length: 1000 }, () => ({
        'error-tag': told,
        'error-message': told,
      }));
      const body = JSON.stringify({ 'ietf-restconf:errors': { error } });
      app.orchestrator.fail({ answer: 401, type: 'application/yang-data+json', body });
      const answer = await app.ask<Refusal>(DEVICE);
      expect(answer.json.errors).toHaveLength(20);
      expect(answer.text.length).toBeLessThan(100_000);
      expect(answer.text).toContain('<SECRET>');
      expect(answer.text).not.toContain(ADAPTER_PASSWORD);
      expect(answer.text).not.toContain(AUTHORIZATION.slice('Basic '.length));
    });
  });

  describe('both', () => {
    it.each(['act', 'ask'] as const)(
      '%s: 404 without the adapter, 409 while it is disabled',
      async (verb) => {
        const send = (adapter: string) =>
          verb === 'act'
            ? app.act<Refusal>({ path: CHECK }, {}, { adapter })
            : app.ask<Refusal>(DEVICE, { adapter });
        expect(await send('none')).toMatchObject({ status: 404, json: { code: 'not-found' } });
        const disabled = await app.ownAdapter({ enabled: false });
        expect(await send(disabled)).toMatchObject({
          status: 409,
          json: { code: 'adapter-disabled' },
        });
        expect(app.orchestrator.requests).toEqual([]);
      },
    );

    it('find an adapter whose name has spaces and more, percent-encoded', async () => {
      const adapter = 'Örtliche NSO 50% (a;b=c)?';
      await app.adapter(adapter);
      expect((await app.act({ path: CHECK }, {}, { adapter })).status).toBe(200);
      expect((await app.ask(DEVICE, { adapter })).status).toBe(200);
    });

    it('put the path behind the base of the adapter', async () => {
      const adapter = await app.ownAdapter({ baseUrl: `${app.orchestrator.url}/nso/a%20b/` });
      await app.ask('/restconf/data?x=%2F', { adapter });
      expect(app.orchestrator.requests[0]?.target).toBe('/nso/a%20b/restconf/data?x=%2F');
    });

    it.each([
      ['#/params', {}],
      ['#/params/path', { params: { accept: JSON_TYPE } }],
      ['#/params/path', { params: { path: 1, accept: JSON_TYPE } }],
      ['#/params/accept', { params: { path: DEVICE } }],
      ['#/params/method', { params: { path: DEVICE, accept: '', method: 'GET' } }],
      ['#/params/accept', { params: { path: DEVICE, accept: 'a\r\nX-Injected: 1' } }],
      ['#/params/accept', { params: { path: DEVICE, accept: 'a\u0000' } }],
      ['#/params/accept', { params: { path: DEVICE, accept: 'é' } }],
      ['#/params/accept', { params: { path: DEVICE, accept: 'a'.repeat(1001) } }],
      ['#/extra', { params: { path: DEVICE, accept: '' }, extra: 1 }],
    ])('refuse a body with a fault at %s', async (pointer, body) => {
      for (const [operation, more] of [
        ['restAction', { body: {} }],
        ['restQuery', {}],
      ] as const) {
        const path = `/orchestrator_manager/${operation}/${encodeURIComponent(ADAPTER)}`;
        const answer = await app.app.as<Refusal>('admin', 'POST', path, {
          body: { ...more, ...body },
        });
        expect(answer.status).toBe(400);
        expect(answer.json.errors?.map((fault) => fault.pointer)).toContain(pointer);
      }
      expect(app.orchestrator.requests).toEqual([]);
    });

    it.each([
      ['#/body', undefined],
      ['#/body', null],
      ['#/body', []],
      ['#/body', 'text'],
    ])('refuse an action at %s that is %j', async (pointer, body) => {
      const path = `/orchestrator_manager/restAction/${encodeURIComponent(ADAPTER)}`;
      const given = { params: { path: CHECK, accept: '' }, ...(body !== undefined && { body }) };
      const answer = await app.app.as<Refusal>('admin', 'POST', path, { body: given });
      expect(answer.json.errors?.map((fault) => fault.pointer)).toEqual([pointer]);
    });

    it.each([
      'application/json\r\nX-Injected: 1',
      'application',
      'application/json;',
      'application/json; charset',
      'a/b; c="\u0001"',
      'a/b, c/d',
      ' a/b',
    ])('refuse the media type %j', async (contentType) => {
      const answer = await app.act<Refusal>({ path: CHECK, contentType });
      expect(answer.json.errors?.map(({ pointer }) => pointer)).toEqual(['#/params/contentType']);
    });

    it('send media types with parameters as they are', async () => {
      const contentType = 'application/yang-data+json; charset=utf-8';
      await app.act({ path: CHECK, contentType });
      expect(app.orchestrator.requests[0]?.headers['content-type']).toBe(contentType);
    });
  });
});
