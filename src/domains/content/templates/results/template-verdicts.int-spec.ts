import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Module } from '@nestjs/common';
import { getConnectionToken, MongooseModule } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Connection } from 'mongoose';
import { testDatabase } from '#test/support/database.js';
import { startDomain } from '#test/support/domain-app.js';
import { explainReads } from '#test/support/explained.js';
import { watched } from '#test/support/watch-commands.js';
import { type TemplateVerdict } from './template-verdict.js';
import { TEMPLATE_VERDICT_MODEL, templateVerdictSchema } from './template-verdict.schema.js';
import { partOfList } from '#test/support/part-of-list.js';
import { VERDICT_LIST } from './template-verdict-list.js';
import { TemplateVerdictsRepository } from './template-verdicts.repository.js';

@Module({
  imports: [
    MongooseModule.forFeature([{ name: TEMPLATE_VERDICT_MODEL, schema: templateVerdictSchema }]),
  ],
  providers: [TemplateVerdictsRepository],
})
class VerdictsModule {}

const DAY_MS = 24 * 60 * 60 * 1000;
const START = Date.UTC(2026, 0, 1);

function verdict(number: number, template = 'Wanted'): TemplateVerdict {
  return {
    _id: `${template}-${String(number).padStart(5, '0')}`,
    template,
    templateId: template,
    templateFolded: template.toLowerCase(),
    result: number % 2 === 0,
    pairs: 1,
    failedPairs: number % 2,
    failures: [
      { preRawCommand: 'show', postRawCommand: 'show', device: null, rules: [0] },
      { preRawCommand: '', postRawCommand: '', device: 'r1', rules: [] },
    ],
    at: new Date(START + number * 1000),
    by: 'ada',
  };
}

const part = (asked: object) => partOfList(VERDICT_LIST, asked);

describe('verdicts that are kept', () => {
  const database = testDatabase('template-verdicts');
  let node: TestingModule;
  const repository = () => node.get(TemplateVerdictsRepository);
  const stored = () =>
    node.get<Connection>(getConnectionToken()).collection<TemplateVerdict>('template_verdicts');
  const fill = (count: number, template?: string) =>
    stored().insertMany(Array.from({ length: count }, (_, at) => verdict(at, template)));

  beforeAll(async () => {
    node = await startDomain({ uri: watched(database.uri), module: VerdictsModule });
  });
  afterEach(() => stored().deleteMany({}));
  afterAll(async () => {
    await node.close();
    await database.drop();
  });

  it('come back as they were', async () => {
    await repository().keep(verdict(1), new Date(0));
    expect(await repository().find('Wanted-00001')).toEqual(verdict(1));
    expect(await repository().find('absent')).toBeNull();
  });

  it('are the newest thousand of their template, and none that is older than asked', async () => {
    await fill(1000);
    await fill(10, 'Other');
    await repository().keep(verdict(1000), new Date(0));
    const { items, total } = await repository().list(part({ template: 'WANTED', skip: 999 }));
    expect([items.map(({ _id }) => _id), total]).toEqual([['Wanted-00001'], 1000]);
    expect((await repository().list(part({ template: 'other' }))).total).toBe(10);
    const later = { ...verdict(0, 'Later'), at: new Date(START + DAY_MS) };
    await repository().keep(later, new Date(START + DAY_MS / 2));
    const left = await repository().list(part({}));
    expect([left.items.map(({ _id }) => _id), left.total]).toEqual([['Later-00000'], 1]);
  });

  it('are listed by their indexes, the newest first', async () => {
    await fill(500);
    await fill(500, 'Other');
    for (const [template, total] of [
      ['wanted', 500],
      [undefined, 1000],
    ] as const) {
      const { reads, result } = await explainReads(node, () =>
        repository().list(part({ template, skip: 20, limit: 10 })),
      );
      expect(reads).toHaveLength(2);
      for (const { kind, docsExamined, stages } of reads) {
        expect(docsExamined).toBeLessThanOrEqual(kind === 'count' ? 1 : 31);
        expect(stages).not.toContain('COLLSCAN');
        expect(stages).not.toContain('SORT');
      }
      expect(result.total).toBe(total);
      const times = result.items.map(({ at }) => at.getTime());
      expect(times).toEqual([...times].sort((a, b) => b - a));
    }
  });
});
