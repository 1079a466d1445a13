import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Model, trusted } from 'mongoose';
import { startArtifacts } from '#test/support/artifacts-domain.js';
import { testDatabase } from '#test/support/database.js';
import { aRepositoryConfig, TestRepositories } from '#test/support/factories/a-repository.js';
import { anArtifact, type ArtifactTraits } from '#test/support/factories/an-artifact.js';
import { HandClock } from '#test/support/hand-clock.js';
import { Clock } from '../../../kernel/clock.js';
import { type JsonObject } from '../../../kernel/json.js';
import { ProfilesService } from '../../profiles/profiles.service.js';
import { type AskedCatalogue, askCatalogue } from '#test/support/ask-catalogue.js';
import { CatalogueService, type PackageName } from './catalogue.service.js';
import {
  CATALOGUE_BUNDLE_MODEL,
  CATALOGUE_CONTENT_MODEL,
} from '#domains/catalogue/index/catalogue-content.schema.js';
import { CATALOGUE_ENTRY_MODEL } from '#domains/catalogue/index/catalogue-entry.schema.js';
import { type IndexedEntry } from '#domains/catalogue/index/catalogue-entry.js';
import { CatalogueSyncService } from '#domains/catalogue/refreshing/catalogue-sync.service.js';
import { CatalogueRepositoriesRepository } from '#domains/catalogue/index/catalogue-repositories.repository.js';
import {
  CATALOGUE_REPOSITORY_MODEL,
  type RepositoryState,
} from '#domains/catalogue/index/catalogue-repository.schema.js';
import { ContentSweeperService } from '#domains/catalogue/index/content-sweeper.service.js';
import { contentHash } from '#domains/catalogue/trust/content-hash.js';

/** Too much to be kept in one record with the others. */
const LARGE_TEXT = 'x'.repeat(2_100_000);

