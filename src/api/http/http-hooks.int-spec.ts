import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Body, Controller, Param, StreamableFile } from '@nestjs/common';
import {
  type HttpApp,
  type LogLine,
  problemIn,
  rawExchange,
  startHttpApp,
} from '../../../test/support/http-app.js';
import { AppError, invalidInput } from '../../kernel/app-error.js';
import { requestContext } from '../../platform/request-context/request-context.js';
import { Operation } from '../operation.decorator.js';
import { revisioned } from '../revision/revisioned.js';
import { IdempotencyService } from '../idempotency/idempotency.service.js';

/** A handler that never answers, and when it began not to. */
class Slow {
  begin: () => void = () => undefined;
  readonly begun = new Promise<void>((resolve) => (this.begin = resolve));
}
const slow = new Slow();
/** Characters of four bytes lie across every place where it could be divided. */
const LONG_TEXT = `.${'😀'.repeat(200_000)}`;

@Controller()
class Handlers {
  @Operation('openApi')
  openApi(): Promise<object> {
    slow.begin();
    return new Promise(() => undefined);
  }

  @Operation('live')
  live(): object {
    return { status: 'live', padding: 'x'.repeat(3000) };
  }

  @Operation('ready')
  ready(): object {
    throw new Error('mongodb://root:hunter2@db/ refused');
  }

  @Operation('healthServer')
  healthServer(): object {
    return { traceparent: requestContext()?.traceparent };
  }

  @Operation('listPrebuilts')
  listPrebuilts(): object {
    return { results: [{ name: 'one' }] };
  }

  @Operation('getPrebuilt')
  getPrebuilt(@Param('id') id: string): object {
    if (id === 'missing') throw new AppError('not-found', `Prebuilt '${id}' not found`);
    return revisioned(7, { id });
  }

  @Operation('metrics')
  metrics(): string {
    return LONG_TEXT;
  }

  @Operation('exportPrebuilt')
  exportPrebuilt(@Param('id') id: string): StreamableFile {
    const chunks = async function* (): AsyncGenerator<string> {
      for (let at = 0; at < 50; at += 1) yield await Promise.resolve(`${'x'.repeat(999)}\n`);
      // More than any encoder holds back.
      if (id === 'broken') yield randomBytes(1_000_000).toString('hex');
      if (id === 'broken') throw new Error('the source broke off');
    };
    return new StreamableFile(Readable.from(chunks()), { type: 'application/json' });
  }

  @Operation('login')
  login(@Body() body: unknown): unknown {
    return { body: body ?? 'none' };
  }

  @Operation('whoami')
  whoami(): object {
    throw new AppError('unauthenticated', 'No');
  }

  @Operation('importPrebuilt')
  importPrebuilt(): object {
    throw invalidInput(
      Array.from({ length: 1000 }, (_, at) => ({ pointer: `#/${at}`, detail: 'y'.repeat(5000) })),
    );
  }
}

interface ProblemLike {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly message: string;
  readonly instance: string;
  readonly errors?: readonly { pointer: string; detail: string }[];
}

const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise(setImmediate);
};

