import { AS_PLATFORM } from '../access/adapter-access.js';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { type TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import {
  ADAPTER_SECRETS as box,
  AdapterWorld,
  AN_ADAPTER_CALL as GET,
} from '#test/support/adapter-world.js';
import { eventually } from '#test/support/eventually.js';
import { selfSignedCertificate } from '#test/support/self-signed-certificate.js';
import { withRequestContext } from '../../../platform/request-context/request-context.js';
import { type AdapterSettings } from '../records/adapter.js';
import { type AdapterCall } from './adapter-call.js';
import { WAITING_MAX } from './adapter-connections.service.js';

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

const open: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
});

const CANARY = 'canary-9e2f41';
const POST: AdapterCall = { method: 'POST', path: '/restconf/operations/x', body: '{}' };

async function listen(server: Server): Promise<{ port: number; sockets: Set<Socket> }> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return { port: (server.address() as AddressInfo).port, sockets };
}

const serve = async (handler: Handler): Promise<string> =>
  `http://127.0.0.1:${String((await listen(createServer(handler))).port)}`;

async function serveTls(options: ServerOptions, host = '127.0.0.1'): Promise<string> {
  const server = createTlsServer(options, (req, res) => {
    const { subject } = (req.socket as TLSSocket).getPeerCertificate();
    res.end((subject as { CN?: string } | undefined)?.CN ?? 'nobody');
  });
  return `https://${host}:${String((await listen(server)).port)}`;
}

function worldOf(baseUrl: string, more: Partial<AdapterSettings> = {}): AdapterWorld {
  const world = new AdapterWorld();
  open.push(() => world.close());
  world.put(baseUrl, more);
  return world;
}

const tls = (more: Partial<AdapterSettings['tls']>): Partial<AdapterSettings> => ({
  tls: { verify: true, ca: '', cert: '', key: '', ...more },
});

describe('a call through an adapter', () => {
  it('sends path, headers and body as they are, below the base', async () => {
    const requests: string[] = [];
    const server = createTcpServer((socket) => {
      socket.on('data', (chunk) => {
        requests.push(chunk.toString('latin1'));
        socket.write(
          'HTTP/1.1 201 Made\r\nContent-Length: 2\r\nX-One: 1\r\nSet-Cookie: s=1\r\n\r\nok',
        );
      });
    });
    const { port } = await listen(server as Server);
    const world = worldOf(`http://127.0.0.1:${String(port)}/base`);
    const path = "/restconf/data/a:b=GigabitEthernet0%2F0%2f1,'x'?depth=1&fields=a(b;c)&q=%c3%a9";
    const answer = await world.caller.call(AS_PLATFORM, 'A', {
      method: 'PATCH',
      path,
      accept: 'application/yang-data+json',
      contentType: 'application/yang-data+xml',
      headers: { 'X-Extra': 'y' },
      body: '<a/>',
    });
    const { adapter, status, headers, body } = answer;
    expect([status, body.toString(), headers['x-one']]).toEqual([201, 'ok', '1']);
    expect(adapter).toEqual({ id: 'id-A', name: 'A', northbound: 'flat' });
    expect(headers).not.toHaveProperty('set-cookie');
    const request = requests.join('');
    expect(request.startsWith(`PATCH /base${path} HTTP/1.1\r\n`)).toBe(true);
    expect(request).toMatch(/^accept: application\/yang-data\+json\r$/m);
    expect(request).toMatch(/^content-type: application\/yang-data\+xml\r$/m);
    expect(request).toMatch(/^x-extra: y\r$/m);
    expect(request.endsWith('\r\n\r\n<a/>')).toBe(true);
  });

  it.each<[string, Partial<AdapterSettings['auth']>, string | undefined]>([
    ['nothing', { type: 'none' }, undefined],
    ['a token', { type: 'bearer', token: box.seal('t0ken') }, 'Bearer t0ken'],
    [
      'name and password',
      { type: 'basic', username: 'ä', password: box.seal('p:ß') },
      `Basic ${Buffer.from('ä:p:ß').toString('base64')}`,
    ],
  ])('presents %s', async (_, auth, expected) => {
    const seen: unknown[] = [];
    const url = await serve((req, res) => {
      seen.push(req.headers.authorization);
      res.end();
    });
    const none = { type: 'none', username: '', password: '', token: '' } as const;
    await worldOf(url, { auth: { ...none, ...auth } }).text();
    expect(seen).toEqual([expected]);
  });

  it.each(['Authorization', 'cookie', 'Host', 'connection', 'Transfer-Encoding'])(
    'lets nobody set %s',
    async (name) => {
      const url = await serve((_, res) => res.end());
      const failure = await worldOf(url).failure({ ...GET, headers: { [name]: 'x' } });
      expect(failure.kind).toBe('invalid-input');
    },
  );

  it('carries the id and the trace of the request in hand', async () => {
    const url = await serve((req, res) => res.end(JSON.stringify(req.headers)));
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const context = {
      requestId: 'request-1',
      traceparent,
      operationId: 'x',
      principalId: 'someone',
      headers: new Map<string, string>(),
      changes: [],
      signInName: undefined,
    };
    const seen = await withRequestContext(context, () => worldOf(url).text());
    expect(JSON.parse(seen)).toMatchObject({ 'x-request-id': 'request-1', traceparent });
  });

  it('is refused when there is no such adapter, or it is disabled', async () => {
    const world = worldOf('http://127.0.0.1:9', { enabled: false });
    expect((await world.failure()).code).toBe('adapter-disabled');
    expect((await world.failure(GET, 'B')).kind).toBe('not-found');
  });

  it.each(['//elsewhere/x', '/a/../b', '/a b', '/a\r\nX: y', '/ä', '/a#b', 'a', ''])(
    'does not leave the base or the request line by %j',
    async (path) => {
      let requests = 0;
      const url = await serve((_, res) => {
        requests += 1;
        res.end();
      });
      expect((await worldOf(`${url}/base`).failure({ ...GET, path })).kind).toBe('invalid-input');
      expect(requests).toBe(0);
    },
  );
});

