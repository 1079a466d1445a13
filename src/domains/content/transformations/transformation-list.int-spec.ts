import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Module } from '@nestjs/common';
import { getConnectionToken, MongooseModule } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Connection } from 'mongoose';
import { testDatabase } from '#test/support/database.js';
import { startDomain } from '#test/support/domain-app.js';
import { explainReads } from '#test/support/explained.js';
import { partOfList } from '#test/support/part-of-list.js';
import { watched } from '#test/support/watch-commands.js';
import { CONTENT_KINDS } from '../kinds/content-kinds.js';
import { ContentRepositories } from '../records/content-repositories.repository.js';
import { CONTENT_MODELS } from '../records/content.schema.js';
import { asked, type TransformationQuery } from './transformation-list.js';
import { incomingKey, outgoingKey } from '../kinds/transformation-rules.js';
import { TRANSFORMATION_LIST } from './transformations-list.js';

/** What operation 9 takes. */
interface Asked extends TransformationQuery {
  readonly contains?: string;
  readonly containsField?: string;
  readonly skip?: number;
  readonly limit?: number;
}

@Module({
  imports: [MongooseModule.forFeature([...CONTENT_MODELS])],
  providers: [ContentRepositories],
})
class RecordsModule {}

const COUNT = 2000;
const NUMBERS = Array.from({ length: COUNT }, (_, at) => at);
const nameOf = (at: number): string => `Name ${String(at).padStart(4, '0')}`;
const isIn = (at: number): boolean => at % 10 === 3;
const isOut = (at: number): boolean => at % 20 === 3;

const transformation = (at: number) => ({
  _id: `id-${String(at)}`,
  name: nameOf(at),
  nameFolded: nameOf(at).toLowerCase(),
  document: {},
  revision: 1,
  facts: {
    version: 1,
    description: `About ${String(at)}.`,
    descriptionFolded: `about ${String(at)}.`,
    tags: [],
    keys: [
      incomingKey(isIn(at) ? 'device' : 'other'),
      outgoingKey(isOut(at) ? 'device' : 'other'),
      outgoingKey(`result ${String(at % 7)}`),
    ],
    draft: false,
    refersTo: [],
  },
});

describe('the filters of operation 9', () => {
  const database = testDatabase('transformation-list');
  let node: TestingModule;

  beforeAll(async () => {
    node = await startDomain({ uri: watched(database.uri), module: RecordsModule });
    await node
      .get<Connection>(getConnectionToken())
      .collection<{ _id: string }>(CONTENT_KINDS.transformation.collection)
      .insertMany(NUMBERS.map(transformation));
  });
  afterAll(async () => {
    await node.close();
    await database.drop();
  });

  /** What a list shows and counts, and how many documents each read may look at. */
  it.each<[string, Asked, (at: number) => boolean, number]>([
    ['no filter', {}, () => true, 1],
    ['names', { name: [nameOf(7), nameOf(1999), 'absent'] }, (at) => at === 7 || at === 1999, 2],
    [
      'a part of the name',
      { contains: '199', containsField: 'name' },
      (at) => at >= 1990 || at === 199 || at === 1199,
      1,
    ],
    [
      'a part of the description',
      { contains: 'ABOUT 19.', containsField: 'description' },
      (at) => at === 19,
      1,
    ],
    ['what goes out', { outgoing: ['device'] }, isOut, COUNT / 20],
    [
      'one of what goes out',
      { outgoing: ['device', 'result 3'] },
      (at) => isOut(at) || at % 7 === 3,
      COUNT / 4,
    ],
    ['a schema', { schema: ['device'] }, (at) => isIn(at) || isOut(at), COUNT / 10 + COUNT / 20],
    ['a schema and what goes out', { schema: ['device'], outgoing: ['device'] }, isOut, COUNT / 4],
    ['a schema, far down', { schema: ['device'], skip: 150, limit: 20 }, isIn, COUNT / 4],
  ])('find by an index: %s', async (_, query, rule, most) => {
    const { reads, result } = await explainReads(node, () => {
      const part = partOfList(TRANSFORMATION_LIST, query);
      return node.get(ContentRepositories).of('transformation').list(asked(part));
    });
    const { skip = 0, limit = 25 } = query;
    const expected = NUMBERS.filter(rule).map(nameOf);
    expect(result.total).toBe(expected.length);
    expect(result.items.map(({ name }) => name)).toEqual(expected.slice(skip, skip + limit));
    for (const read of reads) {
      expect(read.stages).not.toContain('COLLSCAN');
      expect(read.stages).not.toContain('SORT');
      expect(read.docsExamined).toBeLessThanOrEqual(Math.max(most, read.skip + read.returned + 1));
    }
  });
});
