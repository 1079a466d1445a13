import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Model } from 'mongoose';
import { CatalogueSyncService } from '../../src/domains/catalogue/refreshing/catalogue-sync.service.js';
import { CatalogueEntriesRepository } from '../../src/domains/catalogue/index/catalogue-entries.repository.js';
import { CATALOGUE_ENTRY_MODEL } from '../../src/domains/catalogue/index/catalogue-entry.schema.js';
import {
  CATALOGUE_REPOSITORY_MODEL,
  CATALOGUE_STATE_MODEL,
  type CatalogueState,
} from '../../src/domains/catalogue/index/catalogue-repository.schema.js';
import { STRIDE } from '../../src/domains/catalogue/index/known-lists.js';
import { CatalogueService } from '../../src/domains/artifacts/offered/catalogue.service.js';
import { toKeywordLines } from '../../src/domains/artifacts/packages/package-content.js';
import { PACKAGE_MODEL } from '../../src/domains/artifacts/stored/package.schema.js';
import { INSTALLED_LIST } from '../../src/domains/artifacts/artifact-lists.js';
import { PackagesService } from '../../src/domains/artifacts/packages/packages.service.js';
import { ProfilesService } from '../../src/domains/profiles/profiles.service.js';
import { type AskedCatalogue, askCatalogue } from '../support/ask-catalogue.js';
import { startArtifacts } from '../support/artifacts-domain.js';
import { partOfList } from '../support/part-of-list.js';
import { testDatabase } from '../support/database.js';
import { type ExplainedRead, explainReads } from '../support/explained.js';
import { anArtifact } from '../support/factories/an-artifact.js';
import { watched } from '../support/watch-commands.js';

const DOCUMENTS = 10_000;
const RELEASES = [2021, 2022, 2023, 2024, 2025].map((year) => year * 1e9 + 1e6);
const END = 1e14;
const CONFIGS = ['@a', '@b'];

/** 5,000 names, each in two configurations and made for two releases. */
function entry(at: number): object {
  const name = `package-${String(Math.floor(at / 2)).padStart(5, '0')}`;
  const release = at % RELEASES.length;
  const from = at % 2 === 0 ? 0 : (RELEASES[2] ?? 0);
  const interval = { from, until: at % 2 === 0 ? RELEASES[2] : END };
  return {
    _id: `entry-${String(at)}`,
    config: CONFIGS[Math.floor(at / 2) % 2],
    ref: `place-${String(at)}`,
    fingerprint: 'f',
    name,
    nameFolded: name,
    version: '1.0.0',
    release: '2023.1',
    releaseKey: RELEASES[release],
    line: { kind: 'place', name: null },
    dependencies: [],
    integrity: '',
    signature: { state: 'unchecked', key: null },
    searchText: `${name}\nacme\n${at % 50 === 1 ? 'rare' : 'usual'}`,
    contentId: `content-${String(at)}`,
    sizeBytes: 1,
    published: null,
    registryId: 1,
    shelf: interval,
    mergedShelf: interval,
  };
}

function installed(at: number): object {
  const name = `package-${String(at).padStart(5, '0')}`;
  const keywords = [`k${String(at % 100)}`, 'all'];
  return {
    _id: `installed-${String(at)}`,
    nameFolded: name,
    state: at % 10 === 0 ? 'reserved' : 'installed',
    revision: 1,
    name,
    version: `1.${String(at % 7)}.0`,
    descriptionFolded: at % 50 === 1 ? 'rare' : 'usual',
    keywords,
    keywordLines: toKeywordLines(keywords),
    dependencies: [],
    components: [],
    bundles: [],
    head: anArtifact({ name, version: '1.0.0' }),
    installed: new Date(0),
    installedBy: 'ada',
  };
}

/**
 * Each read looks at no more than it must: pages at what they skip and show, counts at keys alone
 * (or at the one document of a unique name).
 */
function expectLean(reads: readonly ExplainedRead[]): void {
  expect(reads.length).toBeGreaterThan(0);
  for (const { collection, kind, skip, docsExamined, returned, stages } of reads) {
    const most = kind === 'count' ? 1 : skip + returned + 1;
    expect([collection, docsExamined, docsExamined <= most]).toEqual([
      collection,
      docsExamined,
      true,
    ]);
    expect(stages).not.toContain('COLLSCAN');
    // The order comes from the index; sorting a single document is no work.
    expect(returned > 1 && stages.includes('SORT')).toBe(false);
  }
}

const NUMBERS = Array.from({ length: DOCUMENTS }, (_, at) => at);
/** How many of the generated documents a plain rule picks. */
const countOf = (rule: (at: number) => boolean): number => NUMBERS.filter(rule).length;
const isShownNow = (at: number): boolean => at % 2 === 1;
const isInstalled = (at: number): boolean => at % 10 !== 0;
const nameOf = (at: number): string => String(at).padStart(5, '0');

