import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request } from 'undici';
import { BUILT_OPERATIONS, operationSpec } from '../../src/api/operations/operations.js';
import { PACKAGE_INFO } from '../../src/platform/config/package-info.js';
import { anArtifact } from '../support/factories/an-artifact.js';
import { TestRepositories } from '../support/factories/a-repository.js';
import { type Answer, startApp, type TestApp } from '../support/start-app.js';

const OWN_ORIGIN = 'https://ui.acme.example';
const FOREIGN_ORIGIN = 'https://elsewhere.example';
const BARE = { prefer: 'envelope=bare' };
const NAMED = { prefer: 'envelope=named' };

/** Operations of the interface that are built, with the keys of their answers as it names them. */
const WITH_ENVELOPE = [
  ['/prebuilts-repository', ['page', 'results', 'total', 'total-pages', 'warnings']],
] as const;
const WITHOUT_ENVELOPE = [
  ['/prebuilts-repository/configs', ['results', 'total']],
  ['/admin/artifacts/available', ['packages', 'page', 'total', 'total-pages', 'warnings']],
  ['/admin/artifacts', ['packages', 'total']],
] as const;
const EXTENSIONS = ['/prebuilts', '/whoami', '/health/server', '/health/status'];

const keysOf = ({ json }: Answer) => Object.keys(json as object).sort();
const varies = ({ headers }: Answer) =>
  (headers.get('vary') ?? '').split(',').map((name) => name.trim().toLowerCase());

