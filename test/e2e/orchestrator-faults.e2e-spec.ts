import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FailureMode } from '../support/fakes/orchestrator/failure-modes.js';
import { startOrchestrator } from '../support/fakes/orchestrator.js';
import { SilentServer } from '../support/fakes/silent-server.js';
import { OrchestratorApp, type Refusal } from '../support/orchestrator-app.js';
import { selfSignedCertificate } from '../support/self-signed-certificate.js';

const CHECK = '/restconf/operations/tailf-ncs:check-config';
const DEVICE = '/restconf/data/tailf-ncs:devices/device=ce0';
const MEGABYTE = 1024 * 1024;

describe('an orchestrator that fails', () => {
  let app: OrchestratorApp;
  let hasty: string;

  beforeAll(async () => {
    app = await OrchestratorApp.start('orchestratorFaults');
    hasty = await app.ownAdapter({ timeoutMs: 400, responseLimitBytes: 65_536 });
  });
  afterAll(() => app.close());
  beforeEach(() => {
    app.orchestrator.reset();
  });

  const both = async (adapter: string) => [
    await app.act<Refusal>({ path: CHECK }, {}, { adapter }),
    await app.ask<Refusal>(DEVICE, { adapter }),
  ];

  it.each<[string, FailureMode, number, string]>([
    ['says nothing', 'silent', 504, 'upstream-timeout'],
    ['falls silent within its answer', 'stalled', 504, 'upstream-timeout'],
    ['never comes to an end', 'endless', 504, 'upstream-timeout'],
    ['breaks the connection', 'reset', 502, 'upstream-failed'],
    ['breaks it within its answer', 'truncated', 502, 'upstream-failed'],
    ['announces a gigabyte', 'gigabyte', 502, 'upstream-too-large'],
    ['sends a gigabyte', 'gigabyte-chunked', 502, 'upstream-too-large'],
    ['sends a gigabyte in a small parcel', 'gigabyte-compressed', 502, 'upstream-too-large'],
    ['does not speak HTTP', 'gibberish', 502, 'upstream-failed'],
    ['sends a megabyte of headers', 'large-headers', 502, 'upstream-failed'],
  ])('and %s is a problem of its own kind', async (_, mode, status, code) => {
    app.orchestrator.fail(mode);
    for (const answer of await both(hasty)) {
      expect(answer).toMatchObject({ status, json: { status, code } });
    }
  });

  it('takes no more memory than an answer may have', async () => {
    app.orchestrator.fail('gigabyte-chunked');
    const adapter = await app.ownAdapter();
    const before = process.memoryUsage().rss;
    for (let at = 0; at < 3; at += 1) expect((await app.ask(DEVICE, { adapter })).status).toBe(502);
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * MEGABYTE);
  });

  it.each<[string, FailureMode, string]>([
    ['another media type', 'wrong-type', '200'],
    ['no media type', 'no-type', '200'],
    ['broken JSON', 'invalid-json', '200'],
    ['broken XML', 'invalid-xml', '200'],
    ['octets that are no text', 'binary', '200'],
    ['its own failure', 'server-error', '500'],
    ['that it is not available', 'unavailable', '503'],
  ])('has answered an action also with %s', async (_, mode, result) => {
    app.orchestrator.fail(mode);
    expect((await app.act({ path: CHECK })).json).toEqual([{ result }]);
  });

  it.each<[string, FailureMode, string]>([
    ['JSON that is none', 'invalid-json', 'upstream-unreadable'],
    ['octets that are no text', 'binary', 'upstream-unreadable'],
    ['an error', 'server-error', 'upstream-refused'],
    ['no answer', 'unavailable', 'upstream-refused'],
    [
      'JSON deeper than anything',
      { answer: 200, type: 'application/json', body: '['.repeat(100_000) },
      'upstream-unreadable',
    ],
    [
      'JSON with a key that poisons objects',
      { answer: 200, type: 'application/json', body: '{"__proto__":{"a":1}}' },
      'upstream-unreadable',
    ],
    [
      'text in an encoding that nobody can tell',
      { answer: 200, type: 'application/json; charset=utf-16', body: '\u0000' },
      'upstream-unreadable',
    ],
  ])('answers a query with %s', async (_, mode, code) => {
    app.orchestrator.fail(mode);
    expect(await app.ask(DEVICE)).toMatchObject({ status: 502, json: { code } });
  });

  it.each([
    ['another server on loopback', (host: string) => `http://${host}/restconf/data`],
    ['the same by two slashes', (host: string) => `//${host}/`],
    ['addresses of metadata', () => 'http://169.254.169.254/latest/meta-data/'],
    ['a file', () => 'file:///etc/passwd'],
    ['another path of its own', () => '/restconf/data'],
  ])('and redirects to %s is not followed', async (_, target) => {
    const stranger = await SilentServer.start();
    for (const status of [301, 302, 303, 307, 308]) {
      app.orchestrator.forget();
      app.orchestrator.fail({ redirectTo: target(stranger.host), status });
      expect((await app.act({ path: CHECK })).json).toEqual([{ result: String(status) }]);
      expect(await app.ask<Refusal>(DEVICE)).toMatchObject({
        status: 502,
        json: { code: 'upstream-refused', errors: [{ upstream: { status } }] },
      });
      expect(app.orchestrator.requests).toHaveLength(2);
    }
    expect(stranger.callers).toBe(0);
    await stranger.close();
  });

  it.each([
    ['has expired', '20210101000000Z', true],
    ['is vouched for by nobody', undefined, false],
  ])('and whose certificate %s hears nothing', async (_, until, isTrusted) => {
    const { certificate, key } = selfSignedCertificate('nso.test', until);
    const secured = await startOrchestrator({ tls: { cert: certificate, key } });
    const adapter = await app.ownAdapter({
      baseUrl: secured.url,
      tls: { ca: isTrusted ? certificate : '' },
    });
    for (const { status, json } of await both(adapter)) {
      expect(status).toBe(502);
      expect(json.detail).toMatch(/certificate/);
    }
    expect(secured.requests).toEqual([]);
    await secured.close();
  });

  it('and is not there is not waited for, and not called for a while', async () => {
    const gone = await SilentServer.start();
    const adapter = await app.ownAdapter({
      baseUrl: `http://${gone.host}`,
      circuitBreaker: { failures: 2, resetMs: 60_000 },
    });
    await gone.close();
    for (const answer of await both(adapter)) expect(answer.status).toBe(502);
    for (const answer of await both(adapter)) {
      expect(answer).toMatchObject({ status: 503, json: { code: 'circuit-open' } });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  it('leaves the platform as it was', async () => {
    for (const answer of await both('Local NSO')) expect(answer.status).toBe(200);
    expect((await app.app.as('admin', 'GET', '/whoami')).status).toBe(200);
  });
});
