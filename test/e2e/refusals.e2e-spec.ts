import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PackagesService } from '../../src/domains/artifacts/packages/packages.service.js';
import { PROBLEMS } from '../../src/api/problems/problems.js';
import { AppError, type ErrorKind } from '../../src/kernel/app-error.js';
import { anArtifact } from '../support/factories/an-artifact.js';
import { problemIn, rawExchange } from '../support/http-app.js';
import { type Answer, type CallOptions, startApp, type TestApp } from '../support/start-app.js';
import { refusalOf } from '../support/stocked-app.js';

const BODY_LIMIT = 64 * 1024;
const HUGE = 100 * 1024 * 1024;
const WRONG = { authorization: 'Bearer not-a-token' };
const JSON_TYPE = { 'content-type': 'application/json' };

interface Problem {
  readonly status: number;
  readonly code: string;
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[];
}

describe('a request that is refused', () => {
  let platform: TestApp;
  let port: number;
  const install = (name: string, version = '1.0.0') =>
    platform.as('admin', 'POST', '/admin/artifacts', {
      body: { artifact: anArtifact({ name, version }) },
    });
  const bearer = async () => `Bearer ${await platform.tokenOf('admin')}`;

  beforeAll(async () => {
    platform = await startApp('e2e-refusals', {
      env: { BODY_LIMIT_BYTES: String(BODY_LIMIT), REQUEST_TIMEOUT_MS: '400' },
    });
    port = Number(new URL(platform.url).port);
    await install('@acme/there');
  });
  afterAll(() => platform.close());

  /** Makes every reading of a package fail in this way, for one call. */
  async function failing(error: Error, path = '/admin/artifacts/x/export'): Promise<Answer> {
    const packages = platform.app.get(PackagesService, { strict: false });
    Object.assign(packages, { export: () => Promise.reject(error) });
    try {
      return await platform.as('admin', 'GET', path, { headers: { 'x-request-id': 'the-id' } });
    } finally {
      // What is left is the method of the class.
      Reflect.deleteProperty(packages, 'export');
    }
  }

  describe('is told so in a problem document', () => {
    type Case = [number, string, string, CallOptions?];
    const artifact = anArtifact({ name: '@acme/there' });
    const CASES: Case[] = [
      [400, 'invalid-input', 'GET /admin/artifacts?limit=x'],
      [400, 'invalid-input', 'POST /admin/artifacts', { raw: '{', headers: JSON_TYPE }],
      [400, 'invalid-input', 'POST /admin/artifacts', { body: [] }],
      [401, 'unauthenticated', 'GET /admin/artifacts', { headers: WRONG }],
      [404, 'not-found', 'GET /nowhere'],
      [404, 'not-found', 'GET /prebuilts/absent'],
      [404, 'not-found', 'DELETE /admin/artifacts/absent'],
      [405, 'method-not-allowed', 'PATCH /admin/artifacts'],
      [409, 'already-installed', 'POST /admin/artifacts', { body: { artifact } }],
      [
        412,
        'precondition-failed',
        'DELETE /prebuilts/%40acme%2Fthere',
        { headers: { 'if-match': '"99"' } },
      ],
      [
        413,
        'payload-too-large',
        'POST /admin/artifacts',
        { body: { name: 'x'.repeat(BODY_LIMIT) } },
      ],
      [
        415,
        'unsupported-media-type',
        'POST /admin/artifacts',
        { raw: 'name=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      ],
    ];

    it.each(CASES)('%i %s: %s', async (status, code, request, options = {}) => {
      const [method = '', path = ''] = request.split(' ');
      const credential = { authorization: await bearer() };
      const headers = { ...credential, 'x-request-id': 'the-id', ...options.headers };
      const answer = await platform.call<Record<string, unknown>>(method, path, {
        ...options,
        headers,
      });
      expect(answer.status).toBe(status);
      expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
      const { detail, message, error, title, type, errors = [], current, ...rest } = answer.json;
      // What stands in the way of a package is told as data too.
      expect(current === undefined).toBe(code !== 'already-installed');
      const kind = String(type).replace('urn:problem:', '') as ErrorKind;
      expect(PROBLEMS[kind]).toMatchObject({ status, title });
      expect(rest).toEqual({ status, code: expect.any(String), instance: 'urn:request:the-id' });
      expect(rest['code']).toBe(code);
      expect(typeof message).toBe('string');
      expect(error).toBe(detail);
      expect(message).toBe(detail);
      expect(message).not.toBe('');
      for (const { pointer } of errors as Problem['errors']) expect(pointer).toMatch(/^#(\/|$)/);
    });

    it('which names a challenge where a credential is missing or bad', async () => {
      const answers = [
        await platform.call('GET', '/admin/artifacts'),
        await platform.call('GET', '/login?logout=true'),
        await platform.call('GET', '/admin/artifacts', { headers: WRONG }),
      ];
      for (const { status, headers } of answers) {
        expect([status, headers.get('www-authenticate')]).toEqual([
          401,
          expect.stringMatching(/^Bearer/),
        ]);
      }
    });

    it.each([
      ['PATCH', '/admin/artifacts', 'GET, HEAD, POST'],
      ['POST', '/admin/artifacts/available', 'DELETE, GET, HEAD'],
      ['DELETE', '/whoami', 'GET, HEAD'],
      ['PUT', '/login/', 'GET, HEAD, POST'],
      ['POST', '/prebuilts/x', 'DELETE, GET, HEAD, PUT'],
      ['OPTIONS', '/whoami', 'GET, HEAD'],
    ])('which says what %s %s takes instead', async (method, path, allow) => {
      const answer = await platform.as('admin', method, path);
      expect(answer.status).toBe(405);
      expect((answer.headers.get('allow') ?? '').split(', ').sort().join(', ')).toBe(allow);
    });

    it('which never repeats much of what was sent', async () => {
      const answers = [
        await platform.as('admin', 'GET', `/admin/artifacts?${'x'.repeat(5000)}=1`),
        await platform.as('admin', 'POST', '/admin/artifacts', {
          body: { ['x'.repeat(50_000)]: 1 },
        }),
        await platform.as('admin', 'GET', `/prebuilts/${'x'.repeat(1000)}`),
      ];
      for (const { status, text } of answers) {
        expect([400, 404]).toContain(status);
        expect(text.length).toBeLessThan(4000);
      }
    });
  });

  describe('by a fault of the server', () => {
    it('is told nothing but the request id', async () => {
      const cause = new Error('mongodb://user:hunter2@db.internal:27017/ is down at /srv/app/x.js');
      const answer = await failing(cause);
      expect(answer.status).toBe(500);
      const detail = 'The server failed. Request id: the-id';
      expect(answer.json).toEqual({
        type: 'urn:problem:internal',
        title: 'The server failed',
        status: 500,
        detail,
        message: detail,
        error: detail,
        instance: 'urn:request:the-id',
        code: 'internal',
      });
    });

    it('is told nothing of an internal failure with words of its own either', async () => {
      const answer = await failing(new AppError('internal', 'the secret plan'));
      expect(answer.status).toBe(500);
      expect(answer.text).not.toContain('plan');
    });

    it.each<[ErrorKind, number]>([
      ['upstream-failed', 502],
      ['unavailable', 503],
      ['upstream-timeout', 504],
      ['too-many-requests', 429],
    ])('behind it (%s) is told %i', async (kind, status) => {
      const answer = await failing(new AppError(kind, 'Later', { retryAfterSeconds: 1.2 }));
      expect(answer.status).toBe(status);
      expect(answer.json).toMatchObject({ type: `urn:problem:${kind}`, message: 'Later' });
      expect(answer.headers.get('retry-after')).toBe('2');
    });

    it('keeps serving', async () => {
      await failing(new Error('once'));
      expect((await platform.as('admin', 'GET', '/admin/artifacts')).status).toBe(200);
    });
  });

  describe('for several reasons is told the first of 401, 403, 400, 404, 409', () => {
    const BAD_BODY = { body: { nonsense: 1 } };
    const BROKEN_BODY = { raw: '{"a":', headers: JSON_TYPE };
    type Case = [number, string, string, CallOptions];
    const stale = { headers: { 'if-match': '"99"' } };

    const UNKNOWN_CALLER: [string, string, CallOptions][] = [
      ['GET', '/admin/artifacts?nonsense=1', {}],
      ['GET', '/admin/artifacts?limit=%zz', {}],
      ['GET', '/admin/artifacts', { body: { nonsense: 1 } }],
      ['POST', '/admin/artifacts', BAD_BODY],
      ['POST', '/admin/artifacts', BROKEN_BODY],
      ['DELETE', '/prebuilts/absent', stale],
      ['PUT', '/prebuilts/absent', BAD_BODY],
      ['GET', '/prebuilts/absent/export?dialect=x', {}],
    ];
    it.each(UNKNOWN_CALLER)(
      '401 without a good credential: %s %s %j',
      async (method, path, options) => {
        const anonymous = await platform.call(method, path, options);
        expect(anonymous.status).toBe(401);
        const headers = { ...options.headers, ...WRONG };
        expect((await platform.call(method, path, { ...options, headers })).status).toBe(401);
      },
    );

    it.each(UNKNOWN_CALLER)('403 without the role: %s %s %j', async (method, path, options) => {
      expect((await platform.as('other', method, path, options)).status).toBe(403);
    });

    it.each<Case>([
      [400, 'PUT', '/prebuilts/absent', BAD_BODY],
      [400, 'GET', '/prebuilts/absent/export?dialect=x', {}],
      [400, 'GET', '/prebuilts-repository?config=absent&page=0', {}],
      [400, 'DELETE', '/prebuilts/absent', { headers: { 'if-match': 'nonsense' } }],
      [404, 'DELETE', '/prebuilts/absent', stale],
      [404, 'GET', '/prebuilts-repository?config=absent', {}],
      [
        404,
        'PATCH',
        '/prebuilts-repository/configs/absent',
        { ...stale, body: { enabled: false } },
      ],
      [404, 'GET', '/nowhere?limit=%zz', {}],
    ])('%i: %s %s', async (status, method, path, options) => {
      expect((await platform.as('admin', method, path, options)).status).toBe(status);
    });

    it('404 where nothing is served, signed in or not', async () => {
      const answers = [
        await platform.call('GET', '/nowhere'),
        await platform.call('POST', '/nowhere', { ...BROKEN_BODY }),
        await platform.call('GET', '/nowhere', { headers: WRONG }),
        await platform.as('other', 'DELETE', '/nowhere'),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    });
  });

  describe('before its body is read', () => {
    /** A request whose body never comes: only an answer that does not wait for it comes back. */
    const announced = (head: readonly string[], path = '/admin/artifacts') =>
      rawExchange(port, [`POST ${path} HTTP/1.1`, 'host: x', ...head, '', ''].join('\r\n'));

    it.each([
      ['announced', [`content-length: ${HUGE}`, 'content-type: application/json']],
      ['without an end', ['transfer-encoding: chunked', 'content-type: application/json']],
      ['of another type', [`content-length: ${HUGE}`, 'content-type: video/mp4']],
    ])('is told 401 when it is anonymous, whatever comes: a body %s', async (_, head) => {
      const begun = performance.now();
      const text = await announced([...head, 'connection: close']);
      expect(text).toMatch(/^HTTP\/1\.1 401 /);
      expect(problemIn(text)).toMatchObject({ status: 401, code: 'unauthenticated' });
      // It did not wait for the time that a body may take.
      expect(performance.now() - begun).toBeLessThan(400);
    });

    it('is told 413 when it announces more than the limit', async () => {
      const head = [`content-length: ${HUGE}`, 'content-type: application/json'];
      const text = await announced([
        ...head,
        `authorization: ${await bearer()}`,
        'connection: close',
      ]);
      expect(text).toMatch(/^HTTP\/1\.1 413 /);
      expect(problemIn(text)).toMatchObject({ code: 'payload-too-large' });
    });

    it('does not say that a body is welcome to those who ask first', async () => {
      const head = [`content-length: ${HUGE}`, 'expect: 100-continue', 'connection: close'];
      expect(await announced(head)).not.toMatch(/^HTTP\/1\.1 200/);
    });
  });

  describe('for its size or slowness', () => {
    const send = async (...parts: (string | Uint8Array)[]) => {
      const credential = `authorization: ${await bearer()}`;
      const head = [
        'POST /admin/artifacts HTTP/1.1',
        'host: x',
        credential,
        'content-type: application/json',
      ];
      return rawExchange(port, `${head.join('\r\n')}\r\n`, ...parts);
    };

    it('is told 413 when it goes beyond the limit without having said so', async () => {
      const chunk = `${BODY_LIMIT.toString(16)}\r\n${'x'.repeat(BODY_LIMIT)}\r\n`;
      const text = await send(
        'connection: close\r\ntransfer-encoding: chunked\r\n\r\n',
        chunk,
        '1\r\nx\r\n',
        '0\r\n\r\n',
      );
      expect(text).toMatch(/^HTTP\/1\.1 413 /);
      expect(problemIn(text)).toMatchObject({ code: 'payload-too-large' });
    });

    it('is taken up to the limit exactly', async () => {
      const wrapped = JSON.stringify({ name: '' }).length;
      const body = { name: 'x'.repeat(BODY_LIMIT - wrapped) };
      const answer = await platform.as('admin', 'POST', '/admin/artifacts', { body });
      expect(refusalOf(answer)).toEqual([400, '#/name']);
    });

    it('is told 408 when its body does not come in time, and nothing is carried out', async () => {
      const text = await send('content-length: 100\r\n\r\n', '{"name":');
      expect(text).toMatch(/^HTTP\/1\.1 408 /);
      expect(problemIn(text)).toMatchObject({
        status: 408,
        code: 'request-timeout',
        message: expect.any(String),
      });
    });

    it('is told 408 when its head does not come in time', async () => {
      const text = await rawExchange(port, 'GET /admin/artifacts HTTP/1.1\r\nhost: x\r\n');
      expect(text).toMatch(/^HTTP\/1\.1 408 /);
    });

    it('is told 431 when its head has no end', async () => {
      const text = await rawExchange(
        port,
        `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
      );
      expect(text).toMatch(/^HTTP\/1\.1 431 /);
      expect(problemIn(text)).toMatchObject({ code: 'headers-too-large' });
    });

    it.each(['garbage\r\n\r\n', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'])(
      'is told 400 when it is no HTTP: %j',
      async (bytes) => {
        const text = await rawExchange(port, bytes);
        expect(text).toMatch(/^HTTP\/1\.1 400 /);
        expect(problemIn(text)).toMatchObject({ code: 'invalid-input' });
        expect(text).not.toContain('garbage');
      },
    );

    it.each(['TRACE', 'PROPFIND', 'BREW', 'CONNECT'])(
      'is never carried out for the method %s',
      async (method) => {
        const text = await rawExchange(
          port,
          `${method} /admin/artifacts HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
        );
        expect(text === '' || /^HTTP\/1\.1 (400|404|405|501) /.test(text)).toBe(true);
      },
    );

    it('does not disturb the others', async () => {
      const slow = send('content-length: 100\r\n\r\n', '{"name":');
      const quick = await Promise.all(
        Array.from({ length: 10 }, () => platform.as('admin', 'GET', '/admin/artifacts?limit=1')),
      );
      expect(quick.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
      expect(await slow).toMatch(/^HTTP\/1\.1 408 /);
    });
  });

  describe('for what its body is', () => {
    it.each([
      ['text/plain', '{}'],
      ['application/xml', '<a/>'],
      ['multipart/form-data; boundary=x', '--x--'],
      ['application/json; charset=latin1', '{}'],
      ['application/json;charset="utf-16"', '{}'],
      ['nonsense', '{}'],
      ['', '{}'],
    ])('is told 415 for %j', async (type, raw) => {
      const answer = await platform.as('admin', 'POST', '/admin/artifacts', {
        raw: new TextEncoder().encode(raw),
        headers: { 'content-type': type },
      });
      expect([answer.status, answer.json]).toMatchObject([415, { code: 'unsupported-media-type' }]);
    });

    it.each([
      'application/json; charset=utf-8',
      'Application/JSON',
      'application/merge-patch+json',
    ])('is taken as %s', async (type) => {
      const answer = await platform.as<Problem>('admin', 'POST', '/admin/artifacts', {
        raw: '{"nonsense":1}',
        headers: { 'content-type': type },
      });
      expect([answer.status, answer.json.errors[0]?.pointer]).toEqual([400, '#/nonsense']);
    });

    it.each([
      '',
      ' ',
      'null',
      '{',
      '{"a":1}}',
      "{'a':1}",
      '{"a":01}',
      '{"a":NaN}',
      '[1,]',
      '\u0000',
      'undefined',
    ])('is told 400 for the JSON %j', async (raw) => {
      const answer = await platform.as<Problem>('admin', 'POST', '/admin/artifacts', {
        raw,
        headers: JSON_TYPE,
      });
      expect([answer.status, answer.json.errors[0]?.pointer]).toEqual([400, '#']);
    });
  });
});
