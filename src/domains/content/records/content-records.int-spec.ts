import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Module } from '@nestjs/common';
import { getConnectionToken, MongooseModule } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Connection } from 'mongoose';
import { testDatabase } from '#test/support/database.js';
import { startDomain } from '#test/support/domain-app.js';
import { explainReads } from '#test/support/explained.js';
import { partOfList } from '#test/support/part-of-list.js';
import { Referrers } from '../../../platform/referrers/referrers.js';
import { ReferrersModule } from '../../../platform/referrers/referrers.module.js';
import { watched } from '#test/support/watch-commands.js';
import { AppError } from '../../../kernel/app-error.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { FORM_LIST } from '../forms/form-list.js';
import { WORKFLOW_LIST } from '../workflows/workflow-list.js';
import { ContentSeed } from '../content.seed.js';
import { ContentDocumentsService } from './content-documents.service.js';
import { CONTENT_KIND_NAMES, CONTENT_KINDS } from '../kinds/content-kinds.js';
import { type ContentRecord } from './content-record.js';
import { ContentRepositories } from './content-repositories.repository.js';
import { CONTENT_VERSION_MODEL, contentVersionSchema } from './content-version.schema.js';
import { ContentVersionsRepository } from './content-versions.repository.js';
import { CONTENT_MODELS } from './content.schema.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      ...CONTENT_MODELS,
      { name: CONTENT_VERSION_MODEL, schema: contentVersionSchema },
    ]),
    ReferrersModule,
  ],
  providers: [ContentDocumentsService, ContentRepositories, ContentSeed, ContentVersionsRepository],
})
class RecordsModule {}

const ADA = { id: 'ada-id', username: 'ada', roles: [] } as unknown as Principal;
const KEEP = { overwrite: false };
const REPLACE = { overwrite: true };
const FORM = { name: 'Port', children: [], elements: [], tags: ['edge'], description: 'A Port' };

