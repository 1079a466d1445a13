import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EventStreamsService } from '../../src/domains/events/stream/event-streams.service.js';
import { Clock } from '../../src/kernel/clock.js';
import { PACKAGE_INFO } from '../../src/platform/config/package-info.js';
import { ProbeRegistry } from '../../src/platform/probes/probe-registry.js';
import { eventually } from '../support/eventually.js';
import { FrameReader } from '../support/frame-reader.js';
import { HandClock } from '../support/hand-clock.js';
import { startApp, type TestApp } from '../support/start-app.js';

const MIB = 1024 * 1024;
const COLLECTOR = 'a-token-of-collectors';
const OPERATIONAL = ['/health/status', '/health/server', '/metrics'] as const;

interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly message: string;
  readonly errors: readonly { pointer: string; detail: string }[];
}

describe('the hooks before every operation', () => {
  let app: TestApp;
  const works = (): Promise<void> => Promise.resolve();
  let check = works;
  beforeAll(async () => {
    app = await startApp('platform-floor', {
      env: { METRICS_TOKEN: COLLECTOR, PLATFORM_RELEASE: '2031.4' },
    });
    const probes = app.app.get(ProbeRegistry, { strict: false });
    probes.register({ name: 'registry', check: () => check() });
  });
  afterAll(() => app.close());

  describe('health', () => {
    afterEach(async () => {
      check = works;
      await eventually(
        () => app.call('GET', '/health/ready'),
        ({ status }) => status === 200,
      );
    });

    it('tells anyone whether it lives and can work', async () => {
      const live = await app.call('GET', '/health/live');
      expect([live.status, live.json]).toEqual([200, { status: 'live' }]);
      const ready = await app.call('GET', '/health/ready');
      const parts = ['database', 'registry'];
      expect([ready.status, ready.json]).toEqual([200, { status: 'ready', parts }]);
    });

    it('tells readers what it is', async () => {
      const { status, json } = await app.as('apiread', 'GET', '/health/server');
      expect(status).toBe(200);
      expect(json).toMatchObject({
        release: '2031.4',
        version: PACKAGE_INFO.version,
        nodeVersion: process.version,
      });
    });

    it('names a part that fails to anyone, and why to readers alone', async () => {
      check = () => Promise.reject(new Error('refused by 10.0.0.7, ?token=hunter2'));
      // What was found a moment ago is still told; the next question after it finds out.
      let ready = await app.call<Problem>('GET', '/health/ready');
      while (ready.status === 200) ready = await app.call<Problem>('GET', '/health/ready');
      expect(ready.status).toBe(503);
      expect(ready.headers.get('retry-after')).toBe('1');
      expect(ready.json).toMatchObject({
        code: 'not-ready',
        errors: [{ pointer: '#/registry', detail: 'does not work' }],
      });
      expect(ready.text).not.toContain('10.0.0.7');
      const { json, text } = await app.as('admin', 'GET', '/health/status');
      expect(json).toMatchObject({
        status: 'failing',
        stopping: false,
        parts: [
          { name: 'database', status: 'working' },
          { name: 'registry', status: 'failing', detail: 'refused by 10.0.0.7, ?token=<SECRET>' },
        ],
      });
      expect(text).not.toContain('hunter2');
    });
  });

  describe('metrics', () => {
    it('counts by operation, for readers', async () => {
      await app.call('GET', '/health/live');
      const { status, headers, text } = await app.as('admin', 'GET', '/metrics');
      expect(status).toBe(200);
      expect(headers.get('content-type')).toMatch(/^text\/plain/);
      expect(text).toMatch(
        /http_request_duration_seconds_count\{operation="live",outcome="2xx"\} \d/,
      );
      expect(text).toContain('process_cpu_seconds_total');
    });

    it.each(OPERATIONAL)('admits a collector to %s by its token', async (path) => {
      expect((await app.call('GET', path, { token: COLLECTOR })).status).toBe(200);
    });

    it('admits the collector to nothing else', async () => {
      expect((await app.call('GET', '/whoami', { token: COLLECTOR })).status).toBe(401);
    });

    it.each(OPERATIONAL)('refuses strangers and operators at %s', async (path) => {
      expect((await app.call('GET', path)).status).toBe(401);
      expect((await app.call('GET', path, { token: `${COLLECTOR}x` })).status).toBe(401);
      expect((await app.as('operator', 'GET', path)).status).toBe(403);
    });
  });

  describe('bad input', () => {
    it('refuses a body of 17 MiB', async () => {
      const { status, json } = await app.call<Problem>('POST', '/login', {
        body: 'x'.repeat(17 * MIB),
      });
      expect([status, json.code]).toEqual([413, 'payload-too-large']);
    });

    it('reads a text of 10 MB and refuses it for what it is', async () => {
      const { status, text } = await app.as('admin', 'POST', '/admin/artifacts', {
        body: { name: 'x'.repeat(10_000_000), version: 'y' },
      });
      expect([400, 404]).toContain(status);
      expect(text.length).toBeLessThan(10_000);
    });

    it('refuses nesting before it costs anything', async () => {
      const { status, json } = await app.as<Problem>('admin', 'POST', '/admin/artifacts', {
        raw: `{"name":${'['.repeat(8 * MIB)}`,
        headers: { 'content-type': 'application/json' },
      });
      expect(status).toBe(400);
      expect(json.errors).toEqual([{ pointer: '#', detail: 'is nested deeper than 100 levels' }]);
    });

    it.each(['__proto__', 'toString', 'constructor', 'hasOwnProperty'])(
      'refuses the key %s',
      async (key) => {
        const { status, json } = await app.call<Problem>('POST', '/login', {
          raw: `{"username":"a","password":"b","${key}":{"x":1}}`,
          headers: { 'content-type': 'application/json' },
        });
        expect(status).toBe(400);
        expect(json.errors.map(({ pointer }) => pointer)).toEqual([`#/${key}`]);
        expect(json.message).toBe(json.detail);
      },
    );

    it('refuses strangers before it reads their body', async () => {
      const answer = await app.call('POST', '/logout', {
        raw: '{ broken',
        headers: { 'content-type': 'application/json' },
      });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    });
  });

  describe('unknown paths', () => {
    it('answers 404 and 405 without asking who calls', async () => {
      expect((await app.call('GET', '/nothing/here')).status).toBe(404);
      const wrong = await app.call('DELETE', '/whoami');
      expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      expect((await app.call('OPTIONS', '/whoami')).status).toBe(405);
    });
  });
});

