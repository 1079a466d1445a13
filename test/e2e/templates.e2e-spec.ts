import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject } from '../../src/kernel/json.js';
import { anAnalyticTemplate } from '../support/factories/an-analytic-template.js';
import { type Answer, type CallOptions, startApp, type TestApp } from '../support/start-app.js';

interface Problem {
  readonly message: string;
  readonly code: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}
interface Made {
  readonly status: string;
  readonly message: string;
  readonly data: JsonObject;
  readonly ops: readonly JsonObject[];
  readonly insertedCount: number;
  readonly insertedIds: JsonObject;
  readonly warnings: readonly string[];
}
const REAL = new URL('../../../shared/data/command-templates/', import.meta.url);
const NAME_TAKEN = 'Template must have a unique name: Given name is already in use.';

const at = (path: string, name: string) => `/mop/${path}/${encodeURIComponent(name)}`;

describe('templates', () => {
  let app: TestApp;
  const admin = <T>(method: string, path: string, options?: CallOptions) =>
    app.as<T>('admin', method, path, options);
  const post = <T>(path: string, body: unknown, headers = {}) =>
    admin<T>('POST', path, { body, headers });
  const create = <T = { result: Made }>(template: unknown) =>
    post<T>('/mop/createAnalyticTemplate', { template });
  const createCommand = <T = Made>(mop: unknown) => post<T>('/mop/createTemplate', { mop });
  const told = ({ status, json }: Answer<Problem>) => [status, json.code];

  beforeAll(async () => {
    app = await startApp('templates');
  });
  afterAll(() => app.close());

  describe('for the comparison of outputs', () => {
    it('are created with their name for an id, and keep what nobody knows', async () => {
      const before = Date.now();
      const given = anAnalyticTemplate('Created', { created: 1, createdBy: 'x', _id: 'other' });
      const { status, json } = await create(given);
      const { result } = json;
      expect([status, result.status, result.message]).toEqual([
        200,
        'OK',
        'Successfully created analytic template Created.',
      ]);
      expect(result.data).toEqual({
        ...given,
        _id: 'Created',
        created: expect.any(Number),
        createdBy: expect.any(String),
        lastUpdated: result.data['created'],
        lastUpdatedBy: result.data['createdBy'],
      });
      expect(result.data['created']).toBeGreaterThanOrEqual(before);
      expect(result).toMatchObject({
        ops: [result.data],
        insertedCount: 1,
        insertedIds: { '0': 'Created' },
        warnings: [],
      });
    });

    it('need nothing but a name', async () => {
      expect((await create({ name: 'Bare' })).status).toBe(200);
      const { status, json } = await create<Problem>({ os: 'ios' });
      expect([status, json.errors?.[0]?.pointer]).toEqual([400, '#/template/name']);
    });

    it('have names of their own', async () => {
      await create(anAnalyticTemplate('Twice'));
      const { status, json } = await create<Problem>(anAnalyticTemplate('twice'));
      expect([status, json.code, json.message]).toEqual([409, 'name-taken', NAME_TAKEN]);
    });

    it('of one name at once are made once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => create<Problem>({ name: 'At once' })),
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    });

    it.each<[JsonObject, string]>([
      [{ preRegex: '(' }, 'preRegex'],
      [{ postRegex: '(?i)a' }, 'postRegex'],
      [{ postRegex: '/(a{99}){99}/' }, 'postRegex'],
    ])('are refused with a pattern that cannot run: %j', async (rule, key) => {
      const { status, json } = await create<Problem>({
        name: 'Never',
        prepostCommands: [{ preRawCommand: 'a', postRawCommand: 'a', rules: [rule] }],
      });
      expect([status, json.errors?.[0]?.pointer]).toEqual([
        400,
        `#/template/prepostCommands/0/rules/0/${key}`,
      ]);
    });

    it('are refused beyond 12 MiB', async () => {
      const { status, json } = await create<Problem>({ name: 'Big', os: 'x'.repeat(13 << 20) });
      expect([status, json.code]).toEqual([413, 'document-too-large']);
    });

    it('are judged without being stored', async () => {
      const judge = (template: JsonObject) =>
        post<JsonObject>('/mop/validateAnalyticTemplate', { template });
      expect((await judge(anAnalyticTemplate('Judged'))).json).toEqual({
        valid: true,
        problems: [],
      });
      const rules = [{ type: 'never', preRegex: '(' }];
      const pair = { preRawCommand: 'a', postRawCommand: 'a', rules };
      const template = { name: 'x', prepostCommands: [pair] };
      expect((await judge(template)).json).toEqual({
        valid: false,
        problems: [
          {
            pointer: '#/prepostCommands/0/rules/0/preRegex',
            detail: expect.any(String),
            severity: 'error',
          },
          {
            pointer: '#/prepostCommands/0/rules/0',
            detail: 'type must be one of matches, !matches, regex, table',
            severity: 'warning',
          },
        ],
      });
      expect((await admin('GET', at('listAnAnalyticTemplate', 'Judged'))).status).toBe(404);
      const refused = await post<Problem>('/mop/validateAnalyticTemplate', { template: 1 });
      expect(refused.json.errors?.[0]?.pointer).toBe('#/template');
    });

    it('are listed as an array, all of them or a part', async () => {
      await create({ name: 'Listed 1' });
      await create({ name: 'Listed 2' });
      const list = async (query: string) => {
        const { json } = await admin<JsonObject[]>('GET', `/mop/listAnalyticTemplates?${query}`);
        return json.map(({ name }) => name);
      };
      expect(await list('')).toEqual(expect.arrayContaining(['Listed 1', 'Listed 2']));
      expect(await list('startsWith=listed')).toEqual(['Listed 1', 'Listed 2']);
      expect(await list('startsWith=listed&skip=1&limit=1')).toEqual(['Listed 2']);
      const refused = await admin<Problem>('GET', '/mop/listAnalyticTemplates?limit=-1');
      expect(refused.status).toBe(400);
    });

    it('are updated as a whole, and keep their id under another name', async () => {
      await create(anAnalyticTemplate('Before'));
      const path = at('updateAnalyticTemplate', 'before');
      const { status, json } = await post<JsonObject>(path, { template: { name: 'After', a: 1 } });
      expect([status, json]).toEqual([
        200,
        {
          status: 'OK',
          message: 'Successfully updated analytic template After.',
          acknowledged: true,
          matchedCount: 1,
          modifiedCount: 1,
          n: 1,
          nModified: 1,
          ok: 1,
          warnings: [],
          data: {
            _id: 'Before',
            name: 'After',
            a: 1,
            created: expect.any(Number),
            createdBy: expect.any(String),
            lastUpdated: expect.any(Number),
            lastUpdatedBy: expect.any(String),
          },
        },
      ]);
      // The name is free again, and means the new one.
      await create({ name: 'Before', b: 2 });
      const [found] = (await admin<JsonObject[]>('GET', at('listAnAnalyticTemplate', 'Before')))
        .json;
      expect(found).toMatchObject({ name: 'Before', b: 2 });
      expect(found?.['_id']).not.toBe('Before');
    });

    it('are changed only as they were seen', async () => {
      await create({ name: 'Seen' });
      await create({ name: 'Beside' });
      const { headers, json } = await admin<JsonObject[]>(
        'GET',
        at('listAnAnalyticTemplate', 'Seen'),
      );
      expect(json).toHaveLength(1);
      const tag = headers.get('etag') ?? '';
      const seen = { 'if-match': tag };
      const unchanged = { headers: { 'if-none-match': tag } };
      const path = at('listAnAnalyticTemplate', 'Seen');
      expect((await admin('GET', path, unchanged)).status).toBe(304);
      const update = (name: string, match: object) =>
        post<Problem>(at('updateAnalyticTemplate', 'Seen'), { template: { name } }, match);
      expect(told(await update('', seen))[0]).toBe(400);
      expect(told(await update('Beside', seen))).toEqual([409, 'name-taken']);
      expect((await update('Seen', seen)).status).toBe(200);
      expect((await update('Seen', seen)).status).toBe(412);
      const remove = (id: string, match = {}) =>
        admin<Problem>('POST', at('deleteAnalyticTemplate', id), { headers: match });
      expect((await remove('Seen', seen)).status).toBe(412);
      const { json: removed } = await remove('Seen');
      expect(removed).toEqual({
        status: 'OK',
        message: 'Successfully deleted analytic template Seen.',
        acknowledged: true,
        deletedCount: 1,
      });
      expect(told(await remove('Seen'))).toEqual([404, 'not-found']);
      expect((await update('Seen', {})).status).toBe(404);
      const { status, json: problem } = await admin<Problem>(
        'GET',
        at('listAnAnalyticTemplate', 'Seen'),
      );
      expect([status, problem.message]).toEqual([404, "Analytic template 'Seen' not found"]);
    });
  });

  describe('for commands', () => {
    const COMMANDS = [{ command: 'show it', rules: [{ rule: 'up', eval: 'contains' }] }];

    it('are made, read, changed and deleted', async () => {
      const { json: made } = await createCommand({ name: 'Made', commands: COMMANDS });
      expect(made).toMatchObject({
        message: 'Successfully created command template Made.',
        data: { _id: 'Made', commands: COMMANDS },
        insertedIds: { '0': 'Made' },
        warnings: [],
      });
      expect(told(await createCommand<Problem>({ name: 'MADE' }))).toEqual([409, 'name-taken']);
      expect((await createCommand({ name: 'x', commands: 1 })).status).toBe(400);
      expect((await createCommand({ name: 'x', os: 'x'.repeat(13 << 20) })).status).toBe(413);
      const found = await admin<JsonObject[]>('GET', at('listATemplate', 'made'));
      expect(found.json).toEqual([made.data]);
      const all = await admin<JsonObject[]>('GET', '/mop/listTemplates?equals=Made');
      expect(all.json).toEqual([made.data]);
      expect((await admin('GET', '/mop/listTemplates?limit=-1')).status).toBe(400);
      const tag = found.headers.get('etag') ?? '';
      const seen = { 'if-match': tag };
      const unchanged = { headers: { 'if-none-match': tag } };
      expect((await admin('GET', at('listATemplate', 'Made'), unchanged)).status).toBe(304);
      const update = (mop: object, match = {}) =>
        post<Problem & JsonObject>(at('updateTemplate', 'Made'), { mop }, match);
      expect((await update({ name: 'Made', os: 'ios' }, seen)).json).toMatchObject({
        nModified: 1,
        data: { _id: 'Made', os: 'ios' },
      });
      expect((await update({ name: 'Made' }, seen)).status).toBe(412);
      const put = (mop: object, headers = {}) =>
        admin<JsonObject>('PUT', at('updateTemplate', 'Made'), { body: { mop }, headers });
      const { status, json } = await put({ name: 'Made', os: 'eos' });
      expect([status, json]).toMatchObject([200, { n: 1, ok: 1, data: { os: 'eos' } }]);
      expect((await put({ name: 'Made' }, seen)).status).toBe(412);
      expect((await put({ name: 'Made', os: 'x'.repeat(13 << 20) })).status).toBe(413);
      expect((await update({ name: '' })).status).toBe(400);
      await createCommand({ name: 'Other' });
      expect(told(await update({ name: 'Other' }))).toEqual([409, 'name-taken']);
      expect((await update({ name: 'Made', os: 'x'.repeat(13 << 20) })).status).toBe(413);
      const remove = (match = {}) =>
        admin('POST', at('deleteTemplate', 'Made'), { headers: match });
      expect((await remove(seen)).status).toBe(412);
      expect((await remove()).json).toMatchObject({ deletedCount: 1 });
      expect((await remove()).status).toBe(404);
      expect((await update({ name: 'Made' })).status).toBe(404);
      expect((await admin('GET', at('listATemplate', 'Made'))).status).toBe(404);
    });
  });

  it('of commands say which rules may fail whatever the output', async () => {
    const mop = {
      name: 'Warned',
      commands: [
        { command: 'show it', rules: [{ rule: '(?<=a)b', eval: 'RegEx' }, { rule: 'c' }] },
      ],
    };
    const warnings = [
      expect.stringMatching(/^#\/commands\/0\/rules\/0\/rule cannot be judged in linear time/),
      expect.stringMatching(/^#\/commands\/0\/rules\/1\/eval must be one of contains/),
    ];
    expect((await createCommand(mop)).json.warnings).toEqual(warnings);
    const updated = await post<Made>(at('updateTemplate', 'Warned'), { mop });
    expect(updated.json.warnings).toEqual(warnings);
    const again = { type: 'templates', template: mop, options: { overwrite: true } };
    expect((await post<Made>('/mop/import', again)).json.warnings).toEqual(warnings);
    const { json } = await post<{ results: readonly Made[] }>('/content/import', {
      documents: [{ ...mop, name: 'Warned too' }],
    });
    expect(json.results[0]?.warnings).toEqual(warnings);
  });

  describe('that come and go', () => {
    const bring = <T = Made>(type: string, template: unknown, options?: object) =>
      post<T>('/mop/import', { type, template, ...(options && { options }) });
    const take = <T = JsonObject>(type: string, name: string) =>
      post<T>('/mop/export', { type, options: { name } });

    it('leave as they came', async () => {
      const given = anAnalyticTemplate('Imported', {
        _id: '5f1e0c0ffee0c0ffee0c0113',
        created: 5,
        createdBy: 'somebody',
        lastUpdated: 6,
        lastUpdatedBy: 'somebody else',
      });
      const { status, json } = await bring('analytic', given);
      expect([status, json.message, json.insertedIds]).toEqual([
        200,
        'Successfully imported analytic template Imported.',
        { '0': '5f1e0c0ffee0c0ffee0c0113' },
      ]);
      expect((await take('analytic', 'Imported')).json).toEqual(given);
      expect((await take('templates', 'Imported')).status).toBe(404);
    });

    it('leave in the words of the interface when that is asked for', async () => {
      await bring('analytic', anAnalyticTemplate('Worded', { note: 'IAPerror.displayString' }));
      const { json } = await post<JsonObject>('/mop/export', {
        type: 'analytic',
        options: { name: 'Worded', dialect: 'interface' },
      });
      expect(json['note']).toBe('platformError.displayString');
    });

    it('replace one of their name only when they are told to', async () => {
      await bring('templates', { name: 'Again', a: 1 });
      expect(told(await bring<Problem>('templates', { name: 'Again', a: 2 }))).toEqual([
        409,
        'name-taken',
      ]);
      await bring('templates', { name: 'Again', a: 3 }, { overwrite: true });
      expect((await take('templates', 'Again')).json).toEqual({ name: 'Again', a: 3 });
    });

    it('are refused where they are no templates', async () => {
      expect((await bring('other', {})).status).toBe(400);
      expect((await take('other', 'x')).status).toBe(400);
      const big = { name: 'x', os: 'x'.repeat(13 << 20) };
      expect((await bring('analytic', big)).status).toBe(413);
      await bring('analytic', { name: 'Grows' });
      const update = at('updateAnalyticTemplate', 'Grows');
      expect((await post(update, { template: { ...big, name: 'Grows' } })).status).toBe(413);
    });

    // Skipped where the reference data is not beside the project.
    const describeWithData = existsSync(REAL) ? describe : describe.skip;
    describeWithData('of a real system', () => {
      it('are the same again, for every real one', async () => {
        const files = readdirSync(REAL);
        expect(files.length).toBeGreaterThan(0);
        for (const file of files) {
          const template = JSON.parse(readFileSync(new URL(file, REAL), 'utf8')) as JsonObject;
          const type = 'prepostCommands' in template ? 'analytic' : 'templates';
          const { status } = await bring(type, template);
          const exported = await take(type, template['name'] as string);
          expect([file, status, exported.json]).toEqual([file, 200, template]);
        }
      });
    });
  });
});
