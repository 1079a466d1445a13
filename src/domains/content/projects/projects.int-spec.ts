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
import { TagUsesService } from '../tags/tag-uses.service.js';
import { ContentRepositories } from '../records/content-repositories.repository.js';
import { CONTENT_MODELS } from '../records/content.schema.js';
import { PROJECT_LIST } from './project-list.js';
import { PROJECT_MODEL, projectSchema } from './project.schema.js';
import { ProjectsRepository } from './projects.repository.js';

const MODELS = [...CONTENT_MODELS, { name: PROJECT_MODEL, schema: projectSchema }];

@Module({
  imports: [MongooseModule.forFeature(MODELS)],
  providers: [ContentRepositories, ProjectsRepository, TagUsesService],
})
class ProjectReads {}

const COUNT = 2000;
const database = testDatabase('projects');
let node: TestingModule;

const raw = (collection: string) =>
  node
    .get<Connection>(getConnectionToken(), { strict: false })
    .collection<{ _id: string }>(collection);
const numbers = Array.from({ length: COUNT }, (_, at) => at);

describe('projects and tags in great numbers', () => {
  beforeAll(async () => {
    node = await startDomain({ uri: watched(database.uri), module: ProjectReads });
    await raw('projects').insertMany(
      numbers.map((at) => ({
        _id: `id-${String(at)}`,
        name: `Name-${String(at).padStart(4, '0')}`,
        nameFolded: `name-${String(at).padStart(4, '0')}`,
        description: '',
        componentCount: 0,
        head: {},
        body: { parts: [] },
        created: new Date(0),
        createdBy: 'ada',
      })),
    );
    await raw('workflows').insertMany(
      numbers.map((at) => ({
        _id: `id-${String(at)}`,
        name: String(at),
        nameFolded: String(at),
        type: 'workflow',
        facts: {
          version: 1,
          tags: at % 20 === 0 ? ['rare', `tag-${String(at % 100)}`] : [],
          keys: [],
          draft: false,
          refersTo: [],
        },
      })),
    );
  });
  afterAll(async () => {
    await node.close();
    await database.drop();
  });

  it.each([
    ['the first page', {}, COUNT],
    ['a page far down', { skip: 1500, limit: 50, order: -1 as const }, COUNT],
    ['a prefix', { startsWith: 'NAME-01' }, 100],
    ['a part of the name', { contains: '-199' }, 10],
  ])('lists projects by keys alone: %s', async (_, query, matches) => {
    const { reads, result } = await explainReads(node, () =>
      node.get(ProjectsRepository).list(partOfList(PROJECT_LIST, query)),
    );
    expect(result.total).toBe(matches);
    for (const { kind, skip, docsExamined, returned, stages } of reads) {
      expect(stages).not.toContain('COLLSCAN');
      expect(stages).not.toContain('SORT');
      expect(docsExamined).toBeLessThanOrEqual(kind === 'count' ? 1 : skip + returned + 1);
    }
  });

  it('counts tags by reading only the documents that have any', async () => {
    const { reads, result } = await explainReads(node, () => node.get(TagUsesService).all());
    expect(result).toHaveLength(6);
    expect(result.slice(0, 2)).toEqual([
      { name: 'rare', count: 100, types: { workflow: 100 } },
      { name: 'tag-0', count: 20, types: { workflow: 20 } },
    ]);
    for (const { docsExamined, stages } of reads) {
      expect(stages).not.toContain('COLLSCAN');
      expect(docsExamined).toBeLessThanOrEqual(100);
    }
  });
});