describe('the documents of all kinds', () => {
  const database = testDatabase('content-records');
  let node: TestingModule;
  let other: TestingModule;

  const documents = (on = node) => on.get(ContentDocumentsService);
  const brought = (document: JsonObject, options = KEEP, on = node): Promise<ContentRecord> =>
    documents(on).import('form', { document, pointer: '#/form' }, options, ADA);
  const changed = (id: string, document: JsonObject, expected?: number): Promise<ContentRecord> =>
    documents().replace('form', id, { document, pointer: '#/form', expected }, ADA);
  const versions = (id: string) =>
    node.get(ContentVersionsRepository).list('form', id, { skip: 0, limit: 100 });
  const raw = (kind: keyof typeof CONTENT_KINDS) =>
    node
      .get<Connection>(getConnectionToken())
      .collection<JsonObject & { _id: string }>(CONTENT_KINDS[kind].collection);
  const kindOf = async (work: Promise<unknown>) => {
    const fault: unknown = await work.then(
      () => undefined,
      (error: unknown) => error,
    );
    return fault instanceof AppError ? fault.code : fault;
  };

  beforeAll(async () => {
    const uri = watched(database.uri);
    node = await startDomain({ uri, module: RecordsModule, seeds: [ContentSeed] });
    other = await startDomain({ uri, module: RecordsModule });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const kind of CONTENT_KIND_NAMES) await raw(kind).deleteMany({});
  });
  afterAll(async () => {
    await Promise.all([node.close(), other.close()]);
    await database.drop();
  });

  describe('that are imported', () => {
    it('stay as they came', async () => {
      const document = { ...FORM, 'a.b': { $c: {} }, created: 'long ago', unknown: [null, {}] };
      const { id } = await brought(document);
      expect((await documents().get('form', id)).document).toEqual(document);
    });

    it('keep an id that is free, and get another one where it is taken', async () => {
      const first = await brought({ ...FORM, _id: 'one' });
      const second = await brought({ ...FORM, _id: 'one', name: 'Other' });
      expect(first.id).toBe('one');
      expect(second.id).not.toBe('one');
      expect(second.document['_id']).toBe(second.id);
    });

    it.each(['port', 'ＰＯＲＴ'])(
      'are refused as %s, a name that another one has',
      async (name) => {
        await brought(FORM);
        expect(await kindOf(brought({ ...FORM, name }))).toBe('name-taken');
      },
    );

    it('replace the one of the same name when asked to, with its id', async () => {
      const { id } = await brought({ ...FORM, _id: 'one' });
      const again = await brought({ ...FORM, _id: 'two', elements: [1] }, REPLACE);
      expect(again).toMatchObject({ id, revision: 2, document: { _id: 'one', elements: [1] } });
    });

    it('of one name at once: one wins, the other is told', async () => {
      const outcomes = await Promise.all(
        [node, other].map((on) => kindOf(brought(FORM, KEEP, on))),
      );
      expect(outcomes.sort()).toEqual(['name-taken', undefined]);
    });

    it.each<[string, JsonObject, string]>([
      ['without a name', { children: [] }, '#/form/name'],
      ['with a blank name', { name: ' ' }, '#/form/name'],
      ['with a long name', { name: 'x'.repeat(513) }, '#/form/name'],
      ['with a control character in its name', { name: 'x\u0000y' }, '#/form/name'],
      ['with a hostile key', { name: 'x', a: { ['__proto__']: 1 } }, '#/form/a/__proto__'],
    ])('are refused with a pointer into the request: %s', async (_, document, pointer) => {
      await expect(brought(document)).rejects.toMatchObject({ errors: [{ pointer }] });
    });
  });

  describe('that are made here', () => {
    it('get an id, a time and a name', async () => {
      const given = { document: { ...FORM, _id: 'mine' }, pointer: '#/form' };
      const { id, document } = await documents().create('form', given, ADA);
      expect(id).not.toBe('mine');
      expect(document).toMatchObject({ _id: id, created_by: 'ada', last_updated_by: 'ada' });
      expect(document['created']).toBe(document['last_updated']);
    });

    it('write times as their kind does', async () => {
      const given = { document: { name: 'check' }, pointer: '#/mop' };
      const { document } = await documents().create('mop-template', given, ADA);
      expect(typeof document['created']).toBe('number');
    });
  });

  describe('that are changed', () => {
    it('keep every earlier version', async () => {
      const { id } = await brought(FORM);
      await changed(id, { ...FORM, elements: [1] });
      await changed(id, { ...FORM, elements: [2], name: 'New' });
      const { items, total } = await versions(id);
      expect(total).toBe(2);
      expect(items.map(({ revision, name }) => [revision, name])).toEqual([
        [2, 'Port'],
        [1, 'Port'],
      ]);
      const first = await node.get(ContentVersionsRepository).find('form', id, 1);
      expect(first?.document).toEqual(FORM);
    });

    it('on two nodes at once: one wins, the other is told', async () => {
      const { id } = await brought(FORM);
      const change = { document: { ...FORM, elements: [1] }, pointer: '#/form', expected: 1 };
      const outcomes = await Promise.all(
        [node, other].map((on) => kindOf(documents(on).replace('form', id, change, ADA))),
      );
      expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(1);
    });

    it('meanwhile by somebody else are left to him, and their versions stay', async () => {
      const { id } = await brought(FORM);
      const another = (elements: number[]) => async () => {
        await changed(id, { ...FORM, elements });
      };
      const keep = vi.spyOn(node.get(ContentVersionsRepository), 'keep');
      keep.mockImplementationOnce(another([1]));
      expect(await kindOf(changed(id, FORM, 1))).toBe('precondition-failed');
      const referrers = node.get(Referrers, { strict: false });
      vi.spyOn(referrers, 'assertNone').mockImplementationOnce(another([2]));
      const removal = { expected: undefined, force: false };
      expect(await kindOf(documents().remove('form', id, removal))).toBe('changed-meanwhile');
      expect((await versions(id)).total).toBe(2);
    });

    it('say which one they are only if they ever did', async () => {
      const { id } = await brought(FORM);
      expect((await changed(id, FORM)).document).not.toHaveProperty('_id');
      expect((await changed(id, { ...FORM, _id: 'stray' })).document['_id']).toBe(id);
    });

    it('are refused where the caller read another revision, or the name is taken', async () => {
      const { id } = await brought(FORM);
      await brought({ ...FORM, name: 'Other' });
      expect(await kindOf(changed(id, FORM, 7))).toBe('precondition-failed');
      expect(await kindOf(changed(id, { ...FORM, name: 'other' }))).toBe('name-taken');
      expect(await kindOf(changed('nowhere', FORM))).toBe('not-found');
    });
  });

  it('that are deleted take their versions along', async () => {
    const { id } = await brought(FORM);
    await changed(id, { ...FORM, elements: [1] });
    await documents().remove('form', id, { expected: 2, force: false });
    expect(await kindOf(documents().get('form', id))).toBe('not-found');
    expect((await versions(id)).total).toBe(0);
  });

  describe('of packages', () => {
    const packaged = (over: JsonObject = {}) => ({
      _id: 'packaged',
      name: 'Port',
      nameFolded: 'port',
      type: 'form',
      packageId: 'acme',
      position: 0,
      document: FORM,
      ...over,
    });

    it('are found by what earlier releases did not derive', async () => {
      await raw('form').insertOne(packaged());
      await node.get(ContentSeed).run();
      const query = partOfList(FORM_LIST, {
        tag: 'edge',
        contains: 'a port',
        containsField: 'description',
      });
      const { items, total } = await documents().list('form', query);
      expect([items[0]?.packageId, total]).toEqual(['acme', 1]);
    });

    it('may be changed, and go with their package alone', async () => {
      await raw('form').insertOne(packaged());
      expect((await changed('packaged', { ...FORM, elements: [1] }, 0)).revision).toBe(1);
      expect(
        await kindOf(documents().remove('form', 'packaged', { expected: undefined, force: false })),
      ).toBe('packaged');
    });

    it('are not there while they are only reserved', async () => {
      await raw('form').insertOne(packaged({ hidden: true }));
      expect(await kindOf(documents().get('form', 'packaged'))).toBe('not-found');
      expect((await documents().list('form', partOfList(FORM_LIST))).total).toBe(0);
      expect(await kindOf(brought(FORM))).toBe('name-taken');
    });
  });

  describe('of which a list shows some members', () => {
    const shown = async (...include: string[]): Promise<readonly JsonObject[]> => {
      const part = { ...partOfList(FORM_LIST), include: new Set(include) };
      return (await documents().list('form', part)).items.map(({ document }) => document);
    };

    it('are read without the others, as a whole where a path cannot name one', async () => {
      const whole = { ...FORM, _id: 'one', 'a.b': null };
      await brought(whole);
      expect(await shown('description', 'absent')).toEqual([
        { name: 'Port', description: 'A Port' },
      ]);
      expect(await shown('description', 'a.b')).toEqual([whole]);
    });

    it('are read as a whole where they are kept as text', async () => {
      const whole = { ...FORM, _id: 'one', elements: [{ $ref: 'devices', $id: 1 }] };
      await brought(whole);
      expect(await shown('description')).toEqual([whole]);
    });
  });

  describe('walked through', () => {
    it('are read no further than somebody wants, and the cursor ends', async () => {
      for (const name of ['a', 'b', 'c', 'd', 'e']) await brought({ ...FORM, name });
      const commands: string[] = [];
      const client = node.get<Connection>(getConnectionToken()).getClient();
      const note = ({ commandName }: { readonly commandName: string }) =>
        commands.push(commandName);
      client.on('commandStarted', note);
      const names: string[] = [];
      const SIZES = { first: 1, batch: 2 };
      for await (const { name } of node.get(ContentRepositories).of('form').each(SIZES)) {
        names.push(name);
        if (names.length === 4) break;
      }
      client.off('commandStarted', note);
      expect(names).toEqual(['a', 'b', 'c', 'd']);
      expect(commands).toEqual(['find', 'find', 'getMore', 'killCursors']);
    });
  });

  describe('in great numbers', () => {
    const COUNT = 2000;
    const nameOf = (at: number) => `name-${String(at).padStart(4, '0')}`;

    it.each<[string, object, number, number]>([
      ['the first page', {}, COUNT, 1],
      ['a page far down, backwards', { skip: 1500, limit: 50, order: -1 }, COUNT, 1],
      ['one name', { equals: 'name-0007' }, 1, 1],
      ['one description', { equals: 'About 7.', equalsField: 'description' }, 1, 1],
      ['a page behind the last', { skip: 3000 }, COUNT, 1],
      ['a prefix', { startsWith: 'Name-01' }, 100, 1],
      ['a part of the name', { contains: '-199' }, 10, 1],
      ['a part of the description', { contains: 'about 7.', containsField: 'description' }, 1, 1],
      ['a tag', { tag: 'tag-3' }, COUNT / 10, COUNT / 10],
    ])('are listed by keys alone: %s', async (_, query, matches, counted) => {
      await raw('workflow').insertMany(
        Array.from({ length: COUNT }, (__, at) => ({
          _id: `id-${String(at)}`,
          name: nameOf(at),
          nameFolded: nameOf(at),
          type: 'workflow',
          document: {},
          revision: 1,
          facts: {
            version: 1,
            description: `About ${String(at)}.`,
            descriptionFolded: `about ${String(at)}.`,
            tags: [`tag-${String(at % 10)}`],
            keys: [],
            draft: false,
          },
        })),
      );
      const { reads, result } = await explainReads(node, () =>
        node.get(ContentRepositories).of('workflow').list(partOfList(WORKFLOW_LIST, query)),
      );
      expect(result.total).toBe(matches);
      for (const { kind, skip, docsExamined, returned, stages } of reads) {
        expect(stages).not.toContain('COLLSCAN');
        expect(stages).not.toContain('SORT');
        expect(docsExamined).toBeLessThanOrEqual(kind === 'count' ? counted : skip + returned + 1);
      }
    });
  });
});