describe('every request', () => {
  let repositories: TestRepositories;
  let platform: TestApp;
  /** Another node on the same database, with every setting the other way round. */
  let other: TestApp;
  const get = (path: string, headers: Record<string, string> = {}, node = platform) =>
    node.as('admin', 'GET', path, { headers });
  const install = (name: string) =>
    platform.as('admin', 'POST', '/admin/artifacts', { body: { artifact: anArtifact({ name }) } });

  beforeAll(async () => {
    repositories = await TestRepositories.create();
    for (const name of ['@acme/one', '@acme/two']) {
      await repositories.put('', name.slice(6), anArtifact({ name, readme: 'word '.repeat(500) }));
    }
    const env = { LOCAL_REPOSITORY_ROOTS: repositories.root };
    platform = await startApp('e2e-every-request', { env });
    other = await startApp('e2e-every-request', {
      databaseUri: platform.databaseUri,
      env: {
        ...env,
        RESPONSE_ENVELOPE: 'bare',
        CORS_ORIGINS: OWN_ORIGIN,
        TRUST_PROXY: '127.0.0.1',
      },
    });
    for (const name of ['@acme/one', 'Local NSO']) await install(name);
  });
  afterAll(async () => {
    await Promise.all([platform.close(), other.close()]);
    await repositories.remove();
  });

  describe('the envelope', () => {
    describe.each(WITH_ENVELOPE)('of GET %s', (path, keys) => {
      it('has the name that the interface gives it', async () => {
        const answer = await get(path);
        expect(keysOf(answer)).toEqual(['results']);
        expect(Object.keys((answer.json as { results: object }).results).sort()).toEqual(keys);
        expect(varies(answer)).toContain('prefer');
        expect(answer.headers.get('preference-applied')).toBeNull();
      });

      it.each(['envelope=bare', 'ENVELOPE = "bare"', 'respond-async, envelope=bare; q=1'])(
        'is left off for Prefer: %s',
        async (prefer) => {
          const answer = await get(path, { prefer });
          expect(keysOf(answer)).toEqual(keys);
          expect(answer.headers.get('preference-applied')).toBe('envelope=bare');
          expect(varies(answer)).toContain('prefer');
        },
      );

      it.each(['envelope=none', 'bare', 'envelope', 'return=minimal'])(
        'takes no notice of Prefer: %s',
        async (prefer) => {
          const answer = await get(path, { prefer });
          expect(keysOf(answer)).toEqual(['results']);
          expect(answer.headers.get('preference-applied')).toBeNull();
        },
      );

      it('is left off by default where the server is set so, and put on when asked for', async () => {
        expect(keysOf(await get(path, {}, other))).toEqual(keys);
        const named = await get(path, NAMED, other);
        expect(keysOf(named)).toEqual(['results']);
        expect(named.headers.get('preference-applied')).toBe('envelope=named');
      });
    });

    it.each(WITHOUT_ENVELOPE)('is not there at GET %s, whatever is asked', async (path, keys) => {
      const answers = [
        await get(path),
        await get(path, BARE),
        await get(path, NAMED),
        await get(path, NAMED, other),
        await get(path, {}, other),
      ];
      for (const answer of answers) expect(keysOf(answer)).toEqual(keys);
    });

    it.each(EXTENSIONS)('is not there at %s, which the interface does not know', async (path) => {
      const plain = await get(path);
      for (const answer of [await get(path, NAMED), await get(path, NAMED, other)]) {
        expect(keysOf(answer)).toEqual(keysOf(plain));
        expect(answer.headers.get('preference-applied')).toBeNull();
      }
      expect(varies(plain)).not.toContain('prefer');
    });

    it('is never put around a problem', async () => {
      for (const path of ['/prebuilts-repository', '/prebuilts-repository/configs']) {
        for (const headers of [{}, BARE, NAMED]) {
          for (const node of [platform, other]) {
            const answer = await get(`${path}?nonsense=1`, headers, node);
            expect(answer.status).toBe(400);
            expect(answer.json).toMatchObject({ status: 400, message: expect.any(String) });
          }
        }
      }
    });
  });

  it.each([...WITH_ENVELOPE, ...WITHOUT_ENVELOPE].map(([path]) => path))(
    'answers 200 at GET %s',
    async (path) => {
      expect((await get(path)).status).toBe(200);
    },
  );

  it('answers 200 to a POST that made something', async () => {
    expect((await install('@acme/made')).status).toBe(200);
  });

  describe('the path', () => {
    const ALTERED = [
      '//admin/artifacts',
      '///admin/artifacts',
      '/admin/artifacts/',
      '//admin/artifacts/',
      '//admin/artifacts/?limit=1',
    ];
    it.each(ALTERED)('is understood when written %s', async (path) => {
      const answer = await platform.as('admin', 'GET', platform.url + path);
      expect(answer.status).toBe(200);
      expect(keysOf(answer)).toEqual(['packages', 'total']);
    });

    it.each([
      '/prebuilts/Local%20NSO',
      '/prebuilts/Local%20NSO/',
      '//prebuilts/%4cocal%20NSO',
      '/prebuilts/%40acme%2Fone',
      '/prebuilts/@acme%2fone/',
    ])('has its parameters decoded: %s', async (path) => {
      const { status, json } = await platform.as<{ name: string }>(
        'admin',
        'GET',
        platform.url + path,
      );
      expect([status, json]).toMatchObject([200, {}]);
      const wanted = path.includes('NSO') ? 'Local NSO' : '@acme/one';
      expect(JSON.stringify(json)).toContain(`"name":"${wanted}"`);
    });

    it.each(['/prebuilts/Local+NSO', '/admin//artifacts', '/ADMIN/artifacts', '/prebuilts/a/b'])(
      'is not guessed at: %s is 404',
      async (path) => {
        const answer = await platform.as('admin', 'GET', platform.url + path);
        expect([answer.status, answer.json]).toMatchObject([404, { code: 'not-found' }]);
      },
    );

    it.each(['/prebuilts/%', '/prebuilts/%zz', '/prebuilts/%ff', '/prebuilts/%ed%a0%80', '/%c3'])(
      'with a broken escape is refused: %s',
      async (path) => {
        const answer = await platform.as('admin', 'GET', platform.url + path);
        expect([answer.status, answer.json]).toMatchObject([
          400,
          { code: 'invalid-input', errors: [{ pointer: '#' }] },
        ]);
      },
    );

    it('carries no version, and the version of the contract is said elsewhere', () => {
      const { info } = platform.document();
      expect(info.version).toBe(PACKAGE_INFO.version);
      // RFC 7644 puts the version of its protocol into the path.
      const ours = BUILT_OPERATIONS.map(operationSpec).filter(({ scim }) => !scim);
      expect(ours.filter(({ path }) => /(^|\/)v\d+(\/|$)/.test(path))).toEqual([]);
    });
  });

  describe('the headers of every answer', () => {
    type Case = [number, string, string, Record<string, string>?];
    const OUTCOMES: Case[] = [
      [200, 'GET', '/admin/artifacts'],
      [200, 'GET', '/openapi.json'],
      [304, 'GET', '/prebuilts/Local%20NSO', { 'if-none-match': '*' }],
      [304, 'GET', '/prebuilts-repository/configs', { 'if-none-match': '*' }],
      [400, 'GET', '/admin/artifacts?limit=-1'],
      [400, 'GET', '/prebuilts/%zz'],
      [401, 'GET', '/admin/artifacts', { authorization: 'Bearer wrong' }],
      [404, 'GET', '/nowhere'],
      [405, 'PUT', '/whoami'],
      [415, 'POST', '/admin/artifacts', { 'content-type': 'text/plain' }],
    ];
    it.each(OUTCOMES)('are there with %i for %s %s', async (status, method, path, headers = {}) => {
      const credential = { authorization: `Bearer ${await platform.tokenOf('admin')}` };
      const answer = await platform.call(method, platform.url + path, {
        headers: { ...credential, ...headers },
        ...(method === 'POST' && { raw: 'text' }),
      });
      expect(answer.status).toBe(status);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'x-api-version': PACKAGE_INFO.version,
        link: '</openapi.json>; rel="service-desc"',
        'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': expect.stringMatching(/no-store|no-cache/),
      });
      expect(answer.headers.get('server')).toBeNull();
      expect(answer.headers.get('x-powered-by')).toBeNull();
      expect(answer.headers.get('strict-transport-security')).toBeNull();
    });

    it('keep browsers on TLS where a trusted proxy says that they came by it', async () => {
      const forwarded = { 'x-forwarded-proto': 'https' };
      const transport = async (node: TestApp) =>
        (await get('/whoami', forwarded, node)).headers.get('strict-transport-security');
      expect(await transport(other)).toMatch(/^max-age=\d{7,}/);
      expect(await transport(platform)).toBeNull();
    });

    it('answer HEAD as GET, without a body', async () => {
      const [head, body] = await Promise.all([
        platform.as('admin', 'HEAD', '/admin/artifacts'),
        get('/admin/artifacts'),
      ]);
      expect([head.status, head.text]).toEqual([200, '']);
      expect(head.headers.get('content-type')).toBe(body.headers.get('content-type'));
    });
  });

  describe('X-Request-Id', () => {
    it.each(['a', 'trace-1.2_3:4~5', 'x'.repeat(128)])('comes back: %s', async (id) => {
      const good = await get('/whoami', { 'x-request-id': id });
      expect(good.headers.get('x-request-id')).toBe(id);
      const bad = await get('/nowhere', { 'x-request-id': id });
      expect(bad.json).toMatchObject({ instance: `urn:request:${id}` });
    });

    it.each(['', ' ', 'a b', '<script>', 'ümlaut', 'x'.repeat(129), '{"$ne":1}', 'a,b', '../x'])(
      'is made anew in place of %j',
      async (id) => {
        const { headers } = await get('/whoami', { 'x-request-id': id });
        expect(headers.get('x-request-id')).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
      },
    );

    it('is new for every request', async () => {
      const ids = await Promise.all(
        Array.from({ length: 20 }, async () =>
          (await get('/health/live')).headers.get('x-request-id'),
        ),
      );
      expect(new Set(ids).size).toBe(20);
    });
  });

  describe('a page of another origin', () => {
    const preflight = (origin: string, node: TestApp) =>
      node.call('OPTIONS', '/admin/artifacts', {
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type',
        },
      });
    const allowed = ({ headers }: Answer) => headers.get('access-control-allow-origin');

    it('is not admitted unless it is listed', async () => {
      for (const origin of [OWN_ORIGIN, FOREIGN_ORIGIN, 'null']) {
        const answers = [
          await preflight(origin, platform),
          await get('/whoami', { origin }, platform),
        ];
        for (const { headers } of answers) {
          expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual(
            [],
          );
        }
      }
    });

    it('is admitted with its cookies when it is listed, and may read our headers', async () => {
      const asked = await preflight(OWN_ORIGIN, other);
      expect(asked.status).toBe(204);
      expect(Object.fromEntries(asked.headers)).toMatchObject({
        'access-control-allow-origin': OWN_ORIGIN,
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': expect.stringContaining('POST'),
        'access-control-allow-headers': expect.stringContaining('authorization'),
      });
      const answer = await get('/prebuilts-repository', { origin: OWN_ORIGIN }, other);
      expect(allowed(answer)).toBe(OWN_ORIGIN);
      expect(varies(answer)).toEqual(expect.arrayContaining(['origin', 'prefer']));
      const exposed = answer.headers.get('access-control-expose-headers') ?? '';
      for (const name of ['ETag', 'X-Request-Id', 'X-Ignored-Parameters', 'X-Limit-Applied']) {
        expect(exposed).toContain(name);
      }
    });

    it('that is not listed gets nothing where others are', async () => {
      expect(allowed(await preflight(FOREIGN_ORIGIN, other))).toBeNull();
      expect(allowed(await get('/whoami', { origin: FOREIGN_ORIGIN }, other))).toBeNull();
      const wrong = { origin: OWN_ORIGIN, authorization: 'Bearer wrong' };
      const refused = await other.call('GET', '/whoami', { headers: wrong });
      expect([refused.status, allowed(refused)]).toEqual([401, OWN_ORIGIN]);
    });
  });

  describe('compression', () => {
    const fetched = async (path: string, acceptEncoding?: string) => {
      const answer = await request(platform.url + path, {
        headers: {
          authorization: `Bearer ${await platform.tokenOf('admin')}`,
          ...(acceptEncoding !== undefined && { 'accept-encoding': acceptEncoding }),
        },
      });
      return {
        encoding: answer.headers['content-encoding'],
        vary: [answer.headers['vary']].join().toLowerCase(),
        bytes: Buffer.from(await answer.body.arrayBuffer()),
      };
    };
    const LONG = '/prebuilts-repository';

    it.each([
      ['gzip', 'gzip', gunzipSync],
      ['deflate', 'deflate', inflateSync],
      ['br', 'br', brotliDecompressSync],
      ['gzip;q=0.2, br;q=0.8', 'br', brotliDecompressSync],
      ['*', 'br', brotliDecompressSync],
      ['zstd, gzip', 'gzip', gunzipSync],
    ])('for Accept-Encoding: %s is %s', async (accepted, encoding, unpack) => {
      const [packed, plain] = [await fetched(LONG, accepted), await fetched(LONG)];
      expect(packed.encoding).toBe(encoding);
      expect(packed.vary).toContain('accept-encoding');
      expect(packed.vary).toContain('prefer');
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
      expect(unpack(packed.bytes).toString()).toBe(plain.bytes.toString());
    });

    it.each([undefined, 'identity', 'zstd', 'gzip;q=0, identity'])(
      'is left off for Accept-Encoding: %s',
      async (accepted) => {
        const { encoding, bytes } = await fetched(LONG, accepted);
        expect([undefined, 'identity']).toContain(encoding);
        expect(JSON.parse(bytes.toString())).toHaveProperty('results');
      },
    );

    it('is left off where it gains nothing', async () => {
      expect((await fetched('/health/live', 'gzip')).encoding).toBeUndefined();
    });

    it.each(['gzip', 'br', 'deflate', 'gzip, gzip'])(
      'of a request body is refused: %s',
      async (encoding) => {
        const answer = await platform.as('admin', 'POST', '/admin/artifacts', {
          headers: { 'content-encoding': encoding, 'content-type': 'application/json' },
          raw: '{}',
        });
        expect([answer.status, answer.json]).toMatchObject([
          415,
          { code: 'unsupported-media-type' },
        ]);
      },
    );
  });
});