describe('the HTTP hooks', () => {
  let http: HttpApp;

  beforeAll(async () => {
    http = await startHttpApp([Handlers], {
      env: { REQUEST_TIMEOUT_MS: '400', BODY_LIMIT_BYTES: '65536' },
      providers: [{ provide: IdempotencyService, useValue: {} }],
    });
  });
  afterAll(() => http.close());

  const call = (path: string, init?: RequestInit): Promise<Response> =>
    fetch(`${http.url}${path}`, init);
  const problem = async (response: Response): Promise<ProblemLike> => {
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    const document = (await response.json()) as ProblemLike;
    expect(document.status).toBe(response.status);
    expect(document.message).toBe(document.detail);
    return document;
  };
  const post = (body: string | Uint8Array<ArrayBuffer>, type = 'application/json') =>
    call('/login', { method: 'POST', body, headers: { 'content-type': type } });

  it('keeps the trace of the caller for the systems it calls', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const answer = await call('/health/server', { headers: { traceparent } });
    expect(await answer.json()).toEqual({ traceparent });
  });

  describe('on every answer', () => {
    it('says the request id, the version and what browsers may not do', async () => {
      const { headers } = await call('/health/live');
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get('x-api-version')).toMatch(/^\d+\.\d+\.\d+/);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
    });

    it('gives back a harmless request id and replaces any other', async () => {
      const harmless = await call('/health/live', { headers: { 'x-request-id': 'order-66:a.b' } });
      expect(harmless.headers.get('x-request-id')).toBe('order-66:a.b');
      const hostile = await call('/health/live', { headers: { 'x-request-id': '<script>' } });
      expect(hostile.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      const long = await call('/health/live', { headers: { 'x-request-id': 'a'.repeat(129) } });
      expect(long.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    });

    it('compresses what is long enough to gain by it', async () => {
      const long = await call('/health/live', { headers: { 'accept-encoding': 'gzip' } });
      expect(long.headers.get('content-encoding')).toBe('gzip');
      expect(await long.json()).toMatchObject({ status: 'live' });
      const short = await call('/prebuilts/a', { headers: { 'accept-encoding': 'br' } });
      expect(short.headers.get('content-encoding')).toBeNull();
    });

    it.each(['br', 'gzip', 'deflate', 'identity'])('streams in %s', async (encoding) => {
      const answer = await call('/prebuilts/a/export', {
        headers: { 'accept-encoding': encoding },
      });
      expect(answer.headers.get('content-encoding') ?? 'identity').toBe(encoding);
      expect(answer.headers.get('vary')).toContain('Accept-Encoding');
      expect((await answer.text()).length).toBe(50_000);
    });

    it.each(['gzip', 'identity'])('cuts a stream off that fails, in %s', async (encoding) => {
      const id = `broken-${encoding}`;
      const broken = async (): Promise<string> => {
        const headers = { 'accept-encoding': encoding, 'x-request-id': id };
        return (await call('/prebuilts/broken/export', { headers })).text();
      };
      await expect(broken()).rejects.toThrow();
      const noted = http.lines.find(
        ({ requestId, level }) => requestId === id && level === 'error',
      );
      expect(noted).toMatchObject({ err: { message: 'the source broke off' } });
    });

    it('does not admit other origins unless they are listed', async () => {
      const { headers } = await call('/health/live', { headers: { origin: 'https://x.example' } });
      expect(headers.get('access-control-allow-origin')).toBeNull();
    });

    it('sends long texts whole, compressed or not', async () => {
      for (const encoding of ['identity', 'gzip']) {
        const answer = await call('/metrics', { headers: { 'accept-encoding': encoding } });
        expect((await answer.text()) === LONG_TEXT).toBe(true);
      }
      const head = await call('/metrics', {
        method: 'HEAD',
        headers: { 'accept-encoding': 'identity' },
      });
      expect(head.headers.get('content-length')).toBe('800001');
    });

    it('answers HEAD where it answers GET, without a body', async () => {
      const head = await call('/prebuilts/a', { method: 'HEAD' });
      expect(head.status).toBe(200);
      expect(await head.text()).toBe('');
    });
  });

  describe('paths', () => {
    it('collapses leading slashes and ignores a trailing one', async () => {
      for (const path of ['/health/live', '//health/live', '///health/live/', '/health/live/']) {
        expect((await call(path)).status).toBe(200);
      }
    });

    it('decodes path parameters', async () => {
      const answer = await call('/prebuilts/Local%20NSO%2Fx');
      expect(await answer.json()).toEqual({ id: 'Local NSO/x' });
    });

    it('answers 404 for unknown paths and 405 with Allow for other methods', async () => {
      expect(await problem(await call('/no/such/thing'))).toMatchObject({ status: 404 });
      const wrong = await call('/login', { method: 'DELETE' });
      expect(wrong.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'POST']);
      expect(await problem(wrong)).toMatchObject({ status: 405, code: 'method-not-allowed' });
      expect((await call('/login/', { method: 'PATCH' })).status).toBe(405);
    });

    it('refuses escapes that are no UTF-8, in the path and behind it', async () => {
      const path = await rawExchange(
        http.port,
        'GET /prebuilts/%E0%A4%A HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
      );
      expect(path).toMatch(/^HTTP\/1.1 400 /);
      expect(path).toMatch(/x-request-id: [0-9a-f-]{36}/);
      expect(problemIn(path)).toMatchObject({ code: 'invalid-input', errors: [{ pointer: '#' }] });
      const query = await rawExchange(
        http.port,
        'GET /prebuilts/a?x=%C3%28 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
      );
      expect(problemIn(query)).toMatchObject({ status: 400, code: 'invalid-input' });
    });

    it('wants a Host header from HTTP/1.1, as it says in a problem document', async () => {
      const line = (version: string): string => `GET /prebuilts/a HTTP/${version}\r\n`;
      const without = await rawExchange(http.port, `${line('1.1')}connection: close\r\n\r\n`);
      expect(without).toMatch(/^HTTP\/1.1 400 /);
      expect(without).toContain('content-type: application/problem+json');
      expect(problemIn(without)).toMatchObject({
        code: 'invalid-input',
        errors: [{ pointer: '#', detail: 'has no Host header' }],
      });
      const old = await rawExchange(http.port, `${line('1.0')}\r\n`);
      expect(old).toMatch(/^HTTP\/1.1 200 /);
    });

    it('refuses a path segment beyond every bound', async () => {
      expect(await problem(await call(`/prebuilts/${'a'.repeat(2000)}`))).toMatchObject({
        status: 400,
      });
    });

    it('names the query keys that nobody reads, but never the credential', async () => {
      const { headers } = await call('/prebuilts/a?tpyo=1&token=abc&b%5Bx%5D=2');
      const ignored = headers.get('x-ignored-parameters') ?? '';
      expect(ignored).toContain('tpyo');
      expect(ignored).not.toContain('token');
    });
  });

  describe('bodies', () => {
    it('takes JSON, and nothing for an empty body', async () => {
      expect(await (await post('{"a":1}')).json()).toEqual({ body: { a: 1 } });
      expect(await (await post('')).json()).toEqual({ body: 'none' });
      expect(await (await post('[1]', 'application/merge-patch+json')).json()).toEqual({
        body: [1],
      });
    });

    it('reads JSON bodies of GET and lets a GET without body name any type', async () => {
      const raw = (headers: string, body: string) =>
        rawExchange(
          http.port,
          `GET /prebuilts/a HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n\r\n${body}`,
        );
      expect(await raw('content-type: application/json\r\ncontent-length: 2', '{}')).toMatch(
        / 200 /,
      );
      expect(await raw('content-type: text/csv', '')).toMatch(/ 200 /);
      expect(await raw('content-type: application/json\r\ncontent-length: 1', '{')).toMatch(
        / 400 /,
      );
    });

    it.each([
      ['text that is not JSON', '{"password":"hunter2",', 'is not valid JSON'],
      ['nesting without end', '['.repeat(60_000), 'is nested deeper than 100 levels'],
    ])('refuses %s and repeats nothing of it', async (_, body, detail) => {
      const document = await problem(await post(body));
      expect(document).toMatchObject({ status: 400, errors: [{ pointer: '#', detail }] });
      expect(JSON.stringify(document)).not.toContain('hunter2');
    });

    it('refuses bytes that are no UTF-8', async () => {
      const document = await problem(await post(Uint8Array.of(0x22, 0xc3, 0x28, 0x22)));
      expect(document.errors).toEqual([{ pointer: '#', detail: 'is not valid UTF-8' }]);
    });

    it('refuses __proto__ as a key, written or escaped, and says where', async () => {
      for (const key of ['__proto__', '\\u005f_proto__']) {
        const document = await problem(await post(`{"a":[{"${key}":{"x":1}}]}`));
        expect(document.errors).toEqual([
          { pointer: '#/a/0/__proto__', detail: 'is not allowed as a key' },
        ]);
      }
    });

    it('refuses other media types, charsets and encodings', async () => {
      expect(await problem(await post('a=1', 'text/plain'))).toMatchObject({ status: 415 });
      expect(await problem(await post('{}', 'nonsense'))).toMatchObject({ status: 415 });
      const latin = await post('{}', 'application/json; charset=latin1');
      expect(await problem(latin)).toMatchObject({ status: 415 });
      const packed = await call('/login', {
        method: 'POST',
        body: Uint8Array.of(31, 139, 8, 0),
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      });
      expect(await problem(packed)).toMatchObject({ status: 415 });
    });

    it('refuses a body beyond the limit, announced or not', async () => {
      const big = 'x'.repeat(70_000);
      expect(await problem(await post(JSON.stringify(big)))).toMatchObject({
        status: 413,
        code: 'payload-too-large',
      });
      const chunked = await rawExchange(
        http.port,
        'POST /login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
        `${(70_000).toString(16)}\r\n${big}\r\n0\r\n\r\n`,
      );
      expect(chunked).toMatch(/^HTTP\/1.1 413 /);
    });

    it('lets a client read why its body is refused while it still sends', async () => {
      const head = 'POST /login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
      const socket = connect({ port: http.port, host: '127.0.0.1', allowHalfOpen: true });
      // A reset would be an error here.
      const closed = finished(socket);
      let answer = '';
      socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
      socket.write(`${head}content-length: 8000000\r\n\r\n`);
      socket.write(Buffer.alloc(4_000_000));
      // A slow client, or a busy machine.
      await delay(1200);
      socket.write(Buffer.alloc(1_000_000));
      await delay(100);
      socket.end(Buffer.alloc(3_000_000));
      await closed;
      expect(answer).toMatch(/^HTTP\/1.1 413 /);
      expect(answer).toMatch(/connection: close/i);
    });

    it('gives up on a body that does not come', async () => {
      const answer = await rawExchange(
        http.port,
        'POST /login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"a"',
      );
      expect(answer).toMatch(/^HTTP\/1.1 408 /);
      expect(problemIn(answer)).toMatchObject({ status: 408, code: 'request-timeout' });
    });
  });

  describe('what is not HTTP', () => {
    it('answers garbage with a problem that repeats nothing of it', async () => {
      const answer = await rawExchange(http.port, 'hello there\r\n\r\n');
      expect(answer).toMatch(/^HTTP\/1.1 400 /);
      expect(answer).not.toContain('hello');
      expect(problemIn(answer)).toMatchObject({ status: 400, code: 'invalid-input' });
    });

    it('answers a head without end', async () => {
      const answer = await rawExchange(
        http.port,
        `GET /health/live HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(40_000)}`,
      );
      expect(answer).toMatch(/^HTTP\/1.1 431 /);
      expect(problemIn(answer)).toMatchObject({ code: 'headers-too-large' });
    });

    it('answers an expectation that nobody meets with a problem', async () => {
      const answer = await rawExchange(
        http.port,
        'GET /health/live HTTP/1.1\r\nhost: x\r\nexpect: miracles\r\nconnection: close\r\n\r\n',
      );
      expect(answer).toMatch(/^HTTP\/1.1 417 /);
      expect(problemIn(answer)).toMatchObject({ status: 417, code: 'expectation-failed' });
    });

    it('serves what came before garbage on the same connection', async () => {
      const answer = await rawExchange(
        http.port,
        'GET /prebuilts/a HTTP/1.1\r\nhost: x\r\n\r\n\0\0garbage\r\n\r\n',
      );
      expect(answer).toMatch(/^HTTP\/1.1 200 /);
      expect(answer).toMatch(/connection: close/i);
      expect(answer.endsWith('{"id":"a"}')).toBe(true);
    });
  });

  describe('failures', () => {
    it('says nothing of a fault of ours but the request id, and logs the rest without secrets', async () => {
      const response = await call('/health/ready', { headers: { 'x-request-id': 'fault-1' } });
      const document = await problem(response);
      expect(document).toEqual({
        type: 'urn:problem:internal',
        title: 'The server failed',
        status: 500,
        detail: 'The server failed. Request id: fault-1',
        message: 'The server failed. Request id: fault-1',
        error: 'The server failed. Request id: fault-1',
        instance: 'urn:request:fault-1',
        code: 'internal',
      });
      const line = http.lines.find(
        ({ requestId, level }) => requestId === 'fault-1' && level === 'error',
      );
      expect(line).toMatchObject({ operationId: 'ready', msg: 'request failed', status: 500 });
      expect(JSON.stringify(line)).toContain('refused');
      expect(JSON.stringify(line)).not.toContain('hunter2');
    });

    it('challenges the caller on 401', async () => {
      expect((await call('/whoami')).headers.get('www-authenticate')).toMatch(/^Bearer /);
    });

    it('never repeats megabytes', async () => {
      const text = await (await call('/prebuilts/import', { method: 'POST' })).text();
      expect(text.length).toBeLessThan(150_000);
    });
  });

  describe('envelopes', () => {
    it('answers the named form, and the bare one to those who prefer it', async () => {
      const named = await call('/prebuilts-repository');
      expect(await named.json()).toEqual({ results: [{ name: 'one' }] });
      expect(named.headers.get('vary')).toContain('Prefer');
      expect(named.headers.get('preference-applied')).toBeNull();
      const bare = await call('/prebuilts-repository', { headers: { prefer: 'envelope=bare' } });
      expect(await bare.json()).toEqual([{ name: 'one' }]);
      expect(bare.headers.get('preference-applied')).toBe('envelope=bare');
    });

    it('leaves extensions alone', async () => {
      const answer = await call('/prebuilts/a', { headers: { prefer: 'envelope=bare' } });
      expect(await answer.json()).toEqual({ id: 'a' });
      expect(answer.headers.get('preference-applied')).toBeNull();
    });
  });

  describe('revisions', () => {
    it('names the revision and the answer, and spares the answer to who has it', async () => {
      const first = await call('/prebuilts/a');
      const etag = first.headers.get('etag') ?? '';
      expect(etag).toMatch(/^"7\.[\w-]{16}"$/);
      expect(first.headers.get('cache-control')).toBe('private, no-cache');
      const again = await call('/prebuilts/a', { headers: { 'if-none-match': `W/${etag}, "8"` } });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe('');
      expect(again.headers.get('etag')).toBe(etag);
      const head = await call('/prebuilts/a', {
        method: 'HEAD',
        headers: { 'if-none-match': etag },
      });
      expect([head.status, head.headers.get('content-length')]).toEqual([304, null]);
      for (const known of ['"6"', '"7"', '"7.abcdefghijklmnop"']) {
        const other = await call('/prebuilts/a', { headers: { 'if-none-match': known } });
        expect(other.status).toBe(200);
      }
    });
  });

  describe('traces', () => {
    it('leaves one access line with the pattern of the path and without the query', async () => {
      await call('/prebuilts/secret-name?token=hunter2', {
        headers: { 'x-request-id': 'trace-1' },
      });
      const isServed = ({ requestId, msg }: LogLine): boolean =>
        requestId === 'trace-1' && msg === 'request served';
      // The line is written when the answer is gone, which its reader may notice first.
      await until(() => http.lines.some(isServed));
      const served = http.lines.filter(isServed);
      expect(served).toHaveLength(1);
      expect(served[0]).toMatchObject({
        method: 'GET',
        route: '/prebuilts/:id',
        status: 200,
        operationId: 'getPrebuilt',
      });
      expect(JSON.stringify(http.lines)).not.toContain('hunter2');
      expect(JSON.stringify(served)).not.toContain('secret-name');
    });

    it('notes a request that its caller gives up', async () => {
      const abort = new AbortController();
      const call = fetch(`${http.url}/openapi.json`, {
        signal: abort.signal,
        headers: { 'x-request-id': 'given-up' },
      });
      await slow.begun;
      abort.abort();
      await expect(call).rejects.toThrow();
      const isNoted = ({ requestId, msg }: LogLine): boolean =>
        requestId === 'given-up' && msg === 'request given up by its caller';
      await until(() => http.lines.some(isNoted));
      expect(await http.metrics.text()).toContain('operation="openApi",outcome="given-up"');
    });

    it('measures by operation and class of status', async () => {
      await call('/prebuilts/missing');
      await call('/no/such/path/at/all');
      let text = '';
      const seen = ['operation="getPrebuilt",outcome="4xx"', 'operation="none",outcome="4xx"'];
      while (!seen.every((labels) => text.includes(labels))) text = await http.metrics.text();
      expect(text).not.toContain('such/path');
    });
  });
});
