import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Module } from '@nestjs/common';
import { getModelToken } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Model } from 'mongoose';
import { BACKUP_MODEL } from '../../src/domains/backups/store/backup.schema.js';
import { type BackupList } from '../../src/domains/backups/store/backup-list.js';
import { BACKUP_VERSION_LIST } from '../../src/domains/backups/records/backup-version-list.js';
import { BackupListsRepository } from '../../src/domains/backups/store/backup-lists.repository.js';
import { BackupsRepository } from '../../src/domains/backups/store/backups.repository.js';
import { BackupStoreModule } from '../../src/domains/backups/store/backup-store.module.js';
import { type Principal } from '../../src/kernel/principal.js';
import { partOfList } from '../support/part-of-list.js';
import { testDatabase } from '../support/database.js';
import { startDomain } from '../support/domain-app.js';
import { explainReads } from '../support/explained.js';
import { aPrincipal } from '../support/factories/a-principal.js';
import { watched } from '../support/watch-commands.js';

@Module({ imports: [BackupStoreModule] })
class BackupReads {}

const VERSIONS = 10_000;
const NUMBERS = Array.from({ length: VERSIONS }, (_, at) => at);
const nameOf = (at: number) => `router ${String(at % 100).padStart(2, '0')}`;
/** Every second device is everybody's, every tenth is of the group `few`. */
const readersOf = (at: number) => (at % 2 === 0 ? ['*'] : at % 10 === 1 ? ['few'] : ['others']);

const version = (at: number): object => ({
  _id: `version-${String(at).padStart(5, '0')}`,
  chain: `name:${nameOf(at)}`,
  place: Math.floor(at / 100) + 1,
  name: nameOf(at),
  nameFolded: nameOf(at),
  date: new Date(Date.parse('2026-01-01T00:00:00Z') + at * 1000),
  gbac: { read: [], write: [] },
  readers: readersOf(at),
});

const ADMIN = aPrincipal('admin');
const MEMBER = aPrincipal('apiread', ['few']);
const seenByMember = (at: number): boolean => at % 2 === 0 || at % 10 === 1;

describe('the indexes of backups', () => {
  const database = testDatabase('backup-indexes');
  let node: TestingModule;
  const versions = () => node.get<Model<unknown>>(getModelToken(BACKUP_MODEL), { strict: false });
  beforeAll(async () => {
    node = await startDomain({ uri: watched(database.uri), module: BackupReads });
    await versions().collection.insertMany(NUMBERS.map(version));
  });
  afterAll(async () => {
    await node.close();
    await database.drop();
  });

  const ANY = { kind: 'any' } as const;
  const LISTS: readonly [string, Pick<BackupList, 'names' | 'order'>, (at: number) => boolean][] = [
    ['the newest', { names: ANY, order: {} }, () => true],
    ['the oldest', { names: ANY, order: { date: 1 } }, () => true],
    [
      'one name',
      { names: { kind: 'exactly', name: nameOf(12) }, order: {} },
      (at) => at % 100 === 12,
    ],
    [
      'some names by pattern',
      { names: { kind: 'among', namesFolded: [nameOf(11), nameOf(12)] }, order: { name: 1 } },
      (at) => [11, 12].includes(at % 100),
    ],
  ];
  const CASES = LISTS.flatMap(([title, list, rule]) => [
    [`${title} for administrators`, list, ADMIN, rule] as const,
    [`${title} for a member`, list, MEMBER, (at: number) => rule(at) && seenByMember(at)] as const,
  ]);

  it.each(CASES)('carry the list: %s', async (_, list, who, rule) => {
    const { result, reads } = await explainReads(node, () =>
      node.get(BackupListsRepository, { strict: false }).list({ ...list, skip: 5, limit: 10 }, who),
    );
    expect(result.total).toBe(NUMBERS.filter(rule).length);
    expect(result.items).toHaveLength(10);
    expect(reads.length).toBeGreaterThan(0);
    for (const { stages } of reads) expect(stages).not.toContain('COLLSCAN');
    const found = reads.filter(({ kind }) => kind === 'find');
    for (const { docsExamined } of found) expect(docsExamined).toBeLessThanOrEqual(200);
  });

  it('carry the versions of a device', async () => {
    const { result, reads } = await explainReads(node, () =>
      node
        .get(BackupListsRepository, { strict: false })
        .ofChains([`name:${nameOf(12)}`], partOfList(BACKUP_VERSION_LIST, { skip: 10 }), ADMIN),
    );
    expect(result).toMatchObject({ total: 100, items: { length: 25 } });
    for (const { kind, stages, docsExamined } of reads) {
      expect(stages).not.toContain('COLLSCAN');
      expect(stages).not.toContain('SORT');
      // Whether a version is hidden stands in the index, but the absence of it does not.
      expect(docsExamined).toBeLessThanOrEqual(kind === 'find' ? 35 : 100);
    }
  });

  const listOf = (list: Pick<BackupList, 'order' | 'skip' | 'limit'>, who: Principal) =>
    node.get(BackupListsRepository, { strict: false }).list({ names: ANY, ...list }, who);

  it.each([
    ['the newest', {}, ADMIN],
    ['the newest of a member', {}, MEMBER],
    ['names', { name: 1 }, ADMIN],
    ['names, each from its oldest', { name: -1, date: 1 }, ADMIN],
  ] as const)(
    'carry %s on from a page far down: nothing before it is passed over',
    async (_, order, who) => {
      await listOf({ order, skip: 2500, limit: 150 }, who);
      const { reads } = await explainReads(node, () =>
        listOf({ order, skip: 2650, limit: 50 }, who),
      );
      // Beside whether the list has changed.
      expect(reads.filter(({ keysExamined }) => keysExamined > 1)).toHaveLength(1);
      for (const { keysExamined } of reads) expect(keysExamined).toBeLessThanOrEqual(300);
    },
  );

  it('tell a page far down anew after a version was seen that is older than it', async () => {
    const page = { order: {}, skip: 3900, limit: 50 };
    // The page after it, from where it would be read.
    const [, first] = (await listOf({ ...page, skip: 4000 }, ADMIN)).items;
    const isNoted = await node
      .get(BackupsRepository, { strict: false })
      .noteSeen(first?._id ?? '', new Date(0), null);
    expect(isNoted).toBe(true);
    const expected = await versions()
      .find({}, { _id: 1 })
      .sort({ date: -1, _id: -1 })
      .skip(3900)
      .limit(50)
      .lean<{ _id: string }[]>();
    const { items } = await listOf(page, ADMIN);
    expect(items.map(({ _id }) => _id)).toEqual(expected.map(({ _id }) => _id));
  });
});