describe('the indexes of lists', () => {
  const database = testDatabase('list-indexes');
  let node: TestingModule;

  const fill = (model: string, documents: readonly object[]) =>
    node.get<Model<unknown>>(getModelToken(model)).collection.insertMany(documents);

  beforeAll(async () => {
    node = await startArtifacts({ uri: watched(database.uri) });
    await node
      .get(ProfilesService, { strict: false })
      .changeRepositoryConfigs(() =>
        Object.fromEntries(
          CONFIGS.map((name) => [name, { enabled: true, type: 'local', hostname: '', path: '.' }]),
        ),
      );
    await node.get(CatalogueSyncService).neverRead();
    await fill(CATALOGUE_ENTRY_MODEL, NUMBERS.map(entry));
    await fill(PACKAGE_MODEL, NUMBERS.map(installed));
    await fill(
      CATALOGUE_REPOSITORY_MODEL,
      CONFIGS.map((_id) => ({
        _id,
        identity: '',
        indexed: new Date(0),
        error: null,
        broken: [],
        packages: 0,
      })),
    );
  });
  afterAll(async () => {
    await node.close();
    await database.drop();
  });

  describe('of operations 1 and 2', () => {
    it.each<[string, AskedCatalogue, (at: number) => boolean]>([
      ['the first page of all', {}, isShownNow],
      ['the last page of all, backwards', { page: 200, order: -1 }, isShownNow],
      [
        'a page of one configuration',
        { config: '@b', page: 30 },
        (at) => isShownNow(at) && at % 4 > 1,
      ],
      ['another release', { release: '2022.1', page: 7 }, (at) => !isShownNow(at)],
      [
        'what is made for a release',
        { versionStatus: 'current', page: 5 },
        (at) => isShownNow(at) && at % 5 === 3,
      ],
      [
        'what is made for a release in one configuration',
        { versionStatus: 'current', config: '@a', release: '2021.1' },
        (at) => !isShownNow(at) && at % 5 === 0 && at % 4 < 2,
      ],
      ['a search', { search: 'RARE' }, (at) => at % 50 === 1],
      [
        'a search in one configuration',
        { search: 'rare', config: '@a', order: -1 },
        (at) => at % 50 === 1 && at % 4 < 2,
      ],
      [
        'a search in what is made for a release',
        { search: 'usual', versionStatus: 'current' },
        (at) => isShownNow(at) && at % 5 === 3 && at % 50 !== 1,
      ],
      ['a search that finds nothing', { search: 'nowhere' }, () => false],
      ['one name', { equals: { name: 'package-00003' } }, (at) => at === 7],
      [
        'the beginning of names',
        { startsWith: { name: 'PACKAGE-0000' } },
        (at) => isShownNow(at) && at < 20,
      ],
      [
        'a part of names in one configuration',
        { contains: { name: '-0001' }, config: '@a' },
        (at) => isShownNow(at) && at >= 20 && at < 40 && at % 4 < 2,
      ],
    ])('lets %s look at its own documents alone', async (_, request, rule) => {
      const { reads, result } = await explainReads(node, () =>
        askCatalogue(node.get(CatalogueService), request),
      );
      expectLean(reads);
      expect(result.total).toBe(countOf(rule));
    });
  });

  describe('of pages far down', () => {
    const view = { kind: 'merged' } as const;
    const shown = { view, releaseKey: RELEASES[3] ?? 0, isCurrentOnly: false, search: '' };
    const usual = { ...shown, search: 'usual' };
    const namesOf = (rule: (at: number) => boolean) =>
      NUMBERS.filter(rule).map((at) => `package-${nameOf(Math.floor(at / 2))}`);

    const states = () =>
      node.get<Model<CatalogueState>>(getModelToken(CATALOGUE_STATE_MODEL)).collection;

    beforeAll(() =>
      states().insertOne({ _id: 'shelves' as never, generation: 1, isChanging: false }),
    );

    it.each([
      ['in order', shown, 1, namesOf(isShownNow)],
      ['backwards', shown, -1, namesOf(isShownNow).toReversed()],
      ['of a search', usual, 1, namesOf((at) => isShownNow(at) && at % 50 !== 1)],
    ] as const)('lets them begin at a mark: %s', async (_, query, order, names) => {
      const entries = node.get(CatalogueEntriesRepository);
      for (const skip of [3210, 1499, 1500, 4797, 0, 4999, 5000, 1_000_000]) {
        const { reads, result } = await explainReads(node, () =>
          entries.page(query, order, { skip, limit: 3 }),
        );
        expectLean(reads);
        expect(Math.max(...reads.map((read) => read.skip))).toBeLessThanOrEqual(STRIDE);
        expect(result.items.map(({ nameFolded }) => nameFolded)).toEqual(
          names.slice(skip, skip + 3),
        );
        expect(result.total).toBe(names.length);
      }
    });

    it('passes over all of them while the list is being changed, and anew when it was', async () => {
      const entries = node.get(CatalogueEntriesRepository);
      const begin = async () => {
        const { items } = await entries.page(shown, 1, { skip: 3210, limit: 1 });
        return items.map(({ nameFolded }) => nameFolded);
      };
      const { collection } = node.get<Model<unknown>>(getModelToken(CATALOGUE_ENTRY_MODEL));
      const id = 'entry-1' as never;
      const { mergedShelf } = entry(1) as { mergedShelf: object };
      expect(await begin()).toEqual(['package-03210']);
      await states().updateMany({}, { $set: { isChanging: true } });
      await collection.updateOne({ _id: id }, { $unset: { mergedShelf: 1 } });
      expect(await begin()).toEqual(['package-03211']);
      await states().updateMany({}, { $set: { isChanging: false }, $inc: { generation: 1 } });
      expect(await begin()).toEqual(['package-03211']);
      await collection.updateOne({ _id: id }, { $set: { mergedShelf } });
      await states().updateMany({}, { $inc: { generation: 1 } });
      expect(await begin()).toEqual(['package-03210']);
    });
  });

  describe('of operation 3', () => {
    const isOf = (minor: number) => (at: number) => isInstalled(at) && at % 7 === minor;

    it.each<[string, object, (at: number) => boolean]>([
      ['the first page', {}, isInstalled],
      ['a page far down, backwards', { skip: 8000, limit: 100, order: -1 }, isInstalled],
      ['one name', { equals: { name: 'package-00001' } }, (at) => at === 1],
      ['one version', { equals: { version: '1.3.0' }, skip: 1000 }, isOf(3)],
      ['one keyword', { equals: { keywords: 'k7' } }, (at) => at % 100 === 7],
      ['a keyword and a version', { equals: { keywords: 'all', version: '1.2.0' } }, isOf(2)],
      [
        'name, version and keyword',
        { equals: { name: 'package-00001', version: '1.1.0', keywords: 'k1' } },
        (at) => at === 1,
      ],
      ['a part of the name', { contains: { name: 'GE-0000' } }, (at) => isInstalled(at) && at < 10],
      ['a part of the description', { contains: { description: 'rare' } }, (at) => at % 50 === 1],
      [
        'parts of both',
        { contains: { description: 'usual', name: '9' } },
        (at) => isInstalled(at) && at % 50 !== 1 && nameOf(at).includes('9'),
      ],
      [
        'a keyword and a part of the name',
        { equals: { keywords: 'k7' }, contains: { name: '07' } },
        (at) => at % 100 === 7,
      ],
      [
        'a version and a part of the description',
        { equals: { version: '1.3.0' }, contains: { description: 'rare' } },
        (at) => isOf(3)(at) && at % 50 === 1,
      ],
    ])('lets %s look at its own documents alone', async (_, overrides, rule) => {
      const { reads, result } = await explainReads(node, () =>
        node.get(PackagesService).list(partOfList(INSTALLED_LIST, overrides)),
      );
      expectLean(reads);
      expect(result.total).toBe(countOf(rule));
    });

    it.each([
      ['few', 'package-0995', 3],
      ['many', 'package', 190],
      ['many, further down,', 'package', 1000],
    ])('looks at all keys once for a part of a text that %s have', async (_, name, skip) => {
      const ids = NUMBERS.filter(isInstalled)
        .filter((at) => `package-${nameOf(at)}`.includes(name))
        .map((at) => `installed-${String(at)}`);
      const part = partOfList(INSTALLED_LIST, { contains: { name }, skip, limit: 3 });
      const { reads, result } = await explainReads(node, () =>
        node.get(PackagesService).list(part),
      );
      expect(result.items.map(({ id }) => id)).toEqual(ids.slice(skip, skip + 3));
      expect(result.total).toBe(ids.length);
      expectLean(reads);
      const walks = reads.filter(({ keysExamined }) => keysExamined > DOCUMENTS / 2);
      expect(walks).toHaveLength(1);
    });

    it.each([1, -1])(
      'passes over half of it at most in order %i, and shows the same',
      async (order) => {
        const ids = NUMBERS.filter(isInstalled).map((at) => `installed-${String(at)}`);
        if (order === -1) ids.reverse();
        for (const skip of [1999, 4499, 4501, 8000, 8997, 8999, 9000, 20_000]) {
          const { reads, result } = await explainReads(node, () =>
            node.get(PackagesService).list(partOfList(INSTALLED_LIST, { skip, limit: 3, order })),
          );
          expect(result.items.map(({ id }) => id)).toEqual(ids.slice(skip, skip + 3));
          expect(result.total).toBe(ids.length);
          const passed = reads.filter(({ kind }) => kind === 'find').map((read) => read.skip);
          expect(Math.max(0, ...passed)).toBeLessThanOrEqual(ids.length / 2);
        }
      },
    );
  });
});
