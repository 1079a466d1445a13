import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject } from '../../src/kernel/json.js';
import { testDatabase } from '../support/database.js';
import { anArtifact, aWorkflow } from '../support/factories/an-artifact.js';
import { TestRepositories } from '../support/factories/a-repository.js';
import { TALKATIVE, TEST_PACKAGES } from '../support/factories/test-packages.js';
import { type CallOptions, startApp, type TestApp } from '../support/start-app.js';

interface Installed {
  readonly _id: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly installed: string;
  readonly installedBy: string;
}
interface Installation {
  readonly status: string;
  readonly message: string;
  readonly data: Installed;
  readonly installStatus: { readonly installable: boolean };
}
interface InstalledList {
  readonly packages: readonly Installed[];
  readonly total: number;
}
interface Problem {
  readonly detail: string;
  readonly code: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

const REAL_EXPORTS = new URL('../../../shared/data/packages/', import.meta.url);
const MIB = 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };
const at = (name: string) => encodeURIComponent(name);

describe('packages', () => {
  const database = testDatabase('artifacts');
  let repositories: TestRepositories;
  let app: TestApp;

  const start = () =>
    startApp('artifacts', {
      databaseUri: database.uri,
      env: { LOCAL_REPOSITORY_ROOTS: repositories.root, LIST_LIMIT_MAX: '30' },
    });
  const admin = <T>(method: string, path: string, options?: CallOptions) =>
    app.as<T>('admin', method, path, options);
  const list = async (options: object = {}) => {
    const query = encodeURIComponent(JSON.stringify(options));
    return (await admin<InstalledList>('GET', `/admin/artifacts?queryOptions=${query}`)).json;
  };
  const names = async (options: object = {}) =>
    (await list(options)).packages.map(({ name }) => name);
  const install = <T = Installation>(body: object) =>
    admin<T>('POST', '/admin/artifacts', { body });
  const upload = <T = Installation>(prebuilt: unknown, options: object = {}) =>
    admin<T>('POST', '/prebuilts/import', { body: { prebuilt, options } });
  const uninstall = (name: string) => admin<Problem>('DELETE', `/admin/artifacts/${at(name)}`);
  const exported = async (name: string, query = '') =>
    (await admin<JsonObject>('GET', `/admin/artifacts/${at(name)}/export${query}`)).json;
  const clear = async () => {
    let left = await names({ limit: 0 });
    for (let round = 0; round < 3 && left.length > 0; round += 1) {
      for (const name of left) await uninstall(name);
      left = await names({ limit: 0 });
    }
  };

  beforeAll(async () => {
    repositories = await TestRepositories.create();
    for (const [folder, artifact] of Object.entries(TEST_PACKAGES)) {
      await repositories.put('acme', folder, artifact);
    }
    await repositories.put(
      'acme',
      'free-old',
      anArtifact({ name: '@acme/free', version: '0.9.0' }),
    );
    app = await start();
  });
  afterEach(clear);
  afterAll(async () => {
    await app.close();
    await database.drop();
    await repositories.remove();
  });

  describe('installed from a repository', () => {
    it('are listed with all that the interface knows of them', async () => {
      const { status, json } = await install({ name: '@acme/free' });
      expect([status, json.status, json.message]).toEqual([
        200,
        'OK',
        "Successfully installed package '@acme/free' 1.0.0.",
      ]);
      const { packages, total } = await list();
      expect(total).toBe(1);
      expect(packages[0]).toEqual({
        _id: json.data._id,
        name: '@acme/free',
        version: '1.0.0',
        description: 'What @acme/free does',
        author: 'Acme Networks',
        license: 'Apache-2.0',
        keywords: ['acme', 'network'],
        repository: { type: 'gitlab', hostname: 'git.acme.example', path: 'automations/packages' },
        platformDependencies: { '@acme/app-workflow_engine': '', 'app-mop': '>=2023.2' },
        components: [
          { id: 'Workflow of @acme/free', name: 'Workflow of @acme/free', type: 'workflow' },
        ],
        manifest: TEST_PACKAGES['free']?.['manifest'],
        readme: '# @acme/free\n',
        installed: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        installedBy: expect.stringMatching(/^caller-/),
      });
    });

    it('can be named with configuration and version', async () => {
      const { json } = await install({ config: '@local', name: '@ACME/free', version: '0.9.0' });
      expect(json.data.version).toBe('0.9.0');
    });

    it('are refused while what they need does not run here, unless forced', async () => {
      const refused = await install<Problem>({ name: '@acme/both' });
      expect([refused.status, refused.json.code]).toEqual([409, 'not-installable']);
      expect(refused.json.detail).toBe(
        "Package '@acme/both' needs what does not run here: @acme/adapter-nso, app-schema 2025.1 (2024.1 runs here)",
      );
      const { status, json } = await install({ name: '@acme/both', options: { force: true } });
      expect([status, json.installStatus.installable]).toEqual([200, false]);
      expect(json.message).toContain('It needs what does not run here: @acme/adapter-nso');
    });

    it('are replaced by another version when the caller says so', async () => {
      await install({ name: '@acme/free', version: '0.9.0' });
      const refused = await install<Problem>({ name: '@acme/free' });
      expect([refused.status, refused.json.code]).toEqual([409, 'already-installed']);
      const { json } = await install({ name: '@acme/free', options: { overwrite: true } });
      expect(json.data.version).toBe('1.0.0');
      expect((await list()).total).toBe(1);
    });

    it.each([
      [{ name: '@acme/none' }, 404],
      [{ name: '@acme/free', version: '9.9.9' }, 404],
      [{ name: '@acme/free', config: '@none' }, 404],
      [{}, 400],
      [{ version: '1.0.0' }, 400],
      [{ name: '' }, 400],
      [{ name: 7 }, 400],
      [{ name: '@acme/free', artifact: anArtifact() }, 400],
      [{ name: '@acme/free', extra: true }, 400],
      [{ name: '@acme/free', options: { overwrite: 'yes' } }, 400],
      [{ name: '@acme/free', options: { rollback: true } }, 400],
      [{ artifact: [] }, 400],
    ])('do not come from %j', async (body, status) => {
      expect((await install(body)).status).toBe(status);
      expect((await list()).total).toBe(0);
    });
  });

  describe('sent by the caller', () => {
    it('come back as the same JSON, and in the words of the interface when asked', async () => {
      const theirs = anArtifact({
        metadata: {
          IAPDependencies: { 'app-mop': '' },
          platformDependencies: null,
          gitlabId: 7,
          author: null,
          extra: {},
        },
      });
      await upload(theirs);
      expect(await exported('@acme/interface-change')).toEqual(theirs);
      const translated = await exported('@acme/interface-change', '?dialect=interface');
      expect(translated['metadata']).toMatchObject({
        platformDependencies: { 'app-mop': '' },
        registryId: 7,
      });
      expect((await admin('GET', '/admin/artifacts/x/export?dialect=klingon')).status).toBe(400);
    });

    it('keep what no domain knows, empty objects and keys that mean something elsewhere', async () => {
      const odd = anArtifact({
        bundles: [
          {
            type: 'dashboard',
            data: { tiles: [{}], $ref: 'a.b', $id: 'x', 'a.b': null, $set: {} },
          },
          { type: 'workflow', data: { ...aWorkflow('W'), toString: 'x', constructor: {} } },
        ],
      });
      odd['more'] = { kept: [] };
      expect((await upload(odd)).status).toBe(200);
      expect(await exported('@acme/interface-change')).toEqual(odd);
    });

    it('may need what does not run here; the answer says what', async () => {
      const imported = await upload(TALKATIVE);
      const { json } = await install({ artifact: TALKATIVE, options: { overwrite: true } });
      expect(imported.json.message).toBe(json.message);
      expect(json.message).toBe(
        "Successfully installed package '@acme/talkative' 3.2.1. It needs what does not run here: " +
          '@acme/adapter-nso ^2.0.0, @acme/app-workflow_engine >=2030.1 (2024.1 runs here).',
      );
      expect(json.installStatus).toEqual({
        installable: false,
        missingDependencies: { '@acme/adapter-nso': '^2.0.0' },
        mismatchingDependencies: {
          '@acme/app-workflow_engine': { required: '>=2030.1', running: '2024.1' },
        },
      });
    });

    it('are refused without leaving anything when a name is taken', async () => {
      await upload(anArtifact({ name: '@acme/first' }));
      const clash = anArtifact({
        name: '@acme/second',
        bundles: [
          { type: 'transformation', data: { name: 'Free' } },
          { type: 'workflow', data: aWorkflow('workflow of @ACME/first') },
        ],
      });
      const { status, json } = await upload<Problem>(clash);
      expect([status, json.code]).toEqual([409, 'name-taken']);
      expect(json.detail).toContain(
        "'Workflow of @acme/first' in workflows by package '@acme/first'",
      );
      expect(await names()).toEqual(['@acme/first']);
      await uninstall('@acme/first');
      expect((await upload(clash)).status).toBe(200);
    });

    const metadata = (overrides: JsonObject) => anArtifact({ metadata: overrides });
    it.each<[string, unknown, string]>([
      ['no object', 'text', '#/prebuilt'],
      ['nothing in it', {}, '#/prebuilt/metadata'],
      ['no name', metadata({ name: null }), '#/prebuilt/metadata/name'],
      ['a version that is a number', metadata({ version: 1 }), '#/prebuilt/metadata/version'],
      ['keywords that are a text', metadata({ keywords: 'a' }), '#/prebuilt/metadata/keywords'],
      [
        'dependencies that are a list',
        metadata({ platformDependencies: [] }),
        '#/prebuilt/metadata/platformDependencies',
      ],
      ['no bundles', { ...anArtifact(), bundles: undefined }, '#/prebuilt/bundles'],
      [
        'a bundle without data',
        { ...anArtifact(), bundles: [{ type: 'form' }] },
        '#/prebuilt/bundles/0/data',
      ],
      [
        'a location outside of it',
        anArtifact({ manifest: { artifacts: [{ location: '/bundles/../../x' }] } }),
        '#/prebuilt/manifest/artifacts/0/location',
      ],
      ['a lone surrogate', metadata({ description: '\ud800' }), '#/prebuilt/metadata/description'],
      ['NUL in a key', metadata({ 'a\0b': 1 }), '#/prebuilt/metadata/a%00b'],
    ])('are refused with %s', async (_, prebuilt, pointer) => {
      const { status, json } = await upload<Problem>(prebuilt);
      expect([status, json.errors?.[0]?.pointer]).toEqual([400, pointer]);
      expect((await list()).total).toBe(0);
    });

    const raw = (text: string | Uint8Array<ArrayBuffer>) =>
      admin<Problem>('POST', '/prebuilts/import', {
        raw: text,
        headers: JSON_TYPE,
      });
    const withDocument = (inner: string) =>
      JSON.stringify({ prebuilt: anArtifact() }).replace('"groups":[]', inner);

    it('are refused with __proto__ as a key, nesting of 5,000 levels, and broken UTF-8', async () => {
      expect((await raw(withDocument('"__proto__":{"x":1}'))).status).toBe(400);
      expect(
        (await raw(withDocument(`"deep":${'['.repeat(5000)}${']'.repeat(5000)}`))).status,
      ).toBe(400);
      const broken = Buffer.from(JSON.stringify({ prebuilt: anArtifact() }));
      broken[broken.indexOf('Acme')] = 0xff;
      expect((await raw(new Uint8Array(broken))).status).toBe(400);
    });

    it('are refused when they are too large: as a request, and as a document', async () => {
      const sized = (bytes: number) =>
        JSON.stringify({
          prebuilt: anArtifact({
            bundles: [{ type: 'workflow', data: { name: 'W', text: 'x'.repeat(bytes) } }],
          }),
        });
      const request = await raw(sized(17 * MIB));
      expect([request.status, request.json.code]).toEqual([413, 'payload-too-large']);
      const document = await raw(sized(13 * MIB));
      expect([document.status, document.json.code]).toEqual([413, 'document-too-large']);
      const artifact = sized(13 * MIB).replace('"prebuilt"', '"artifact"');
      const sent = await admin('POST', '/admin/artifacts', { raw: artifact, headers: JSON_TYPE });
      expect(sent.status).toBe(413);
      await upload(anArtifact());
      const replacement = await admin<Problem>(
        'PUT',
        `/prebuilts/${at('@acme/interface-change')}`,
        {
          raw: sized(13 * MIB),
          headers: JSON_TYPE,
        },
      );
      expect([replacement.status, replacement.json.code]).toEqual([413, 'document-too-large']);
      await uninstall('@acme/interface-change');
      expect((await list()).total).toBe(0);
    });

    it('may hold a text of 10 MB', async () => {
      const readme = 'x'.repeat(10 * MIB);
      expect((await upload(anArtifact({ readme }))).status).toBe(200);
      expect((await exported('@acme/interface-change'))['readme']).toHaveLength(10 * MIB);
      await uninstall('@acme/interface-change');
    });
  });

  const files = existsSync(REAL_EXPORTS) ? readdirSync(REAL_EXPORTS) : [];
  // Real exports are not ours to ship: this is skipped where they do not lie beside the project.
  const describeWithExports = files.length > 0 ? describe : describe.skip;

  describeWithExports('exported by a real platform', () => {
    it('import unchanged and export to the same JSON', async () => {
      for (const file of files) {
        const document = JSON.parse(
          readFileSync(new URL(file, REAL_EXPORTS), 'utf8'),
        ) as JsonObject;
        const { status, json } = await upload(document);
        expect(status).toBe(200);
        expect(await exported(json.data.name)).toEqual(document);
        expect((await upload(document, { overwrite: true })).status).toBe(200);
        expect(await exported(json.data._id)).toEqual(document);
      }
      expect((await list()).total).toBe(files.length);
    });
  });

  describe('GET /admin/artifacts', () => {
    const all = async (options: object) => list({ limit: 0, ...options });

    it('answers 25 by name, then the others, with the exact total', async () => {
      for (let i = 0; i < 27; i += 1) {
        const name = `${i % 2 ? '@b' : '@A'}/p${String(i).padStart(2, '0')}`;
        const description = i % 3 ? 'Plain' : 'Cafés (all)';
        const keywords = ['all', `k${i % 5}`, 'a.b'];
        await upload(
          anArtifact({ name, version: `1.${i % 4}.0`, metadata: { description, keywords } }),
        );
      }
      const first = await list();
      expect([first.packages.length, first.total]).toEqual([25, 27]);
      const rest = await list({ skip: 25 });
      expect([rest.packages.length, rest.total]).toEqual([2, 27]);
      const order = [...first.packages, ...rest.packages].map(({ name }) => name.toLowerCase());
      expect(order).toEqual(order.toSorted());
      expect((await names({ order: -1, limit: 1, sort: 'name' }))[0]).toBe('@b/p25');
      expect(await list({ skip: 500 })).toEqual({ packages: [], total: 27 });

      expect(await names({ equals: { name: '@A/p04' } })).toEqual(['@A/p04']);
      expect(await names({ equals: { name: '@a/p04' } })).toEqual([]);
      expect((await all({ equals: { version: '1.1.0' } })).total).toBe(7);
      expect((await all({ equals: { keywords: 'k3' } })).total).toBe(5);
      expect((await all({ equals: { keywords: 'k3', version: '1.3.0' } })).total).toBe(2);
      expect((await all({ equals: { keywords: 'a.b' }, contains: { name: 'P0' } })).total).toBe(10);
      expect((await all({ equals: { keywords: 'aXb' }, contains: { name: 'P0' } })).total).toBe(0);
      expect((await all({ equals: { keywords: 'k' } })).total).toBe(0);
      expect((await all({ contains: { name: '@B/P1' } })).total).toBe(5);
      expect((await all({ contains: { description: 'CAFÉS (' } })).total).toBe(9);
      expect((await all({ contains: { description: 'cafés', name: 'p1' } })).total).toBe(3);
      expect((await all({ contains: { name: '.*' } })).total).toBe(0);
      expect((await all({ equals: { version: '1.1.0' }, contains: { name: '' } })).total).toBe(7);

      const { results, total } = (
        await admin<{ results: Installed[]; total: number }>(
          'GET',
          '/prebuilts?equals=k3&equalsField=keywords&limit=2&skip=1',
        )
      ).json;
      expect([results.length, total]).toEqual([2, 5]);
      const clamped = await admin<InstalledList>('GET', '/admin/artifacts?limit=5000');
      expect(clamped.headers.get('x-limit-applied')).toBe('30');
      expect(clamped.json.packages).toHaveLength(27);
      expect((await list({ limit: 0 })).packages).toHaveLength(27);
    });

    it.each([
      [{ limit: -1 }, '#/queryOptions/limit'],
      [{ skip: -1 }, '#/queryOptions/skip'],
      [{ limit: 1.5 }, '#/queryOptions/limit'],
      [{ order: 0 }, '#/queryOptions/order'],
      [{ sort: 'nonsense' }, '#/queryOptions/sort'],
      [{ equals: { name: { $ne: null } } }, '#/queryOptions/equals/name'],
      [{ equals: { toString: 'x' } }, '#/queryOptions/equals/toString'],
      [{ contains: { nonsense: '1' } }, '#/queryOptions/contains/nonsense'],
      [{ contains: { name: '\ud800' } }, '#/queryOptions/contains/name'],
      [{ page: 0 }, '#/queryOptions/page'],
    ])('refuses %j', async (options, pointer) => {
      const query = encodeURIComponent(JSON.stringify(options));
      const { status, json } = await admin<Problem>(
        'GET',
        `/admin/artifacts?queryOptions=${query}`,
      );
      expect([status, json.errors?.map((fault) => fault.pointer)]).toEqual([400, [pointer]]);
    });
  });

  describe('guarded', () => {
    it.each([
      ['GET', '/admin/artifacts', 'apiread'],
      ['GET', '/admin/artifacts/available', 'apiread'],
      ['POST', '/admin/artifacts', 'apiwrite'],
      ['DELETE', '/admin/artifacts/x', 'apiwrite'],
      ['GET', '/admin/artifacts/x/export', 'apiread'],
      ['GET', '/prebuilts', 'apiread'],
      ['GET', '/prebuilts/x', 'apiread'],
      ['GET', '/prebuilts/x/export', 'apiread'],
      ['POST', '/prebuilts/import', 'apiwrite'],
      ['PUT', '/prebuilts/x', 'apiwrite'],
      ['DELETE', '/prebuilts/x', 'apiwrite'],
    ] as const)('%s %s knows its callers', async (method, path, role) => {
      const options = method === 'POST' || method === 'PUT' ? { body: {} } : {};
      expect((await app.call(method, path, options)).status).toBe(401);
      expect((await app.as('operator', method, path, options)).status).toBe(403);
      expect([401, 403]).not.toContain((await app.as(role, method, path, options)).status);
    });
  });

  describe('as existing clients see them', () => {
    it('are read, replaced and removed by id or name, each time from the revision that was read', async () => {
      const { data } = (await upload(anArtifact({ name: '@acme/x' }))).json;
      const path = `/prebuilts/${data._id}`;
      const read = await admin<Installed>('GET', path);
      expect(read.json).toEqual(data);
      expect((await admin<Installed>('GET', `/prebuilts/${at('@acme/x')}`)).json).toEqual(data);
      const before = { 'if-match': read.headers.get('etag') ?? '' };

      const body = {
        prebuilt: {
          ...TALKATIVE,
          metadata: { ...(TALKATIVE['metadata'] as JsonObject), name: '@acme/x' },
        },
      };
      const replaced = await admin<Installation>('PUT', path, { body, headers: before });
      expect([replaced.status, replaced.json.data._id, replaced.json.data.version]).toEqual([
        200,
        data._id,
        '3.2.1',
      ]);
      expect((await admin('PUT', path, { body, headers: before })).status).toBe(412);
      expect((await admin('DELETE', path, { headers: before })).status).toBe(412);
      const byName = `/admin/artifacts/${at('@acme/x')}`;
      expect((await admin('DELETE', byName, { headers: before })).status).toBe(412);
      expect((await admin('GET', `${path}/export`)).json).toEqual(body.prebuilt);
      const { headers } = await admin('GET', path);
      const unchanged = { 'if-none-match': headers.get('etag') ?? '' };
      expect((await admin('GET', path, { headers: unchanged })).status).toBe(304);
      const listed = await admin<{ results: Installed[] }>('GET', '/prebuilts');
      expect(listed.json.results).toEqual([(await admin<Installed>('GET', path)).json]);

      const after = { 'if-match': replaced.headers.get('etag') ?? '' };
      expect((await admin('DELETE', path, { headers: after })).status).toBe(200);
      expect((await admin('DELETE', path)).status).toBe(404);
      expect((await admin('GET', path)).status).toBe(404);
      expect((await admin('GET', `${path}/export`)).status).toBe(404);
      expect((await admin('GET', `/admin/artifacts/${data._id}/export`)).status).toBe(404);
    });

    it('are not replaced by a package of another name', async () => {
      const { data } = (await upload(anArtifact({ name: '@acme/x' }))).json;
      const { status, json } = await admin<Problem>('PUT', `/prebuilts/${data._id}`, {
        body: { prebuilt: anArtifact({ name: '@acme/y' }) },
      });
      expect([status, json.errors]).toEqual([
        400,
        [{ pointer: '#/prebuilt/metadata/name', detail: "must be '@acme/x'" }],
      ]);
      expect(
        (await admin('PUT', '/prebuilts/none', { body: { prebuilt: anArtifact() } })).status,
      ).toBe(404);
    });

    it.each([
      '/prebuilts?equalsField=nonsense',
      '/prebuilts?limit=-1',
      '/prebuilts?skip=x',
      '/prebuilts/x/export?dialect=klingon',
    ])('refuses GET %s', async (path) => {
      expect((await admin('GET', path)).status).toBe(400);
    });
  });

  describe('that others need', () => {
    it('stay until those are gone', async () => {
      await upload(anArtifact({ name: '@acme/base' }));
      await upload(
        anArtifact({
          name: '@acme/top',
          metadata: { platformDependencies: { '@acme/base': '^1.0.0' } },
        }),
      );
      const { status, json } = await uninstall('@acme/base');
      expect([status, json.detail]).toEqual([409, "Package '@acme/base' is needed by '@acme/top'"]);
      expect((await admin('DELETE', `/prebuilts/${at('@acme/base')}`)).status).toBe(409);
      const taking = anArtifact({
        name: '@acme/top',
        bundles: [{ type: 'workflow', data: aWorkflow('Workflow of @acme/base') }],
      });
      const path = `/prebuilts/${at('@acme/top')}`;
      expect((await admin('PUT', path, { body: { prebuilt: taking } })).status).toBe(409);
      expect((await uninstall('@acme/top')).status).toBe(200);
      expect((await uninstall('@acme/base')).status).toBe(200);
      expect((await uninstall('@acme/base')).status).toBe(404);
    });
  });

  describe('after a restart', () => {
    it('are still there, and so is the catalogue', async () => {
      await install({ name: '@acme/free' });
      await app.close();
      app = await start();
      expect(await names()).toEqual(['@acme/free']);
      expect(await exported('@acme/free')).toEqual(TEST_PACKAGES['free']);
      const { json } = await admin<{ total: number }>('GET', '/admin/artifacts/available');
      expect(json.total).toBe(10);
    });
  });
});