describe('a server behind a proxy, for a page of another origin', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp('platform-proxied', {
      env: {
        CORS_ORIGINS: 'https://console.example, https://other.example',
        TRUST_PROXY: '127.0.0.1',
        RATE_LIMIT_PER_MINUTE: '25',
        RESPONSE_ENVELOPE: 'bare',
      },
      // So that no minute ends while requests are counted.
      override: (builder) => builder.overrideProvider(Clock).useValue(new HandClock()),
    });
  });
  afterAll(() => app.close());

  it('admits the listed origins, before any credential', async () => {
    const origin = 'https://console.example';
    const preflight = await app.call('OPTIONS', '/whoami', {
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
    const answer = await app.call('GET', '/health/live', { headers: { origin } });
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    expect(answer.headers.get('access-control-expose-headers')).toContain('X-Request-Id');
    expect(answer.headers.get('vary')).toContain('Origin');
  });

  it('admits no other origin', async () => {
    const { headers } = await app.call('GET', '/health/live', {
      headers: { origin: 'https://evil.example' },
    });
    expect(headers.get('access-control-allow-origin')).not.toBe('https://evil.example');
  });

  it('believes the proxy that the caller came by TLS', async () => {
    const { headers } = await app.call('GET', '/health/live', {
      headers: { 'x-forwarded-proto': 'https' },
    });
    expect(headers.get('strict-transport-security')).toContain('max-age');
  });

  it('counts accounts apart behind one address, and strangers by the address the proxy names', async () => {
    const statuses = new Set<number>();
    for (let time = 0; time < 26; time += 1) {
      statuses.add((await app.as('admin', 'GET', '/whoami')).status);
    }
    expect(statuses).toContain(429);
    const refused = await app.as<Problem>('admin', 'GET', '/whoami');
    expect(refused.json.code).toBe('rate-limit');
    expect((await app.as('apiread', 'GET', '/whoami')).status).toBe(200);
    const stranger = await app.call('GET', '/openapi.json', {
      headers: { 'x-forwarded-for': '192.0.2.7' },
    });
    expect(stranger.headers.get('ratelimit')).toMatch(/^"minute";r=24;/);
  });

  it('ends streams of events when it stops, and opens none any more', async () => {
    const follower = new FrameReader();
    await follower.open(app, '/events/stream', await app.tokenOf('operations'));
    expect(follower.status).toBe(200);
    app.app.get(EventStreamsService, { strict: false }).close();
    await follower.untilEnd();
    expect((await app.as('operations', 'GET', '/events/stream')).status).toBe(503);
  });

  it('says that it stops before it stops', async () => {
    app.app.get(ProbeRegistry, { strict: false }).stop();
    const { status, json } = await app.call<Problem>('GET', '/health/ready');
    expect([status, json.detail]).toEqual([503, 'The server is stopping']);
    expect((await app.call('GET', '/health/live')).status).toBe(200);
  });
});