describe('another system', () => {
  it.each(['http://127.0.0.1:9/', 'http://169.254.169.254/latest/meta-data', '/elsewhere'])(
    'that redirects to %s is not followed',
    async (location) => {
      const urls: unknown[] = [];
      const url = await serve((req, res) => {
        urls.push(req.url);
        res.writeHead(307, { location }).end('moved');
      });
      const { status, headers, body } = await worldOf(url).caller.call(AS_PLATFORM, 'A', GET);
      expect([status, headers['location'], body.toString()]).toEqual([307, location, 'moved']);
      expect(urls).toEqual([GET.path]);
    },
  );

  it('that does not answer is given up', async () => {
    const url = await serve(() => undefined);
    const { kind, detail } = await worldOf(url, { timeoutMs: 100 }).failure();
    expect([kind, detail]).toEqual(['upstream-timeout', '127.0.0.1 did not answer in time']);
    const world = worldOf(url);
    expect((await world.failure({ ...GET, deadlineMs: 50 })).kind).toBe('upstream-timeout');
  });

  it('that never ends its answer is given up', async () => {
    const url = await serve((_, res) => {
      const timer = setInterval(() => res.write('x'), 5);
      res.on('close', () => {
        clearInterval(timer);
      });
    });
    expect((await worldOf(url, { timeoutMs: 200 }).failure()).kind).toBe('upstream-timeout');
  });

  it('is not waited for when the caller gives up', async () => {
    const reason = new Error('no longer wanted');
    const controller = new AbortController();
    const url = await serve(() => {
      controller.abort(reason);
    });
    const world = worldOf(url, { circuitBreaker: { failures: 1, resetMs: 1000 } });
    const call = { ...GET, signal: controller.signal };
    await expect(world.caller.call(AS_PLATFORM, 'A', call)).rejects.toBe(reason);
    // It says nothing of the other system, so the circuit stays closed.
    const other = await serve((_, res) => res.end('there'));
    world.put(other);
    expect(await world.text()).toBe('there');
  });

  it.each([
    ['resets', (_: IncomingMessage, res: ServerResponse) => res.socket?.resetAndDestroy()],
    [
      'stops within its answer',
      (_: IncomingMessage, res: ServerResponse) => {
        res.writeHead(200, { 'content-length': '10' }).write('123');
        setImmediate(() => res.socket?.destroy());
      },
    ],
  ])('that %s is told of', async (_, handler: Handler) => {
    const failure = await worldOf(await serve(handler)).failure();
    expect([failure.kind, failure.detail]).toEqual([
      'upstream-failed',
      'The call to 127.0.0.1 failed: it broke the connection',
    ]);
  });

  it('that is not there is told of', async () => {
    expect((await worldOf('http://127.0.0.1:9').failure()).detail).toBe(
      'The call to 127.0.0.1 failed: it refuses connections',
    );
  });

  it.each([true, false])('that answers 1 GB is cut off (announced: %s)', async (announced) => {
    const GIGABYTE = 1024 ** 3;
    let sent = 0;
    const url = await serve((_, res) => {
      if (announced) res.setHeader('content-length', GIGABYTE);
      const chunk = Buffer.alloc(256 * 1024);
      const more = (): void => {
        while (!res.destroyed && sent < GIGABYTE) {
          sent += chunk.length;
          if (!res.write(chunk)) {
            res.once('drain', more);
            return;
          }
        }
      };
      more();
    });
    const failure = await worldOf(url).failure();
    expect(failure.code).toBe('upstream-too-large');
    // The limit is 1 MiB; the rest is what sockets take before anybody reads.
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  it('that answers a compressed bomb is cut off', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(1024 * 1024);
    const url = await serve((_, res) =>
      res.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    expect((await worldOf(url).failure()).code).toBe('upstream-too-large');
  });
});

describe('certificates', () => {
  const server = selfSignedCertificate('nso.example');
  const own = { cert: server.certificate, key: server.key };

  it('from authorities that nobody named are refused', async () => {
    const url = await serveTls(own);
    expect((await worldOf(url).failure()).detail).toBe(
      'The call to 127.0.0.1 failed: its certificate is self-signed',
    );
    const other = selfSignedCertificate('other.example').certificate;
    expect((await worldOf(url, tls({ ca: other })).failure()).kind).toBe('upstream-failed');
  });

  it('from the authority of the adapter are accepted, and any where nobody looks', async () => {
    const url = await serveTls(own);
    expect(await worldOf(url, tls({ ca: server.certificate })).text()).toBe('nobody');
    expect(await worldOf(url, tls({ verify: false })).text()).toBe('nobody');
  });

  it('that have expired are refused in words', async () => {
    const old = selfSignedCertificate('nso.example', '20210101000000Z');
    const url = await serveTls({ cert: old.certificate, key: old.key });
    expect((await worldOf(url, tls({ ca: old.certificate })).failure()).detail).toBe(
      'The call to 127.0.0.1 failed: its certificate has expired',
    );
  });

  it('for another name are refused in words', async () => {
    const url = await serveTls(own, 'localhost');
    expect((await worldOf(url, tls({ ca: server.certificate })).failure()).detail).toBe(
      'The call to localhost failed: its certificate is for another name',
    );
  });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)('of ours are presented, %s', async (version) => {
    const client = selfSignedCertificate('client.example');
    const url = await serveTls({
      ...own,
      requestCert: true,
      rejectUnauthorized: true,
      ca: client.certificate,
      minVersion: version,
      maxVersion: version,
    });
    const ca = server.certificate;
    const presented = { ca, cert: client.certificate, key: box.seal(client.key) };
    expect(await worldOf(url, tls(presented)).text()).toBe('client.example');
    const without = await worldOf(url, tls({ ca })).failure();
    // Servers of TLS 1.3 say so after the handshake, and may have closed by then.
    expect(without.detail).toMatch(/asks for a certificate of the client|broke the connection/);
  });

  it('are not looked for where a server does not speak TLS', async () => {
    const url = (await serve((_, res) => res.end())).replace('http:', 'https:');
    expect((await worldOf(url).failure()).detail).toBe(
      'The call to 127.0.0.1 failed: it does not speak TLS',
    );
  });
});

describe('repeats', () => {
  const failing = async (): Promise<{ url: string; count: () => number }> => {
    let requests = 0;
    const url = await serve((_, res) => {
      requests += 1;
      if (requests < 3) res.socket?.destroy();
      else res.end('at last');
    });
    return { url, count: () => requests };
  };

  it('are made of what may be done twice, as often as the adapter says', async () => {
    const { url, count } = await failing();
    expect(await worldOf(url, { retries: 2 }).text()).toBe('at last');
    expect(count()).toBe(3);
  });

  it.each<[string, AdapterCall, number, number]>([
    ['no more than the adapter says', GET, 1, 2],
    ['nothing where it says none', GET, 0, 1],
    ['nothing of what must not be done twice', POST, 5, 1],
    ['nothing of a PATCH', { ...POST, method: 'PATCH' }, 5, 1],
    ['nothing that the caller calls unrepeatable', { ...GET, isIdempotent: false }, 5, 1],
  ])('repeat %s', async (_, call, retries, requests) => {
    const { url, count } = await failing();
    expect((await worldOf(url, { retries }).failure(call)).kind).toBe('upstream-failed');
    expect(count()).toBe(requests);
  });

  it('are made of what the caller calls repeatable', async () => {
    const { url } = await failing();
    const world = worldOf(url, { retries: 2 });
    expect(await world.text({ ...POST, isIdempotent: true })).toBe('at last');
  });
});

describe('the circuit of an adapter', () => {
  it('opens after so many failures, lets one try, and closes when it passes', async () => {
    let works = false;
    let requests = 0;
    const url = await serve((_, res) => {
      requests += 1;
      res.writeHead(works ? 200 : 503).end();
    });
    const world = worldOf(url, { circuitBreaker: { failures: 2, resetMs: 10_000 } });
    const status = async () => (await world.caller.call(AS_PLATFORM, 'A', POST)).status;
    expect([await status(), await status()]).toEqual([503, 503]);
    const refused = await world.failure();
    expect([refused.kind, refused.code, refused.retryAfterSeconds]).toEqual([
      ...['unavailable', 'circuit-open'],
      10,
    ]);
    expect(requests).toBe(2);
    world.clock.advance({ seconds: 10 });
    expect(await status()).toBe(503);
    expect((await world.failure()).code).toBe('circuit-open');
    works = true;
    world.clock.advance({ seconds: 10 });
    expect([await status(), await status()]).toEqual([200, 200]);
  });

  it('is forgotten when the adapter is changed or restarted', async () => {
    const world = worldOf('http://127.0.0.1:9', {
      circuitBreaker: { failures: 1, resetMs: 10_000 },
    });
    await world.failure();
    expect((await world.failure()).code).toBe('circuit-open');
    world.put(await serve((_, res) => res.end('there')));
    expect(await world.text()).toBe('there');
  });

  it('takes an answer of an application for an answer', async () => {
    const url = await serve((_, res) => res.writeHead(500).end());
    const world = worldOf(url, { circuitBreaker: { failures: 1, resetMs: 10_000 } });
    for (const call of [GET, GET, GET])
      expect((await world.caller.call(AS_PLATFORM, 'A', call)).status).toBe(500);
  });
});

describe('connections', () => {
  /** Says which connection a request came on. */
  async function portOfPeer(): Promise<{ url: string; sockets: ReadonlySet<Socket> }> {
    const { port, sockets } = await listen(
      createServer((req, res) => res.end(String(req.socket.remotePort))),
    );
    return { url: `http://127.0.0.1:${String(port)}`, sockets };
  }

  it('are kept for the next call of the same adapter, and for no other', async () => {
    const { url } = await portOfPeer();
    const world = worldOf(url, { maxConnections: 1 });
    world.put(url, { maxConnections: 1 }, 'B');
    const [one, again, other] = [
      await world.text(),
      await world.text(),
      await world.text(GET, 'B'),
    ];
    expect(again).toBe(one);
    expect(other).not.toBe(one);
  });

  it('are replaced when the adapter changes, and the old ones closed', async () => {
    const { url, sockets } = await portOfPeer();
    const world = worldOf(url);
    const before = await world.text();
    world.put(url);
    expect(await world.text()).not.toBe(before);
    await eventually(
      () => Promise.resolve(sockets.size),
      (size) => size === 1,
    );
  });

  it('are so many at a time; what would wait beyond a bound is turned away', async () => {
    const held: ServerResponse[] = [];
    let isOpen = false;
    const url = await serve((_, res) => {
      if (isOpen) res.end();
      else held.push(res);
    });
    const world = worldOf(url, { maxConnections: 2, timeoutMs: 30_000 });
    const calls = Array.from({ length: 2 + WAITING_MAX }, () =>
      world.caller.call(AS_PLATFORM, 'A', GET),
    );
    await eventually(
      () => Promise.resolve(held.length),
      (length) => length === 2,
    );
    const refused = await world.failure();
    expect([refused.kind, refused.code, refused.retryAfterSeconds]).toEqual([
      ...['unavailable', 'adapter-busy'],
      1,
    ]);
    // Nobody else waits for this adapter.
    world.put(await serve((_, res) => res.end('free')), {}, 'B');
    expect(await world.text(GET, 'B')).toBe('free');
    expect(held.length).toBe(2);
    isOpen = true;
    for (const res of held) res.end();
    expect((await Promise.all(calls)).length).toBe(2 + WAITING_MAX);
  });
});

describe('a call that waits while its adapter', () => {
  /** One call is held by the old system, another waits behind it. */
  async function waiting(): Promise<{
    world: AdapterWorld;
    first: Promise<string>;
    second: Promise<string>;
    release: () => void;
    paths: string[];
  }> {
    const paths: string[] = [];
    const held: ServerResponse[] = [];
    const url = await serve((req, res) => {
      paths.push(req.url ?? '');
      held.push(res);
    });
    const world = worldOf(url, { maxConnections: 1 });
    const first = world.text();
    await eventually(
      () => Promise.resolve(held.length),
      (length) => length === 1,
    );
    const second = world.text({ ...POST, path: '/restconf/second' });
    second.catch(() => undefined);
    return { world, first, second, release: () => held[0]?.end('old'), paths };
  }

  it('is changed goes where the adapter leads by then', async () => {
    const { world, first, second, release, paths } = await waiting();
    world.put(await serve((req, res) => res.end(`new ${req.url ?? ''}`)));
    release();
    expect(await first).toBe('old');
    expect(await second).toBe('new /restconf/second');
    expect(paths).toEqual([GET.path]);
  });

  it('is disabled is not sent', async () => {
    const { world, first, second, release, paths } = await waiting();
    world.put('http://127.0.0.1:9', { enabled: false });
    release();
    expect(await first).toBe('old');
    await expect(second).rejects.toMatchObject({ code: 'adapter-disabled' });
    expect(paths).toEqual([GET.path]);
  });

  it('stays as it is is sent as it was', async () => {
    const { release, paths } = await waiting();
    release();
    await eventually(
      () => Promise.resolve(paths.length),
      (length) => length === 2,
    );
    expect(paths).toEqual([GET.path, '/restconf/second']);
  });
});

describe('what is told of calls', () => {
  it('are their outcomes by adapter, and no secret', async () => {
    const url = await serve((_, res) => res.writeHead(503).end(CANARY));
    const world = worldOf(url, {
      auth: { type: 'bearer', username: '', password: '', token: box.seal(CANARY) },
      circuitBreaker: { failures: 2, resetMs: 10_000 },
    });
    await world.caller.call(AS_PLATFORM, 'A', { ...POST, path: `/x?${CANARY}`, body: CANARY });
    world.put('http://127.0.0.1:9', { circuitBreaker: { failures: 1, resetMs: 10_000 } });
    await world.failure({ ...POST, body: CANARY });
    await world.failure({ ...POST, body: CANARY });
    const text = await world.metrics.text();
    const outcomes = [...text.matchAll(/_count\{adapter="A",outcome="([^"]+)"\} 1/g)];
    expect(outcomes.map(([, outcome]) => outcome).toSorted()).toEqual([
      ...['5xx', 'circuit-open', 'failed'],
    ]);
    const told = world.lines.join('');
    expect(told).toContain('call through an adapter failed');
    expect(told + text).not.toContain(CANARY);
  });
});
