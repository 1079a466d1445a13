import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getConnectionToken } from '@nestjs/mongoose';
import { Test, type TestingModule } from '@nestjs/testing';
import fc from 'fast-check';
import { type Connection, type Model, Schema } from 'mongoose';
import { testDatabase } from '../../../test/support/database.js';
import { foldText } from '../../kernel/folded-text.js';
import { DatabaseModule } from './database.module.js';
import { allOf, containsFilter, startsWithFilter } from './text-match.js';

interface Named {
  readonly _id: string;
  readonly name: string;
  readonly nameFolded: string;
}

const contains = (text: string) => containsFilter('nameFolded', text);
const startsWith = (text: string) => startsWithFilter('nameFolded', text);
const namedSchema = new Schema<Named>(
  { _id: String, name: String, nameFolded: String },
  { collection: 'named', strict: 'throw', versionKey: false },
);
namedSchema.index({ nameFolded: 1, _id: 1 });

const AWKWARD = [
  ...['a', 'A', 'ab', 'b', 'ß', 'ẞ', 'ss', 'İ', 'i', 'I', 'ı', 'Σ', 'ς', 'é', 'e\u0301', 'ﬁ', 'fi'],
  ...['.', '.*', '(a+)+$', '[a]', '\\', '\\d', '^a', 'a|b', 'a{1}', '$a', '(?i)a', '(*UTF8)a', '#'],
  ...['\0', 'a\0b', 'a\nb', ' ', '\t', 'a-b', '/a/i', '\ud7ff', '\ue000', '\uffff', '\u{10000}'],
  ...[
    '\u{10ffff}',
    'a\u{10ffff}',
    'a\u{10ffff}b',
    '😀',
    '👩‍👩‍👧',
    '',
    '$where',
    '{"$ne":null}',
    '__proto__',
  ],
];
const unit = fc.constantFrom(...AWKWARD);
const text = fc.array(unit, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));

describe('text filters in the database', () => {
  const database = testDatabase('text-match');
  let module: TestingModule;
  let model: Model<Named>;
  const names = [...new Set([...AWKWARD, ...fc.sample(text, { numRuns: 400, seed: 7 })])];

  beforeAll(async () => {
    module = await Test.createTestingModule({
      imports: [DatabaseModule.with(database.uri)],
    }).compile();
    await module.init();
    model = module.get<Connection>(getConnectionToken()).model<Named>('Named', namedSchema);
    await model.insertMany(
      names.map((name, index) => ({ _id: String(index), name, nameFolded: foldText(name) })),
    );
    await model.createIndexes();
  });

  afterAll(async () => {
    await module.close();
    await database.drop();
  });

  const found = async (filter: object): Promise<string[]> => {
    const documents = await model
      .find({ ...filter }, { name: 1 })
      .lean()
      .exec();
    return documents.map(({ name }) => name).sort();
  };
  const among = (matches: (name: string) => boolean): string[] => names.filter(matches).sort();

  it('contains finds what includes finds, for every awkward text', async () => {
    for (const part of AWKWARD) {
      const expected = among((name) => foldText(name).includes(foldText(part)));
      expect({ part, found: await found(contains(part)) }).toEqual({ part, found: expected });
    }
  });

  it('startsWith finds what startsWith finds, for every awkward text', async () => {
    for (const part of AWKWARD) {
      const expected = among((name) => foldText(name).startsWith(foldText(part)));
      expect({ part, found: await found(startsWith(part)) }).toEqual({
        part,
        found: expected,
      });
    }
  });

  it('filters by several together', async () => {
    const expected = among((name) => /^a.*b/s.test(foldText(name)));
    expect(await found(allOf([contains('B'), startsWith('A')]))).toEqual(expected);
  });

  it('takes the longest text that it admits', async () => {
    expect(await found(contains('x'.repeat(8192)))).toEqual([]);
    expect(await found(contains('.'.repeat(4096)))).toEqual([]);
  });

  it('reads only the matching keys of the index for a prefix', async () => {
    const matching = among((name) => foldText(name).startsWith('b')).length;
    const explained = (await model
      .find(startsWith('B'))
      .sort({ nameFolded: 1, _id: 1 })
      .explain('executionStats')) as unknown as {
      executionStats: { totalKeysExamined: number; totalDocsExamined: number };
    };
    expect(matching).toBeGreaterThan(0);
    expect(explained.executionStats.totalDocsExamined).toBe(matching);
    expect(explained.executionStats.totalKeysExamined).toBeLessThanOrEqual(matching + 1);
  });
});