describe('the catalogue', () => {
  const database = testDatabase('catalogue');
  const clock = new HandClock('2026-03-01T00:00:00Z');
  let repositories: TestRepositories;
  let node: TestingModule;

  const start = (env: Record<string, string> = {}): Promise<TestingModule> =>
    startArtifacts({
      uri: database.uri,
      env: { LOCAL_REPOSITORY_ROOTS: repositories.root, PAGE_SIZE: '3', ...env },
      override: (builder) => builder.overrideProvider(Clock).useValue(clock),
    });
  const configure = async (configs: Readonly<Record<string, JsonObject>>) => {
    await node.get(ProfilesService, { strict: false }).changeRepositoryConfigs(() => configs);
    await refresh();
  };
  const refresh = (on = node) => on.get(CatalogueSyncService).refresh();
  const list = (request: AskedCatalogue = {}, on = node) =>
    askCatalogue(on.get(CatalogueService), request, 3);
  const shown = async (request: AskedCatalogue = {}, on = node) =>
    (await list(request, on)).items.map(({ artifact }) => `${artifact.name} ${artifact.version}`);
  const entries = () => node.get<Model<IndexedEntry>>(getModelToken(CATALOGUE_ENTRY_MODEL));
  const made = (
    name: string,
    version: string,
    platformVersion?: string,
    more: ArtifactTraits = {},
  ) =>
    anArtifact({
      name,
      version,
      ...(platformVersion !== undefined && { manifest: { platformVersion } }),
      ...more,
    });

  beforeAll(async () => {
    repositories = await TestRepositories.create();
    node = await start();
  });
  afterEach(async () => {
    await configure({});
  });
  afterAll(async () => {
    await node.close();
    await database.drop();
    await repositories.remove();
  });

  describe('with one repository', () => {
    const a = () => aRepositoryConfig(repositories.path('a'));

    afterEach(() => repositories.take('a'));

    it('lists packages by name whatever their case, in pages, with the exact total', async () => {
      for (const name of ['@acme/b', '@acme/D', '@acme/a', '@acme/C']) {
        await repositories.put('a', name.slice(6), made(name, '1.0.0'));
      }
      await configure({ '@a': a() });
      expect(await list()).toMatchObject({ total: 4, page: 1, totalPages: 2, warnings: [] });
      expect(await shown()).toEqual(['@acme/a 1.0.0', '@acme/b 1.0.0', '@acme/C 1.0.0']);
      expect(await shown({ page: 2 })).toEqual(['@acme/D 1.0.0']);
      expect(await shown({ order: -1 })).toEqual([
        '@acme/D 1.0.0',
        '@acme/C 1.0.0',
        '@acme/b 1.0.0',
      ]);
      expect(await list({ page: 9 })).toMatchObject({ items: [], total: 4, page: 9 });
    });

    it('searches name, description, keywords and author, and nothing as a pattern', async () => {
      await repositories.put(
        'a',
        'x',
        made('@acme/x', '1.0.0', undefined, { metadata: { description: 'IdRemap VLANs' } }),
      );
      await repositories.put(
        'a',
        'y',
        made('@acme/y', '1.0.0', undefined, { metadata: { keywords: ['Spine'] } }),
      );
      await repositories.put(
        'a',
        'z',
        made('@acme/z', '1.0.0', undefined, { metadata: { author: 'Ada (*)' } }),
      );
      await configure({ '@a': a() });
      expect(await shown({ search: 'vlan' })).toEqual(['@acme/x 1.0.0']);
      expect(await shown({ search: 'SPINE' })).toEqual(['@acme/y 1.0.0']);
      expect(await shown({ search: '(*)' })).toEqual(['@acme/z 1.0.0']);
      expect(await shown({ search: '.*' })).toEqual([]);
      expect((await list({ search: '@acme/' })).total).toBe(3);
    });

    it('shows for each release the version that is made for it', async () => {
      await repositories.put('a', 'v1', made('@acme/x', '1.0.0', '2022.1'));
      await repositories.put('a', 'v2', made('@acme/x', '1.1.0-2023.2.1'));
      await repositories.put('a', 'v3', made('@acme/x', '2.0.0'));
      await repositories.put('a', 'v4', made('@acme/x', '3.0.0', '2025.1'));
      await configure({ '@a': a() });
      const shownFor = async (release: string) => {
        const [item] = (await list({ release })).items;
        return [item?.artifact.version, item?.release, item?.versionStatus];
      };
      expect(await shownFor('2021.1')).toEqual(['1.0.0', '2022.1', 'latest']);
      expect(await shownFor('2022.1')).toEqual(['1.0.0', '2022.1', 'current']);
      expect(await shownFor('2023.10')).toEqual(['1.1.0-2023.2.1', '2023.2', 'latest']);
      expect(await shownFor('2024.1')).toEqual(['2.0.0', '2024.1', 'current']);
      expect(await shownFor('2026.1')).toEqual(['3.0.0', '2025.1', 'latest']);
      expect(await shown({ versionStatus: 'current' })).toEqual(['@acme/x 2.0.0']);
      expect(await shown({ versionStatus: 'current', release: '2023.10' })).toEqual([]);
      expect(await shown({ versionStatus: 'latest', release: '2023.10' })).toHaveLength(1);
    });

    it('takes up changes, additions and removals, and reads nothing else again', async () => {
      await repositories.put('a', 'x', made('@acme/x', '1.0.0'));
      await repositories.put('a', 'y', made('@acme/y', '1.0.0'));
      await configure({ '@a': a() });
      const stamped = await entries().find().lean().exec();
      await repositories.put('a', 'x', made('@acme/x', '1.0.1'));
      await repositories.take('a', 'y');
      await repositories.put('a', 'z', made('@acme/z', '1.0.0'));
      await refresh();
      expect(await shown()).toEqual(['@acme/x 1.0.1', '@acme/z 1.0.0']);
      expect(stamped.every(({ stamp }) => stamp === undefined)).toBe(true);

      await entries().updateOne({ name: '@acme/x' }, { $set: { registryId: 4711 } });
      await refresh();
      expect((await list()).items[0]?.registryId).toBe(4711);
    });

    it('lets an older version take the place of a removed newer one', async () => {
      await repositories.put('a', 'v1', made('@acme/x', '1.0.0'));
      await repositories.put('a', 'v2', made('@acme/x', '2.0.0'));
      await configure({ '@a': a() });
      expect(await shown()).toEqual(['@acme/x 2.0.0']);
      await repositories.take('a', 'v2');
      await refresh();
      expect(await shown()).toEqual(['@acme/x 1.0.0']);
    });

    it('names what is broken and lists the others', async () => {
      await repositories.put('a', 'good', made('@acme/good', '1.0.0'));
      await repositories.put('a', 'json', '{"metadata":');
      await repositories.put('a', 'shape', { metadata: { name: '@acme/shape' } });
      await repositories.put(
        'a',
        'deep',
        JSON.stringify(anArtifact({ name: '@acme/deep' })).replace(
          '"tasks":{',
          `"deep":${'['.repeat(200)}${']'.repeat(200)},"tasks":{`,
        ),
      );
      await configure({ '@a': a() });
      const { items, warnings } = await list();
      expect(items).toHaveLength(1);
      expect(warnings).toEqual([
        { config: '@a', package: 'deep', message: expect.stringContaining('nested deeper') },
        { config: '@a', package: 'json', message: 'the file is not valid JSON' },
        {
          config: '@a',
          package: 'shape',
          message: expect.stringContaining('#/metadata/version is missing'),
        },
      ]);
      await repositories.put('a', 'json', made('@acme/mended', '1.0.0'));
      await refresh();
      expect((await list()).warnings.map(({ package: place }) => place)).toEqual(['deep', 'shape']);
      expect(await shown()).toEqual(['@acme/good 1.0.0', '@acme/mended 1.0.0']);
    });

    it('keeps its last index when the directory is gone, and says so', async () => {
      await repositories.put('a', 'x', made('@acme/x', '1.0.0'));
      await configure({ '@a': a() });
      await repositories.take('a');
      await refresh();
      const { items, warnings } = await list();
      expect(items).toHaveLength(1);
      expect(warnings).toEqual([{ config: '@a', message: expect.stringContaining('is missing') }]);
      await repositories.make('a');
      await refresh();
      expect(await list()).toMatchObject({ items: [], warnings: [] });
    });

    it('believes another node that has read the directory lately, and not for ever', async () => {
      await repositories.put('a', 'x', made('@acme/x', '1.0.0'));
      await configure({ '@a': a() });
      const states = node.get<Model<RepositoryState>>(getModelToken(CATALOGUE_REPOSITORY_MODEL));
      await states.updateOne({ _id: '@a' }, { $set: { indexedBy: 'another machine' } });
      await repositories.take('a');
      await refresh();
      expect((await list()).warnings).toEqual([]);
      clock.advance({ minutes: 4 * 24 * 60 });
      await refresh();
      expect((await list()).warnings).toHaveLength(1);
      await repositories.make('a');
    });

    it('has no package of a place that the configuration no longer names', async () => {
      await repositories.put('a', 'x', made('@acme/x', '1.0.0'));
      await configure({ '@a': a() });
      await configure({ '@a': aRepositoryConfig(repositories.path('elsewhere')) });
      await expect(list()).rejects.toMatchObject({ kind: 'upstream-failed' });
      expect(await entries().countDocuments()).toBe(0);
    });

    it('gives the document as it came, in the words of the interface', async () => {
      const metadata = {
        IAPDependencies: { 'app-mop': '' },
        gitlabId: 5,
        platformDependencies: null,
      };
      const odd = { $ref: 'a.b', $id: 'x', 'a.b': { $set: {} } };
      await repositories.put(
        'a',
        'x',
        anArtifact({ name: '@acme/x', metadata: { ...metadata, odd } }),
      );
      await configure({ '@a': a() });
      const [item] = (await list()).items;
      expect(item?.registryId).toBe(5);
      expect(item?.document['metadata']).toMatchObject({ odd });
      expect(JSON.parse(JSON.stringify(item?.document))).toMatchObject({
        metadata: { registryId: 5, platformDependencies: { 'app-mop': '' } },
        bundles: [{ type: 'workflow', data: { tasks: { workflow_end: {} } } }],
      });
      expect(item?.document['metadata']).not.toHaveProperty('gitlabId');
    });

    it('moves what names no release along with the running release', async () => {
      await repositories.put('a', 'x', made('@acme/x', '1.0.0'));
      await repositories.put('a', 'y', made('@acme/y', '1.0.0', '2024.1'));
      await configure({ '@a': a() });
      const later = await start({ PLATFORM_RELEASE: '2025.2' });
      await refresh(later);
      expect(await shown({ versionStatus: 'current' }, later)).toEqual(['@acme/x 1.0.0']);
      await later.close();
      await refresh();
      expect(await shown({ versionStatus: 'current' })).toHaveLength(2);
    });
  });

  describe('with several repositories', () => {
    const both = (overrides: JsonObject = {}) => ({
      '@a': aRepositoryConfig(repositories.path('a'), overrides),
      '@b': aRepositoryConfig(repositories.path('b')),
    });

    afterEach(async () => {
      await repositories.take('a');
      await repositories.take('b');
    });

    it('merges them to one entry for each name: highest release, then version, then configuration', async () => {
      await repositories.put('a', 'x', made('@acme/x', '1.0.0', '2023.2'));
      await repositories.put('b', 'x', made('@acme/X', '0.9.0', '2024.1'));
      await repositories.put('a', 'y', made('@acme/y', '1.0.0'));
      await repositories.put('b', 'y', made('@acme/y', '1.2.0'));
      await repositories.put('a', 'z', made('@acme/z', '1.0.0', undefined, { readme: 'of a' }));
      await repositories.put('b', 'z', made('@acme/z', '1.0.0', undefined, { readme: 'of b' }));
      await configure(both());
      expect(await shown()).toEqual(['@acme/X 0.9.0', '@acme/y 1.2.0', '@acme/z 1.0.0']);
      expect((await list({ search: '@acme/z' })).items[0]?.artifact.readme).toBe('of a');
      expect(await shown({ config: '@a' })).toEqual([
        '@acme/x 1.0.0',
        '@acme/y 1.0.0',
        '@acme/z 1.0.0',
      ]);
      expect(await shown({ release: '2023.5' })).toContain('@acme/x 1.0.0');
    });

    it('finds what is shown under a name, or the version that is asked for', async () => {
      await repositories.put(
        'a',
        'x1',
        made('@acme/x', '1.0.0', '2023.1', { readme: 'a, 2023.1' }),
      );
      await repositories.put(
        'b',
        'x1',
        made('@acme/x', '1.0.0', '2023.2', { readme: 'b, 2023.2' }),
      );
      await repositories.put('b', 'x2', made('@acme/x', '2.0.0', '2026.1'));
      await repositories.put('a', 'y', made('@acme/y', '1.0.0', undefined, { readme: 'a' }));
      await repositories.put('b', 'y', made('@acme/y', '1.0.0', undefined, { readme: 'b' }));
      await configure(both());
      const readme = async (named: PackageName) =>
        (await node.get(CatalogueService).find(named)).document['readme'];
      expect(await readme({ name: '@ACME/x' })).toBe('b, 2023.2');
      expect(await readme({ name: '@acme/x', version: '1.0.0' })).toBe('b, 2023.2');
      expect(await readme({ name: '@acme/x', version: '1.0.0', config: '@a' })).toBe('a, 2023.1');
      expect(await readme({ name: '@acme/x', version: '2.0.0' })).toBe('# @acme/x\n');
      expect(await readme({ name: '@acme/y', version: '1.0.0' })).toBe('a');
      await expect(readme({ name: '@acme/x', version: '3.0.0' })).rejects.toMatchObject({
        kind: 'not-found',
        detail: "Package '@acme/x 3.0.0' not found",
      });
    });

    it('leaves out a disabled one at once, and finds it again unread when it is enabled', async () => {
      await repositories.put('a', 'x', made('@acme/x', '2.0.0'));
      await repositories.put('b', 'x', made('@acme/x', '1.0.0'));
      await configure(both());
      await configure(both({ enabled: false }));
      expect(await shown()).toEqual(['@acme/x 1.0.0']);
      expect(await list({ config: '@a' })).toMatchObject({ items: [], total: 0, totalPages: 0 });
      await entries().updateOne({ config: '@a' }, { $set: { registryId: 4711 } });
      await configure(both());
      expect((await list()).items[0]).toMatchObject({
        registryId: 4711,
        artifact: { version: '2.0.0' },
      });
    });

    it('forgets one that is no longer configured', async () => {
      await repositories.put('a', 'x', made('@acme/x', '2.0.0'));
      await repositories.put('b', 'y', made('@acme/y', '1.0.0'));
      await configure(both());
      await configure({ '@b': both()['@b'] });
      expect(await shown()).toEqual(['@acme/y 1.0.0']);
      expect(await entries().countDocuments({ config: '@a' })).toBe(0);
      await expect(list({ config: '@a' })).rejects.toMatchObject({ kind: 'not-found' });
    });

    it('lists the others when one fails, and fails when all do', async () => {
      await repositories.put('a', 'x', made('@acme/x', '1.0.0'));
      await repositories.make('b');
      await configure({
        '@a': aRepositoryConfig(repositories.path('a')),
        '@gone': aRepositoryConfig(repositories.path('gone')),
        '@git': aRepositoryConfig('acme', { type: 'other', hostname: 'git.acme.example' }),
      });
      expect(await shown()).toEqual(['@acme/x 1.0.0']);
      const { warnings } = await list();
      expect(warnings.map(({ config }) => config).toSorted()).toEqual(['@git', '@gone']);
      expect(warnings.find(({ config }) => config === '@git')?.message).toContain(
        "type 'other' are not supported yet",
      );
      await configure({ '@gone': aRepositoryConfig(repositories.path('gone')) });
      await expect(list()).rejects.toMatchObject({
        kind: 'upstream-failed',
        detail: expect.stringContaining('@gone: the directory'),
      });
    });

    it('says which repositories have not been read yet', async () => {
      await repositories.make('a');
      await repositories.make('b');
      const profiles = node.get(ProfilesService, { strict: false });
      await profiles.changeRepositoryConfigs(() => both());
      expect((await list()).warnings).toEqual([
        { config: '@a', message: 'has not been read yet' },
        { config: '@b', message: 'has not been read yet' },
      ]);
    });

    it('serves on one node what another has read, and lets that one be right about it', async () => {
      await repositories.put('a', 'x', made('@acme/x', '1.0.0'));
      await repositories.make('b');
      await configure(both());
      const other = await start();
      expect(await shown({}, other)).toEqual(['@acme/x 1.0.0']);
      await Promise.all([refresh(), refresh(other), refresh(), refresh(other)]);
      expect(await shown()).toEqual(['@acme/x 1.0.0']);
      expect(await entries().countDocuments({ stamp: trusted({ $exists: true }) })).toBe(0);
      await other.close();
    });

    it('counts on every node what is there now, though totals are kept', async () => {
      await repositories.put('a', 'x', made('@acme/x', '1.0.0'));
      await repositories.make('b');
      await configure(both());
      const other = await start();
      const totals = async (search = '') =>
        Promise.all([list({ search }), list({ search }, other)]).then((pages) =>
          pages.map(({ total }) => total),
        );
      expect(await totals()).toEqual([1, 1]);
      await repositories.put('b', 'y', made('@acme/y', '1.0.0'));
      await refresh(other);
      expect(await totals()).toEqual([2, 2]);
      expect(await totals('what @acme/y does')).toEqual([1, 1]);
      // A node has written an entry and not recomputed the visible versions yet.
      await entries().updateOne({ name: '@acme/y' }, { $set: { searchText: 'z', stamp: 's' } });
      expect(await totals('what @acme/y does')).toEqual([0, 0]);
      await other.close();
    });

    it('mends at once visible versions that a node was changing when it died', async () => {
      await repositories.put('a', 'x', made('@acme/x', '1.0.0'));
      await repositories.put('b', 'x', made('@acme/x', '2.0.0'));
      await configure(both());
      await node.get(CatalogueRepositoriesRepository).markChanging(true);
      await entries().updateMany({}, { $set: { mergedShelf: { from: 0, until: 1e14 } } });
      expect(await list()).toMatchObject({ total: 2 });
      await refresh();
      expect(await list()).toMatchObject({ total: 1 });
    });

    it('mends visible versions that a node left wrong when it died', async () => {
      await repositories.put('a', 'x', made('@acme/x', '1.0.0'));
      await repositories.put('b', 'x', made('@acme/x', '2.0.0'));
      await configure(both());
      await entries().updateMany({}, { $set: { mergedShelf: { from: 0, until: 5 } } });
      expect(await shown()).toEqual([]);
      clock.advance({ minutes: 11 });
      await refresh();
      expect(await shown()).toEqual(['@acme/x 2.0.0']);
    });
  });

  describe('its contents', () => {
    const count = (model: string) =>
      node.get<Model<unknown>>(getModelToken(model)).countDocuments();

    const forget = async () => {
      await repositories.take('a', 'x');
      await configure({});
      clock.advance({ minutes: 200 });
      await node.get(ContentSweeperService).sweep();
    };
    const bundlesShown = async () => (await list()).items[0]?.document.bundles.toJSON();

    it.each([
      ['small', 'a'],
      ['large', LARGE_TEXT],
    ])('keep the bundles of a %s package in their order', async (_, text) => {
      const bundles = ['c', 'a', 'b'].map((name) => ({ type: 'form', data: { name, text } }));
      await repositories.put('a', 'x', made('@acme/x', '1.0.0', undefined, { bundles }));
      await configure({ '@a': aRepositoryConfig(repositories.path('a')) });
      expect(await bundlesShown()).toEqual(bundles);
      const { document } = await node.get(CatalogueService).find({ name: '@acme/x' });
      expect(document['bundles']).toEqual(bundles);
      await forget();
    });

    it('keep bundles that a node of before has stored since they were packed', async () => {
      const form = (name: string) => ({ type: 'form', data: { name, text: LARGE_TEXT } });
      const bundles = ['document', 'text'].map(form);
      await repositories.put('a', 'x', made('@acme/x', '1.0.0', undefined, { bundles }));
      await configure({ '@a': aRepositoryConfig(repositories.path('a')) });
      const model = node.get<Model<unknown>>(getModelToken(CATALOGUE_BUNDLE_MODEL));
      for (const [at, bundle] of bundles.entries()) {
        const stored = at === 0 ? bundle : JSON.stringify(bundle);
        const change = { $set: { bundle: stored }, $unset: { packed: 1 } };
        await model.updateOne({ _id: contentHash(bundle) }, change, { strict: false });
      }
      expect(await bundlesShown()).toEqual(bundles);
      await forget();
    });

    it('are whole or not there', async () => {
      const bundles = ['a', 'b'].map((name) => ({
        type: 'form',
        data: { name, text: LARGE_TEXT },
      }));
      await repositories.put('a', 'x', made('@acme/x', '1.0.0', undefined, { bundles }));
      await configure({ '@a': aRepositoryConfig(repositories.path('a')) });
      const model = node.get<Model<unknown>>(getModelToken(CATALOGUE_BUNDLE_MODEL));
      await model.deleteOne({ _id: contentHash(bundles[1] ?? {}) });
      expect((await list()).items).toEqual([]);
      await expect(node.get(CatalogueService).find({ name: '@acme/x' })).rejects.toMatchObject({
        kind: 'not-found',
      });
      await forget();
    });

    it('are shared by equal documents, and swept an hour after the last entry is gone', async () => {
      const shared = { type: 'workflow', data: { name: 'shared', text: LARGE_TEXT } };
      await repositories.put('a', 'v1', made('@acme/x', '1.0.0', undefined, { bundles: [shared] }));
      await repositories.put('a', 'v2', made('@acme/x', '2.0.0', undefined, { bundles: [shared] }));
      await configure({ '@a': aRepositoryConfig(repositories.path('a')) });
      clock.advance({ minutes: 90 });
      await node.get(ContentSweeperService).sweep();
      expect(await count(CATALOGUE_CONTENT_MODEL)).toBe(2);
      expect(await count(CATALOGUE_BUNDLE_MODEL)).toBe(1);

      await repositories.take('a', 'v2');
      await repositories.put('a', 'v3', made('@acme/x', '3.0.0'));
      await refresh();
      await node.get(ContentSweeperService).sweep();
      expect(await count(CATALOGUE_CONTENT_MODEL)).toBe(2);
      expect(await bundlesShown()).toEqual(anArtifact({ name: '@acme/x' })['bundles']);

      await repositories.take('a', 'v1');
      await repositories.take('a', 'v3');
      await refresh();
      await node.get(ContentSweeperService).sweep();
      expect(await count(CATALOGUE_CONTENT_MODEL)).toBe(1);
      clock.advance({ minutes: 90 });
      await node.get(ContentSweeperService).sweep();
      expect(await count(CATALOGUE_CONTENT_MODEL)).toBe(0);
      expect(await count(CATALOGUE_BUNDLE_MODEL)).toBe(0);
    });
  });
});
