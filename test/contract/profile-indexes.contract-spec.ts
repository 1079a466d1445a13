import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Model } from 'mongoose';
import { PROFILE_MODEL } from '../../src/domains/profiles/profile.schema.js';
import { ProfilesModule } from '../../src/domains/profiles/profiles.module.js';
import { PROFILE_LIST } from '../../src/domains/profiles/profile-list.js';
import { ProfilesRepository } from '../../src/domains/profiles/profiles.repository.js';
import { testDatabase } from '../support/database.js';
import { startDomain } from '../support/domain-app.js';
import { explainReads } from '../support/explained.js';
import { partOfList } from '../support/part-of-list.js';
import { watched } from '../support/watch-commands.js';

const PROFILES = 2000;
const nameOf = (at: number) => `Profile-${String(at).padStart(4, '0')}`;

describe('the indexes of profiles', () => {
  const database = testDatabase('profile-indexes');
  let node: TestingModule;

  beforeAll(async () => {
    node = await startDomain({ uri: watched(database.uri), module: ProfilesModule });
    const documents = Array.from({ length: PROFILES }, (_, at) => ({
      _id: `profile-${String(at)}`,
      name: nameOf(at),
      nameFolded: nameOf(at).toLowerCase(),
      revision: 1,
      // Every tenth was active once.
      activation: at % 10 === 0 ? at + 1 : 0,
      document: { id: nameOf(at) },
      created: new Date(0),
      updated: new Date(0),
    }));
    await node
      .get<Model<unknown>>(getModelToken(PROFILE_MODEL))
      .collection.insertMany(documents as never);
  });
  afterAll(async () => {
    await node.close();
    await database.drop();
  });

  const profiles = () => node.get(ProfilesRepository);

  it.each<[string, object, number]>([
    ['all of them', {}, PROFILES],
    ['those further on', { skip: 500 }, PROFILES],
    ['those at the end first', { order: -1 }, PROFILES],
    ['those that contain a text', { contains: 'ILE-00' }, 100],
    ['those that begin with a text', { startsWith: 'profile-01' }, 100],
    ['the one of a name', { equals: nameOf(7) }, 1],
    ['none', { equals: nameOf(7).toUpperCase() }, 0],
  ])('list %s without looking at another', async (_, search, total) => {
    const { result, reads } = await explainReads(node, () =>
      profiles().list(partOfList(PROFILE_LIST, search)),
    );
    expect(result.total).toBe(total);
    expect(reads).toHaveLength(2);
    for (const { kind, skip, docsExamined, returned, stages } of reads) {
      const most = kind === 'count' ? 1 : skip + returned + 1;
      expect(docsExamined).toBeLessThanOrEqual(most);
      expect(stages).not.toContain('COLLSCAN');
      expect(stages).not.toContain('SORT');
    }
  });

  it.each([
    ['the active one', () => profiles().findActive()],
    ['the activation that counts', () => profiles().findActivation()],
    ['one by its name', () => profiles().find(nameOf(3))],
  ])('find %s by looking at one at most', async (_, find) => {
    const { result, reads } = await explainReads(node, async () => find());
    expect(result).not.toBeNull();
    expect(reads.map(({ docsExamined }) => docsExamined <= 1)).toEqual([true]);
    expect(reads[0]?.stages).not.toContain('SORT');
  });
});
