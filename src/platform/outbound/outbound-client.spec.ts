import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { type AppError } from '../../kernel/app-error.js';
import { loadConfig } from '../config/config.js';
import { withRequestContext } from '../request-context/request-context.js';
import { type ResolveHost, resolveBySystem } from './checked-lookup.js';
import { CALLS_PER_HOST_MAX, OutboundClient } from './outbound-client.js';
import { type OutboundRequest } from './outbound-request.js';
import { type OutboundPool } from './outbound-pool.js';
import { DEFAULT_RETRY_POLICY } from './retry-policy.js';

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
});

async function listen(server: Server | ReturnType<typeof createTcpServer>): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(async () => {
    sockets.forEach((socket) => socket.destroy());
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const serve = (handler: Handler): Promise<string> => listen(createServer(handler));

function aClient(
  environment: Record<string, string> = {},
  resolve: ResolveHost = resolveBySystem,
): OutboundClient {
  const retryPolicy = { ...DEFAULT_RETRY_POLICY, firstDelayMs: 1, delayMaxMs: 2 };
  const client = new OutboundClient(loadConfig(environment).outbound, {
    resolve,
    random: () => 1,
    retryPolicy,
  });
  open.push(() => client.onApplicationShutdown());
  return client;
}

const call = (url: string, more: Partial<OutboundRequest> = {}) =>
  aClient().request({ url, trust: 'configured', ...more });

async function failureOf(work: Promise<unknown>): Promise<AppError> {
  return work.then(
    () => Promise.reject(new Error('the call succeeded')),
    (error: unknown) => error as AppError,
  );
}

describe('OutboundClient', () => {
  describe('for calls that must arrive as they were given', () => {
    it.each(['/a/%2E%2e/b//c?x=%7b&y', '/x=GigabitEthernet0%2F0%2F1', "/a'(b);c,d=*!$&@:~"])(
      'sends the target %s byte for byte',
      async (target) => {
        const url = await serve((req, res) => res.end(req.url));
        const answer = await call(`${url}/not/this?nor=that`, { target });
        expect(answer.body.toString()).toBe(target);
      },
    );

    it.each(['', 'a', '/a b', '/a\r\nHost: x', '/a#b', '/é', '/\u0000', 'http://127.0.0.1/x'])(
      'refuses the target %j',
      async (target) => {
        const url = await serve((_, res) => res.end());
        expect((await failureOf(call(url, { target }))).kind).toBe('invalid-input');
      },
    );

    it('takes a redirect for an answer', async () => {
      const url = await serve((_, res) => res.writeHead(302, { Location: '/next' }).end('x'));
      const { status, headers } = await call(url, { redirects: 'none' });
      expect([status, headers['location']]).toEqual([302, '/next']);
    });

    it('follows a redirect to its own target, not to the first one', async () => {
      const url = await serve((req, res) => {
        if (req.url === '/first') res.writeHead(302, { Location: '/second' }).end();
        else res.end(req.url);
      });
      expect((await call(url, { target: '/first' })).body.toString()).toBe('/second');
    });

    it.each([
      ['POST', 3, 3],
      ['GET', 1, 1],
    ])('attempts %s as often as the caller says: %d', async (method, attemptsMax, expected) => {
      let requests = 0;
      const url = await serve((_, res) => {
        requests += 1;
        res.writeHead(503).end();
      });
      expect((await call(url, { method, attemptsMax })).status).toBe(503);
      expect(requests).toBe(expected);
    });
  });

  describe('with a pool of its own', () => {
    const portOf = () => serve((req, res) => res.end(String(req.socket.remotePort)));

    it('shares no connection with others, and keeps its own', async () => {
      const client = aClient();
      const url = await portOf();
      const options = { connections: 1, verifiesTls: true };
      const [one, two] = [client.openPool(options), client.openPool(options)];
      const port = async (pool?: OutboundPool) =>
        (await client.request({ url, trust: 'configured', ...(pool && { pool }) })).body.toString();
      const ports = [await port(one), await port(one), await port(two), await port()];
      expect(ports[1]).toBe(ports[0]);
      expect(new Set(ports).size).toBe(3);
    });

    it('does not wait for the calls of others to the same host', async () => {
      const held: ServerResponse[] = [];
      const url = await serve((req, res) => {
        if (req.url === '/own') res.end('own');
        else held.push(res);
      });
      const client = aClient();
      const shared = Array.from({ length: CALLS_PER_HOST_MAX + 1 }, () =>
        client.request({ url, trust: 'configured' }),
      );
      const pool = client.openPool({ connections: 1, verifiesTls: true });
      const own = await client.request({ url: `${url}/own`, trust: 'configured', pool });
      expect(own.body.toString()).toBe('own');
      const released = setInterval(() => {
        held.splice(0).forEach((res) => res.end());
      }, 5);
      await Promise.all(shared);
      clearInterval(released);
    });

    it('may not be used once it is closed', async () => {
      const client = aClient();
      const url = await portOf();
      const pool = client.openPool({ connections: 1, verifiesTls: true });
      await client.request({ url, trust: 'configured', pool });
      await client.closePool(pool);
      const failure = await failureOf(client.request({ url, trust: 'configured', pool }));
      expect(failure.kind).toBe('upstream-failed');
    });

    it('obeys the rules for addresses as every call does', async () => {
      const client = aClient();
      const pool = client.openPool({ connections: 1, verifiesTls: false });
      const calls = [
        client.request({ url: 'http://169.254.169.254/', trust: 'configured', pool }),
        client.request({ url: 'http://127.0.0.1:9/', trust: 'document', pool }),
      ];
      for (const each of calls) expect((await failureOf(each)).code).toBe('forbidden-target');
    });
  });

  describe('for an answer', () => {
    it('gives status, headers and body, whatever the status', async () => {
      const url = await serve((req, res) => {
        res
          .writeHead(404, { 'X-One': '1', 'Set-Cookie': ['a=1', 'b=2'] })
          .end(`no ${req.url ?? ''}`);
      });
      const answer = await call(`${url}/x?y=1#part`);
      expect(answer.status).toBe(404);
      expect(answer.headers).toMatchObject({ 'x-one': '1', 'set-cookie': ['a=1', 'b=2'] });
      expect(answer.body.toString()).toBe('no /x?y=1');
    });

    it('sends method, headers and body', async () => {
      const url = await serve((req, res) => {
        req.pipe(res.setHeader('X-Seen', `${req.method ?? ''} ${String(req.headers['x-a'])}`));
      });
      const answer = await call(url, { method: 'post', headers: { 'X-A': 'b' }, body: 'text é' });
      expect(answer.headers['x-seen']).toBe('POST b');
      expect(answer.body.toString()).toBe('text é');
    });

    it('passes on request id and trace of the request in hand, and nothing else of it', async () => {
      const url = await serve((req, res) => res.end(JSON.stringify(req.headers)));
      const context = {
        requestId: 'request-1',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        operationId: 'x',
        principalId: 'someone',
        headers: new Map<string, string>(),
        changes: [],
        signInName: undefined,
      };
      const answer = await withRequestContext(context, () => call(url));
      const seen = JSON.parse(answer.body.toString()) as Record<string, string>;
      expect(seen).toMatchObject({ 'x-request-id': 'request-1', traceparent: context.traceparent });
      expect(JSON.stringify(seen)).not.toContain('someone');
    });

    it.each([
      ['gzip', gzipSync('plain')],
      ['x-gzip', gzipSync('plain')],
      ['br', brotliCompressSync('plain')],
      ['deflate', deflateSync('plain')],
      ['identity', Buffer.from('plain')],
    ])('decompresses %s', async (encoding, body) => {
      const url = await serve((_, res) =>
        res.writeHead(200, { 'Content-Encoding': encoding }).end(body),
      );
      const answer = await call(url);
      expect(answer.body.toString()).toBe('plain');
      expect(answer.headers).not.toHaveProperty('content-encoding');
    });

    it.each([
      ['HEAD', 200, { 'Content-Length': '999999999', 'Content-Encoding': 'gzip' }],
      ['GET', 204, { 'Content-Encoding': 'gzip' }],
      ['GET', 304, { 'Content-Encoding': 'gzip' }],
      ['GET', 200, { 'Content-Length': '0', 'Content-Encoding': 'gzip' }],
    ])('reads no body after %s with %d', async (method, status, headers) => {
      const url = await serve((_, res) => res.writeHead(status, headers).end());
      const answer = await call(url, { method, responseLimitBytes: 10 });
      expect([answer.status, answer.body.length]).toEqual([status, 0]);
    });
  });

  describe('for time', () => {
    it('gives up on a server that never answers', async () => {
      const url = await serve(() => undefined);
      const failure = await failureOf(call(`${url}/?token=hunter2`, { deadlineMs: 50 }));
      expect([failure.kind, failure.detail]).toEqual([
        'upstream-timeout',
        '127.0.0.1 did not answer in time',
      ]);
    });

    it('gives up on a body that goes on for ever, and hangs up', async () => {
      let hungUp: Promise<unknown> = Promise.resolve();
      const url = await serve((_, res) => {
        const timer = setInterval(() => res.write('x'), 5);
        hungUp = once(res, 'close').finally(() => {
          clearInterval(timer);
        });
      });
      expect((await failureOf(call(url, { deadlineMs: 80 }))).kind).toBe('upstream-timeout');
      await hungUp;
    });

    it('gives up on a resolver that never answers', async () => {
      const client = aClient({}, () => new Promise(() => undefined));
      const work = client.request({ url: 'http://a.example', trust: 'document', deadlineMs: 50 });
      expect((await failureOf(work)).kind).toBe('upstream-timeout');
    });

    it('ends when the caller aborts it, with the reason of the caller', async () => {
      const controller = new AbortController();
      const url = await serve(() => {
        controller.abort(new Error('enough'));
      });
      await expect(call(url, { signal: controller.signal })).rejects.toThrow('enough');
      await expect(call(url, { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow(
        'before',
      );
    });

    it('calls one host a bounded number of times at once', async () => {
      const waiting: ServerResponse[] = [];
      let most = 0;
      let answersAtOnce = false;
      const url = await serve((_, res) => {
        waiting.push(res);
        most = Math.max(most, waiting.length);
        if (waiting.length === CALLS_PER_HOST_MAX) answersAtOnce = true;
        if (answersAtOnce) waiting.splice(0).forEach((held) => held.end());
      });
      const client = aClient();
      const calls = Array.from({ length: CALLS_PER_HOST_MAX * 3 }, () =>
        client.request({ url, trust: 'configured' }),
      );
      const answers = await Promise.all(calls);
      expect(answers.every(({ status }) => status === 200)).toBe(true);
      expect(most).toBe(CALLS_PER_HOST_MAX);
    });
  });

  describe('for size', () => {
    const tooLarge = { kind: 'upstream-failed', code: 'upstream-too-large' };

    it('refuses an announced gigabyte before it reads it', async () => {
      const url = await serve((_, res) => {
        res.writeHead(200, { 'Content-Length': String(2 ** 30) }).write('x');
      });
      expect(await failureOf(call(url))).toMatchObject(tooLarge);
    });

    it('reads a bounded part of a gigabyte that is not announced, and hangs up', async () => {
      const chunk = Buffer.alloc(65_536);
      let sent = 0;
      let hungUp: Promise<unknown> = Promise.resolve();
      const url = await serve((_, res) => {
        hungUp = once(res, 'close');
        const send = (): void => {
          while (sent < 2 ** 30 && !res.destroyed) {
            sent += chunk.length;
            if (!res.write(chunk)) return void res.once('drain', send);
          }
        };
        send();
      });
      expect(await failureOf(call(url, { responseLimitBytes: 1_000_000 }))).toMatchObject(tooLarge);
      await hungUp;
      expect(sent).toBeLessThan(64 * 2 ** 20);
    });

    it.each([
      ['gzip', gzipSync(Buffer.alloc(2 ** 26))],
      ['br', brotliCompressSync(Buffer.alloc(2 ** 26))],
    ])('refuses a %s bomb', async (encoding, bomb) => {
      expect(bomb.length).toBeLessThan(100_000);
      const url = await serve((_, res) =>
        res.writeHead(200, { 'Content-Encoding': encoding }).end(bomb),
      );
      expect(await failureOf(call(url, { responseLimitBytes: 100_000 }))).toMatchObject(tooLarge);
    });

    it('takes an answer of exactly the limit', async () => {
      const url = await serve((_, res) => res.end('x'.repeat(1000)));
      await expect(call(url, { responseLimitBytes: 1000 })).resolves.toMatchObject({ status: 200 });
      expect(await failureOf(call(url, { responseLimitBytes: 999 }))).toMatchObject(tooLarge);
    });
  });

  describe('for broken answers', () => {
    const tcp = (answer: string): Promise<string> =>
      listen(createTcpServer((socket) => socket.once('data', () => socket.end(answer))));

    it.each([
      ['shorter than announced', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort'],
      ['cut in a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nshort'],
      ['with a broken chunk size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
      ['that is no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
      ['that is empty', ''],
      ['with a length that is no number', 'HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n'],
      ['with headers of a megabyte', `HTTP/1.1 200 OK\r\nA: ${'x'.repeat(2 ** 20)}\r\n\r\n`],
      [
        'with a broken gzip',
        'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nplain',
      ],
      [
        'with an unknown encoding',
        'HTTP/1.1 200 OK\r\nContent-Encoding: zip\r\nContent-Length: 1\r\n\r\nx',
      ],
    ])('fails on an answer %s', async (_, answer) => {
      const failure = await failureOf(call(await tcp(answer)));
      expect([failure.kind, failure.code]).toEqual(['upstream-failed', 'upstream-failed']);
    });

    it('keeps to the announced length of an answer that is longer', async () => {
      const url = await tcp(
        'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 evil\r\n\r\n',
      );
      expect((await call(url)).body.toString()).toBe('ok');
    });

    it('tells which host failed and how, and nothing of the request or the answer', async () => {
      const url = await serve((req) => req.socket.destroy());
      const failure = await failureOf(
        call(`${url}/path?token=hunter2`, { headers: { authorization: 'Bearer hunter3' } }),
      );
      expect(failure.detail).toBe('The call to 127.0.0.1 failed: it broke the connection');
    });
  });

  describe('for repeats', () => {
    const failingTimes = async (times: number, fail: Handler): Promise<[string, () => number]> => {
      let seen = 0;
      const url = await serve((req, res) => {
        seen += 1;
        if (seen <= times) fail(req, res);
        else res.end('ok');
      });
      return [url, () => seen];
    };

    it.each(['GET', 'PUT', 'DELETE', 'HEAD'])(
      'repeats %s after a broken connection',
      async (method) => {
        const [url, seen] = await failingTimes(2, (req) => req.socket.destroy());
        expect((await call(url, { method })).status).toBe(200);
        expect(seen()).toBe(3);
      },
    );

    it('repeats GET after 503, and gives the last answer when it stays', async () => {
      const [url, seen] = await failingTimes(9, (_, res) => res.writeHead(503).end('busy'));
      const answer = await call(url);
      expect([answer.status, answer.body.toString(), seen()]).toEqual([503, 'busy', 3]);
    });

    it.each([
      ['a broken connection', (req: IncomingMessage) => req.socket.destroy()],
      ['503', (_: IncomingMessage, res: ServerResponse) => res.writeHead(503).end()],
    ])('never repeats POST after %s', async (_, fail) => {
      const [url, seen] = await failingTimes(1, fail);
      await call(url, { method: 'POST', body: 'x' }).catch(() => undefined);
      expect(seen()).toBe(1);
    });

    it('does not repeat what would fail in the same way', async () => {
      const [url, seen] = await failingTimes(9, (_, res) => res.end('x'.repeat(100)));
      await failureOf(call(url, { responseLimitBytes: 10 }));
      expect(seen()).toBe(1);
    });
  });

  describe('for requests that cannot be sent', () => {
    it.each(['Host', 'content-length', 'Transfer-Encoding', 'Connection', 'Proxy-Authorization'])(
      'refuses to set %s',
      async (name) => {
        const failure = await failureOf(call('http://127.0.0.1:1', { headers: { [name]: '1' } }));
        expect(failure.kind).toBe('invalid-input');
      },
    );

    it.each([
      ['a header with a line break', { headers: { 'x-a': 'b\r\nHost: evil' } }],
      ['a header name with a space', { headers: { 'x a': 'b' } }],
      ['a method with a space', { method: 'GET /x' }],
      ['CONNECT', { method: 'CONNECT' }],
    ])('refuses %s', async (_, more) => {
      const failure = await failureOf(call('http://127.0.0.1:1', more));
      expect(failure.kind).toBe('invalid-input');
    });
  });
});
