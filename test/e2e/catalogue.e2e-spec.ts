import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { getConnectionToken } from '@nestjs/mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Connection } from 'mongoose';
import { type JsonObject } from '../../src/kernel/json.js';
import { anArtifact } from '../support/factories/an-artifact.js';
import { TestRepositories } from '../support/factories/a-repository.js';
import { TALKATIVE, TEST_PACKAGES } from '../support/factories/test-packages.js';
import { type CallOptions, startApp, type TestApp } from '../support/start-app.js';

interface Entry {
  readonly name: string;
  readonly version: string;
  readonly versionStatus: { status: string; platform_version?: string; platformVersion?: string };
  readonly installStatus: object;
  readonly availableUpdate: boolean | null;
  readonly download: JsonObject;
  readonly id?: number;
}
interface Warning {
  readonly config: string;
  readonly package?: string;
  readonly message: string;
}
interface Page {
  readonly results: readonly Entry[];
  readonly total: number;
  readonly page: number;
  readonly 'total-pages': number;
  readonly warnings: readonly Warning[];
}
interface Problem {
  readonly detail: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

const CONFIGS = '/prebuilts-repository/configs';
const TOKEN = 'glpat-very-secret-token';
const PUBLIC_KEY = 'zcji7n3cQr1JlZVMacJoocukSZuCbGZRkL-1Z4eHzhY';

describe('the catalogue', () => {
  let repositories: TestRepositories;
  let app: TestApp;

  const admin = <T>(method: string, path: string, options?: CallOptions) =>
    app.as<T>('admin', method, path, options);
  const query = (options: object) => `?queryOptions=${encodeURIComponent(JSON.stringify(options))}`;
  const list = async (options: object = {}) =>
    (await admin<{ results: Page }>('GET', `/prebuilts-repository${query(options)}`)).json.results;
  const names = async (options: object = {}) =>
    (await list(options)).results.map(({ name }) => name);
  const entry = async (name: string, options: object = {}) =>
    (await list({ ...options, search: name })).results.find((found) => found.name === name);
  const configure = (name: string, repository: string, more: object = {}) =>
    admin('POST', CONFIGS, {
      body: { name, type: 'local', path: repositories.path(repository), ...more },
    });
  const remove = (name: string) => admin('DELETE', `${CONFIGS}/${encodeURIComponent(name)}`);

  beforeAll(async () => {
    repositories = await TestRepositories.create();
    for (const [folder, artifact] of Object.entries(TEST_PACKAGES)) {
      await repositories.put('acme', folder, artifact);
    }
    app = await startApp('catalogue', {
      env: { LOCAL_REPOSITORY_ROOTS: repositories.root, ARTIFACT_LIMIT_BYTES: '1000000' },
    });
    await remove('@local');
    await configure('@acme', 'acme');
  });
  afterAll(async () => {
    await app.close();
    await repositories.remove();
  });

  describe('GET /prebuilts-repository', () => {
    it('lists the packages of a configuration right after it was added', async () => {
      const page = await list();
      expect(page).toMatchObject({ total: 10, page: 1, 'total-pages': 1, warnings: [] });
      expect(page.results.map(({ name }) => name)).toEqual(
        Object.keys(TEST_PACKAGES)
          .map((folder) => `@acme/${folder}`)
          .toSorted(),
      );
    });

    it('says for each package whether it can be installed, and what stands in the way', async () => {
      const statusOf = async (name: string) => (await entry(name))?.installStatus;
      expect(await statusOf('@acme/free')).toEqual({
        installable: true,
        missingDependencies: null,
        mismatchingDependencies: null,
      });
      expect(await statusOf('@acme/missing')).toEqual({
        installable: false,
        missingDependencies: { '@acme/adapter-nso': '', '@acme/absent': '^1.0.0' },
        mismatchingDependencies: null,
      });
      expect(await statusOf('@acme/both')).toEqual({
        installable: false,
        missingDependencies: { '@acme/adapter-nso': '' },
        mismatchingDependencies: { 'app-schema': { required: '2025.1', running: '2024.1' } },
      });
      await admin('POST', '/admin/artifacts', { body: { name: '@acme/base' } });
      expect(await statusOf('@acme/mismatching')).toEqual({
        installable: false,
        missingDependencies: null,
        mismatchingDependencies: {
          'app-schema': { required: '>=2025.1', running: '2024.1' },
          '@acme/base': { required: '2.0.0', running: '1.0.0' },
        },
      });
    });

    it.each([
      ['@acme/free', 'current', '2024.1'],
      ['@acme/current', 'current', '2024.1'],
      ['@acme/older', 'latest', '2022.1'],
      ['@acme/suffix', 'latest', '2023.2'],
      ['@acme/newer', 'latest', '2025.2'],
    ])('says that %s is %s, made for %s', async (name, status, release) => {
      expect((await entry(name))?.versionStatus).toEqual({ status, platform_version: release });
    });

    it('shows only what is made for the release when asked for the current ones', async () => {
      const current = await names({ versionStatus: 'current' });
      expect(current).not.toContain('@acme/older');
      expect(current).toContain('@acme/current');
      expect(await names({ versionStatus: 'current', platform_version: 2022.1 })).toEqual([
        '@acme/older',
      ]);
      expect(await names({ versionStatus: 'latest' })).toHaveLength(10);
    });

    it.each(['?platform_version=2025.2', '?queryOptions[platform_version]=2025.2'])(
      'looks from another release with %s',
      async (options) => {
        const { json } = await admin<{ results: Page }>('GET', `/prebuilts-repository${options}`);
        const newer = json.results.results.find(({ name }) => name === '@acme/newer');
        expect(newer?.versionStatus.status).toBe('current');
      },
    );

    it('tells releases of 10 and 1 apart when they are written as text', async () => {
      await repositories.put(
        'ten',
        'ten',
        anArtifact({ name: '@ten/x', manifest: { platformVersion: '2023.10' } }),
      );
      await configure('@ten', 'ten');
      expect(
        await names({ config: '@ten', versionStatus: 'current', platform_version: '2023.10' }),
      ).toEqual(['@ten/x']);
      expect(
        await names({ config: '@ten', versionStatus: 'current', platform_version: '2023.1' }),
      ).toEqual([]);
      await remove('@ten');
    });

    it('says whether a newer version than the installed one is there', async () => {
      const update = async (name: string) => (await entry(name))?.availableUpdate;
      await admin('POST', '/admin/artifacts', { body: { name: '@acme/current' } });
      expect(await update('@acme/current')).toBe(false);
      expect(await update('@acme/older')).toBeNull();
      await admin('POST', '/prebuilts/import', {
        body: { prebuilt: anArtifact({ name: '@acme/suffix', version: '1.0.14' }) },
      });
      expect(await update('@acme/suffix')).toBe(true);
    });

    it('searches, orders and pages', async () => {
      expect(await names({ search: 'TALKative' })).toEqual(['@acme/talkative']);
      expect(await names({ search: '(' })).toEqual([]);
      expect((await names({ order: -1 }))[0]).toBe('@acme/talkative');
      expect(await list({ page: 2 })).toMatchObject({
        results: [],
        total: 10,
        page: 2,
        'total-pages': 1,
      });
    });

    it('carries the whole document, documents of the package included', async () => {
      const found = await entry('@acme/talkative');
      expect(found?.download).toEqual(TALKATIVE);
    });

    it('is empty for a disabled configuration, and does not know an unknown one', async () => {
      await configure('@off', 'acme', { enabled: false });
      expect(await list({ config: '@off' })).toMatchObject({
        results: [],
        total: 0,
        'total-pages': 0,
      });
      await remove('@off');
      const { status, json } = await admin<Problem>(
        'GET',
        `/prebuilts-repository${query({ config: '@off' })}`,
      );
      expect([status, json.detail]).toEqual([404, "Repository configuration '@off' not found"]);
    });

    it.each([
      [{ page: 0 }, '#/queryOptions/page'],
      [{ page: 1.5 }, '#/queryOptions/page'],
      [{ page: 'x' }, '#/queryOptions/page'],
      [{ order: 0 }, '#/queryOptions/order'],
      [{ platform_version: 'latest' }, '#/queryOptions/platform_version'],
      [{ platform_version: -1 }, '#/queryOptions/platform_version'],
      [{ search: { $ne: '' } }, '#/queryOptions/search'],
      [{ search: '\ud800' }, '#/queryOptions/search'],
      [{ config: ['@acme'] }, '#/queryOptions/config'],
      [{ versionStatus: 'newest' }, '#/queryOptions/versionStatus'],
      [{ platformVersion: 2023.1 }, '#/queryOptions/platformVersion'],
    ])('refuses %j', async (options, pointer) => {
      const { status, json } = await admin<Problem>(
        'GET',
        `/prebuilts-repository${query(options)}`,
      );
      expect([status, json.errors?.map((fault) => fault.pointer)]).toEqual([400, [pointer]]);
    });
  });

  describe('by the grammar of lists', () => {
    const isOfWorkflows = ({ download }: Entry): boolean =>
      (download['bundles'] as JsonObject[]).some(({ type }) => type === 'workflow');

    it('is narrowed by what lies in packages, and shows the whole of those', async () => {
      const all = (await list()).results;
      const wanted = all.filter(isOfWorkflows);
      const found = await list({ equals: { 'download.bundles.type': 'workflow' } });
      expect([found.total > 0, found.results]).toEqual([true, wanted]);
      const ofRelease = { 'versionStatus.platform_version': '2024.1' };
      const one = await list({ equals: ofRelease, sort: { version: -1 }, limit: 1 });
      expect(one.results[0]).toEqual(all.find(({ name }) => name === one.results[0]?.name));
      expect(one['total-pages']).toBe(one.total);
    });

    it('counts pages by the limit, and none of the total alone', async () => {
      const found = await list({ limit: 3, page: 2 });
      expect([found.results.length, found.page, found['total-pages']]).toEqual([3, 2, 4]);
      expect(await list({ skip: 9, limit: 3 })).toMatchObject({ page: 4, total: 10 });
      const none = await list({ limit: 0 });
      expect(none).toMatchObject({ results: [], total: 10, page: 1, 'total-pages': 0 });
    });
  });

  describe('GET /admin/artifacts/available', () => {
    const available = async (options: object = {}) =>
      (
        await admin<{
          packages: readonly Entry[];
          total: number;
          page: number;
          warnings: object[];
        }>('GET', `/admin/artifacts/available${query(options)}`)
      ).json;

    it('lists the same packages with its own names', async () => {
      const { packages, total, page } = await available();
      expect([packages.length, total, page]).toEqual([10, 10, 1]);
      const talkative = packages.find(({ name }) => name === '@acme/talkative');
      expect(talkative).toMatchObject({
        id: 4711,
        availableUpdate: false,
        versionStatus: { status: 'current', platformVersion: '2024.1' },
        installStatus: { installable: false },
      });
      expect(talkative?.versionStatus).not.toHaveProperty('platform_version');
    });

    it('gives a package without registry id a positive one that does not change', async () => {
      const idOf = async () => (await available({ search: '@acme/free' })).packages[0]?.id ?? 0;
      const id = await idOf();
      expect(Number.isSafeInteger(id) && id > 0).toBe(true);
      expect(await idOf()).toBe(id);
    });

    it('searches, orders, pages and looks from another release', async () => {
      const [newer] = (
        await available({ platformVersion: '2025.2', search: '@acme/newer', order: -1 })
      ).packages;
      expect(newer?.versionStatus).toEqual({ status: 'current', platformVersion: '2025.2' });
      expect(await available({ page: 7 })).toMatchObject({ packages: [], total: 10, page: 7 });
    });

    it.each([[{ config: '@acme' }], [{ platform_version: 1 }], [{ page: 0 }], [{ order: 'up' }]])(
      'refuses %j',
      async (options) => {
        expect((await admin('GET', `/admin/artifacts/available${query(options)}`)).status).toBe(
          400,
        );
      },
    );
  });

  describe('with repositories in a bad state', () => {
    const warnings = async (config: string) =>
      (await list({ config })).warnings.map(
        ({ package: place = '', message }) => `${place}: ${message}`,
      );

    it('names what is broken in a repository full of waste, and lists what is sound', async () => {
      const path = await repositories.make('waste');
      await repositories.put('waste', 'sound', anArtifact({ name: '@waste/sound' }));
      for (let at = 0; at < 30; at += 1)
        await writeFile(`${path}/broken-${String(at)}.json`, '{"a":');
      await writeFile(`${path}/utf8.json`, Buffer.from([0x7b, 0xff, 0x7d]));
      await repositories.put(
        'waste',
        'climbing',
        anArtifact({
          name: '@waste/c',
          manifest: { artifacts: [{ location: '../../etc/passwd' }] },
        }),
      );
      await writeFile(`${path}/huge.json`, '');
      await truncate(`${path}/huge.json`, 200 * 1024 * 1024);
      await mkdir(repositories.path('outside'), { recursive: true });
      await writeFile(repositories.path('outside', 'secret.json'), JSON.stringify(anArtifact()));
      await symlink(repositories.path('outside', 'secret.json'), `${path}/link.json`);
      await configure('@waste', 'waste');
      expect(await names({ config: '@waste' })).toEqual(['@waste/sound']);
      const said = await warnings('@waste');
      expect(said).toHaveLength(34);
      expect(said).toEqual(
        expect.arrayContaining([
          'broken-7.json: the file is not valid JSON',
          'utf8.json: is not valid UTF-8',
          'huge.json: is 209715200 bytes long; the limit is 1000000 bytes (ARTIFACT_LIMIT_BYTES)',
          'link.json: is a link that leads out of the repository',
          'climbing: #/manifest/artifacts/0/location must be a path inside the package',
        ]),
      );
      const { json } = await admin<{ warnings: Warning[] }>('GET', '/admin/artifacts/available');
      expect(json.warnings).toContainEqual(expect.objectContaining({ package: 'huge.json' }));
      await remove('@waste');
    });

    it('lists the others beside one that is missing, and names it', async () => {
      await configure('@gone', 'not-there');
      const page = await list();
      expect(page.total).toBe(10);
      expect(page.warnings).toEqual([
        { config: '@gone', message: expect.stringMatching(/is missing$/) },
      ]);
      await remove('@gone');
    });

    it('answers 502 naming all when none can be read', async () => {
      await configure('@gone', 'not-there');
      await admin('POST', CONFIGS, {
        body: { name: '@git', type: 'gitlab', hostname: 'git.acme.example', path: 'group' },
      });
      await admin('PATCH', `${CONFIGS}/%40acme`, { body: { enabled: false } });
      const { status, json } = await admin<Problem>('GET', '/prebuilts-repository');
      expect(status).toBe(502);
      expect(json.detail).toMatch(/@gone: .* is missing/);
      expect(json.detail).toContain('@git: ');
      expect((await admin('GET', '/admin/artifacts/available')).status).toBe(502);
      const install = await admin('POST', '/admin/artifacts', { body: { name: '@acme/free' } });
      expect(install.status).toBe(502);
      const plan = await admin('POST', '/admin/artifacts/plan', { body: { name: '@acme/free' } });
      expect(plan.status).toBe(502);
      await admin('PATCH', `${CONFIGS}/%40acme`, { body: { enabled: true } });
      await remove('@gone');
      await remove('@git');
      expect((await list()).total).toBe(10);
    });
  });

  it.each([
    ['GET', '/prebuilts-repository', 'apiread'],
    ['GET', CONFIGS, 'apiread'],
    ['POST', CONFIGS, 'admin'],
    ['PATCH', `${CONFIGS}/x`, 'admin'],
    ['DELETE', `${CONFIGS}/x`, 'admin'],
  ] as const)('%s %s knows its callers', async (method, path, role) => {
    const options = method === 'POST' || method === 'PATCH' ? { body: {} } : {};
    expect((await app.call(method, path, options)).status).toBe(401);
    expect((await app.as('apiwrite', method, path, options)).status).toBe(403);
    expect([401, 403]).not.toContain((await app.as(role, method, path, options)).status);
  });

  describe('repository configurations', () => {
    const shown = async (options: object = {}) =>
      (
        await admin<{ results: { name: string }[]; total: number }>(
          'GET',
          `${CONFIGS}${query(options)}`,
        )
      ).json;
    const git = {
      name: '@git',
      type: 'gitlab',
      hostname: 'git.acme.example',
      path: 'group/sub',
      enabled: false,
    };
    const patch = (body: object, headers = {}) =>
      admin<Problem>('PATCH', `${CONFIGS}/%40git`, { body, headers });

    beforeAll(async () => {
      await admin('POST', CONFIGS, { body: { ...git, credentials: { token: TOKEN } } });
    });
    afterAll(() => remove('@git'));

    it('are listed without their tokens', async () => {
      const unsaid = {
        trust: { publicKeys: [], requireSignature: false },
        webhook: { secret: '' },
        refreshSeconds: null,
      };
      const { results, total } = await shown();
      expect(total).toBe(2);
      expect(results).toEqual([
        {
          name: '@acme',
          enabled: true,
          type: 'local',
          hostname: '',
          path: repositories.path('acme'),
          credentials: { token: '' },
          ...unsaid,
        },
        { ...git, credentials: { token: '<ACCESS_TOKEN>' }, ...unsaid },
      ]);
    });

    it('are filtered and sorted by what may be seen', async () => {
      const namesOf = async (options: object) =>
        (await shown(options)).results.map(({ name }) => name);
      expect(await namesOf({ order: -1 })).toEqual(['@git', '@acme']);
      expect(await namesOf({ sort: 'type' })).toEqual(['@git', '@acme']);
      expect(await namesOf({ equals: 'local', equalsField: 'type' })).toEqual(['@acme']);
      expect(await namesOf({ startsWith: '@G' })).toEqual(['@git']);
      expect(await namesOf({ contains: 'SUB', containsField: 'path' })).toEqual(['@git']);
    });

    it.each([
      [{ containsField: 'credentials', contains: 'glpat' }],
      [{ equalsField: 'token' }],
      [{ sort: 'token' }],
      [{ order: 2 }],
      [{ limit: -1 }],
    ])('refuse %j', async (options) => {
      expect((await admin('GET', `${CONFIGS}${query(options)}`)).status).toBe(400);
    });

    it('keep a token that is written back as its placeholder, and seal it', async () => {
      const storedToken = async () => {
        const connection = app.app.get<Connection>(getConnectionToken(), { strict: false });
        const profile = await connection.collection('profiles').findOne({});
        const { prebuiltProps } = profile?.['document'] as {
          prebuiltProps: { repoConfigs: Record<string, { credentials: { token: string } }> };
        };
        return prebuiltProps.repoConfigs['@git']?.credentials.token ?? '';
      };
      const sealed = await storedToken();
      expect(sealed).toMatch(/^\$ENC/);
      expect(sealed).not.toContain(TOKEN);
      const [, written] = (await shown()).results;
      expect((await patch({ ...written, path: 'other' })).json).toEqual({
        ...written,
        path: 'other',
      });
      expect(await storedToken()).toBe(sealed);
      await patch({ path: 'group/sub' });
    });

    it('say whom they trust and how often they are read, and mask the secret of the webhook', async () => {
      const trust = { publicKeys: [PUBLIC_KEY], requireSignature: true };
      const { json } = await patch({ trust, webhook: { secret: TOKEN }, refreshSeconds: 600 });
      const terms = { trust, webhook: { secret: '<SECRET>' }, refreshSeconds: 600 };
      expect(json).toMatchObject(terms);
      expect((await patch({ ...terms, path: 'other' })).json).toMatchObject(terms);
      const refused = await patch({ trust: { publicKeys: ['none'] } });
      expect([refused.status, refused.json.errors?.[0]?.pointer]).toEqual([
        400,
        '#/trust/publicKeys/0',
      ]);
      const untrusted = { publicKeys: [], requireSignature: false };
      const unsaid = { trust: untrusted, webhook: { secret: '' }, refreshSeconds: null };
      expect((await patch({ ...unsaid, path: 'group/sub' })).json).toMatchObject(unsaid);
    });

    it('do not let a token go to another host, mentioned or not', async () => {
      for (const body of [
        { hostname: 'evil.example' },
        { hostname: 'evil.example', credentials: { token: '<ACCESS_TOKEN>' } },
      ]) {
        const { status, json } = await patch(body);
        expect([status, json.errors?.[0]?.pointer]).toEqual([400, '#/credentials/token']);
        expect(json.errors?.[0]?.detail).toContain('enter the secret again');
      }
      expect((await patch({ hostname: 'evil.example', credentials: { token: '' } })).status).toBe(
        200,
      );
      await patch({ hostname: 'git.acme.example', credentials: { token: TOKEN } });
    });

    it('change only from the revision that was read', async () => {
      await patch({ enabled: false });
      const etag = (await admin('GET', CONFIGS)).headers.get('etag') ?? '';
      expect((await patch({ path: 'new' }, { 'if-match': etag })).status).toBe(200);
      expect((await patch({ path: 'newer' }, { 'if-match': etag })).status).toBe(412);
      const before = { headers: { 'if-match': etag } };
      expect((await admin('DELETE', `${CONFIGS}/%40git`, before)).status).toBe(412);
      await patch({ path: 'group/sub' });
    });

    it.each([
      ['an unknown key', { extra: 1 }, '#/extra'],
      ['no name', { name: undefined }, '#/name'],
      ['a name without @', { name: 'acme' }, '#/name'],
      ['an unknown type', { type: 'svn' }, '#/type'],
      ['a host with a path', { hostname: 'git.example/x' }, '#/hostname'],
      ['no path', { path: undefined }, '#/path'],
      ['an unknown credential', { credentials: { password: 'x' } }, '#/credentials/password'],
      ['no host', { hostname: undefined }, '#/hostname'],
      ['a directory elsewhere', { type: 'local', hostname: undefined, path: '/etc' }, '#/path'],
      [
        'a directory above',
        { type: 'local', hostname: undefined, path: './catalogue/../..' },
        '#/path',
      ],
    ])('refuse %s', async (_, overrides, pointer) => {
      const body = { ...git, name: '@new', ...overrides };
      const { status, json } = await admin<Problem>('POST', CONFIGS, { body });
      expect([status, json.errors?.map((fault) => fault.pointer)]).toEqual([400, [pointer]]);
    });

    it('refuse a name that exists, whatever its case, and another name in a change', async () => {
      expect((await admin('POST', CONFIGS, { body: { ...git, name: '@GIT' } })).status).toBe(409);
      expect((await patch({ name: '@other' })).status).toBe(400);
      expect((await admin('PATCH', `${CONFIGS}/%40none`, { body: {} })).status).toBe(404);
      expect((await remove('@none')).status).toBe(404);
    });
  });
});
