import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';
import { type JsonObject } from '../../src/kernel/json.js';
import { aWorkflow } from '../support/factories/a-workflow.js';
import { type CallOptions, startApp, type TestApp } from '../support/start-app.js';

interface Finding {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
}
interface Findings {
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
}
interface Created extends Findings {
  readonly created: JsonObject & { readonly _id: string };
  readonly edit: string;
}
interface Updated extends Findings {
  readonly updated: JsonObject;
  readonly edit: string;
}
interface Problem {
  readonly code: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}
interface Listed {
  readonly items: readonly JsonObject[];
  readonly skip: number;
  readonly limit: number;
  readonly total: number;
}
interface Listing {
  readonly workflows: readonly (JsonObject & { readonly _id: string; readonly name: string })[];
}

const REAL = new URL('../../../shared/data/workflows/', import.meta.url);
const realFiles = existsSync(REAL)
  ? readdirSync(REAL).filter((file) => file.endsWith('.json'))
  : [];
const readReal = (file: string): JsonObject =>
  JSON.parse(readFileSync(new URL(file, REAL), 'utf8')) as JsonObject;
const LIST = '/automation-studio/workflows';
const WRITE = '/automation-studio/automations';
const BY_NAME = '/workflow_builder/workflows/delete';
const without = (document: JsonObject, ...keys: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(document).filter(([key]) => !keys.includes(key)));
const named = (name: string): string => `${LIST}/detailed/${encodeURIComponent(name)}`;

describe('workflows', () => {
  let app: TestApp;
  const admin = <T>(method: string, path: string, options?: CallOptions) =>
    app.as<T>('admin', method, path, options);
  const create = async (name: string, more: JsonObject = {}): Promise<Created> =>
    (await admin<Created>('POST', WRITE, { body: { automation: aWorkflow(name, more) } })).json;
  const update = <T = Updated>(id: string, body: unknown, options: CallOptions = {}) =>
    admin<T>('PUT', `${WRITE}/${id}`, { ...options, body });
  const exported = async (name: string): Promise<JsonObject> =>
    (await admin<JsonObject>('POST', '/workflow_builder/export', { body: { options: { name } } }))
      .json;
  const bring = <T = JsonObject>(workflow: JsonObject, options: JsonObject = {}) =>
    admin<T>('POST', '/workflow_builder/import', { body: { workflow, options } });

  beforeAll(async () => {
    app = await startApp('workflows');
  });
  afterAll(() => app.close());

  describe('created', () => {
    it('are answered as they came, with an id, a path and what was found', async () => {
      const { created, edit, errors, warnings } = await create('Made here');
      const { _id, created_by, last_updated_by, ...rest } = created;
      expect(rest).toMatchObject(aWorkflow('Made here'));
      expect(created_by).toBe(last_updated_by);
      expect([errors, warnings]).toEqual([[], []]);
      expect(edit).toBe(named(_id));
      expect((await admin<JsonObject>('GET', edit)).json).toEqual(created);
      expect((await admin<JsonObject>('GET', named('Made here'))).json).toEqual(created);
    });

    it('say which variables go in and come out where the document does not', async () => {
      const document = without(aWorkflow('Without schemas'), 'inputSchema', 'outputSchema');
      const answer = await admin<Created>('POST', WRITE, { body: { automation: document } });
      expect(answer.json.created['inputSchema']).toMatchObject({ required: ['device'] });
      const { properties } = answer.json.created['outputSchema'] as { properties: object };
      expect(Object.keys(properties)).toEqual(['device', 'site', '_id', 'initiator']);
    });

    it('are kept as drafts when they are drawn wrongly', async () => {
      const transitions = {
        workflow_start: { workflow_end: { type: 'standard', state: 'error' } },
      };
      const { errors } = await create('A draft', { transitions });
      expect(errors).toContainEqual({
        pointer: '#/transitions/workflow_start/workflow_end',
        code: 'edge-from-start-to-end',
        message: "the edge 'workflow_start' > 'workflow_end' leads from start to end",
      });
      expect((await admin('GET', named('A draft'))).status).toBe(200);
    });

    it('have names that nobody else has, whatever their case or form', async () => {
      await create('Ångström');
      for (const name of ['Ångström', 'ÅNGSTRÖM', 'A\u030angstro\u0308m']) {
        const answer = await admin<Problem>('POST', WRITE, { body: { automation: { name } } });
        expect([answer.status, answer.json.code]).toEqual([409, 'name-taken']);
      }
    });

    it.each<[string, string, string]>([
      ['no name', '{"tasks":{}}', '#/automation/name'],
      ['a key that is none', '{"name":"x","__proto__":{"a":1}}', '#'],
      ['a thousand levels', `{"name":"x","v":${'['.repeat(1000)}${']'.repeat(1000)}}`, '#'],
    ])('are refused with %s', async (_, automation, pointer) => {
      const raw = `{"automation":${automation}}`;
      const headers = { 'content-type': 'application/json' };
      const answer = await admin<Problem>('POST', WRITE, { raw, headers });
      expect(answer.status).toBe(400);
      expect(answer.json.errors?.[0]?.pointer.startsWith(pointer)).toBe(true);
    });

    it('are refused when they are too large to be stored', async () => {
      const answer = await admin('POST', WRITE, {
        body: { automation: { name: 'Large', notes: 'x'.repeat(13 * 1024 * 1024) } },
      });
      expect(answer.status).toBe(413);
    });

    it('may have ten thousand tasks in a row', async () => {
      const ids = Array.from({ length: 10_000 }, (_, at) => at.toString(16));
      const chain = ['workflow_start', ...ids, 'workflow_end'];
      const edge = { type: 'standard', state: 'success' };
      const { errors } = await create('Long', {
        tasks: Object.fromEntries(chain.map((id) => [id, { name: id, groups: [] }])),
        transitions: Object.fromEntries(
          chain.slice(0, -1).map((id, at) => [id, { [chain[at + 1] ?? '']: edge }]),
        ),
      });
      expect(errors).toEqual([]);
    });
  });

  describe('looked at without being stored', () => {
    it('answer errors and warnings', async () => {
      const workflow = aWorkflow('Judged', { transitions: { workflow_start: { nowhere: {} } } });
      const { status, json } = await admin<Findings>('POST', `${LIST}/validate`, {
        body: { workflow },
      });
      expect(status).toBe(200);
      const codes = json.errors.map(({ code }) => code);
      expect(codes).toEqual(['edge-to-absent-task', ...Array<string>(4).fill('unreachable')]);
      expect((await admin('GET', named('Judged'))).status).toBe(404);
    });
  });

  describe('changed', () => {
    it('differ from what came in in nothing but that, their last change, and the id', async () => {
      const document = aWorkflow('Untouched', {
        unknown: { '': null, 'a.b': [{}], $odd: 1.5 },
        errors: ['of its own'],
        created_by: { username: 'somebody', provenance: 'elsewhere' },
        'x-empty': {},
      });
      await bring(document);
      expect(await exported('Untouched')).toEqual(document);
      const read = (await admin<Created['created']>('GET', named('Untouched'))).json;
      const tasks = structuredClone(read['tasks']) as Record<string, JsonObject>;
      tasks['a1b2'] = { ...tasks['a1b2'], summary: 'Edited' };
      const answer = await update(read._id, {
        update: { ...read, name: 'Renamed', tasks },
      });
      expect([answer.status, answer.json.updated['name'], answer.json.errors]).toEqual([
        200,
        'Renamed',
        [],
      ]);
      const { last_updated, last_updated_by, ...rest } = await exported('Renamed');
      expect(rest).toEqual({ ...document, name: 'Renamed', tasks });
      expect([typeof last_updated, typeof last_updated_by]).toEqual(['string', 'string']);
    });

    it('keep the members that a change does not name', async () => {
      const { created } = await create('Partly');
      const { json } = await update(created._id, { update: { description: 'Now with one' } });
      expect(json.updated).toMatchObject({ ...aWorkflow('Partly'), description: 'Now with one' });
      expect(json.edit).toBe(named(created._id));
    });

    it('are not changed over the head of somebody else', async () => {
      const { created } = await create('Contended');
      const read = await admin('GET', named('Contended'));
      const tag = read.headers.get('etag') ?? '';
      const headers = { 'if-match': tag };
      expect((await update(created._id, { update: { a: 1 } }, { headers })).status).toBe(200);
      expect((await update(created._id, { update: { a: 2 } }, { headers })).status).toBe(412);
      for (const path of [`${WRITE}/${created._id}`, `${BY_NAME}/Contended`])
        expect((await admin('DELETE', path, { headers })).status).toBe(412);
    });

    it.each<[number, string, JsonObject]>([
      [404, 'absent', { update: {} }],
      [409, 'Refused 409', { update: { name: 'Taken 409' } }],
      [400, 'Refused 400', { update: { name: ' ' } }],
      [413, 'Refused 413', { update: { notes: 'x'.repeat(13 * 1024 * 1024) } }],
    ])('are refused with %d', async (status, id, body) => {
      for (const name of ['Refused', 'Taken']) await create(`${name} ${status}`);
      expect((await update(id, body)).status).toBe(status);
    });
  });

  describe('deleted', () => {
    it('are gone with their versions', async () => {
      const { created } = await create('Short-lived');
      await update(created._id, { update: { description: 'x' } });
      expect((await admin('DELETE', `${BY_NAME}/Short-lived`)).status).toBe(200);
      expect((await admin('GET', `${LIST}/${created._id}/versions`)).status).toBe(404);
      expect((await admin('DELETE', `${WRITE}/${created._id}`)).status).toBe(404);
    });
  });

  it('tell what is found wherever they are written or looked at', async () => {
    const tasks = { workflow_start: {}, a: { name: 'childJob' } };
    const poor = (name: string): JsonObject => ({ name, tasks, transitions: {} });
    const created = await admin<Created>('POST', WRITE, { body: { automation: poor('Poor') } });
    const id = created.json.created._id;
    const answers: readonly Findings[] = [
      created.json,
      (await update(id, { update: { description: 'x' } })).json,
      (await bring<Findings>(poor('Poor too'))).json,
      (await admin<Updated>('POST', `${LIST}/${id}/restore`, { body: { revision: 1 } })).json,
      (await admin<Findings>('POST', `${LIST}/validate`, { body: { workflow: poor('') } })).json,
    ];
    for (const { errors, warnings } of answers) {
      expect(errors.map(({ code }) => code)).toEqual(['task-missing', 'unreachable']);
      expect(warnings.map(({ code }) => code)).toEqual(['child-unnamed']);
    }
  });

  it('stay with the package that brought them', async () => {
    const { created } = await create('Packaged');
    const records = app.app
      .get<Connection>(getConnectionToken())
      .collection<JsonObject & { _id: string }>('workflows');
    await records.updateOne({ _id: created._id }, { $set: { packageId: 'some' } });
    const answer = await admin<Problem>('DELETE', `${WRITE}/${created._id}`);
    expect([answer.status, answer.json.code]).toEqual([409, 'packaged']);
  });

  describe('imported', () => {
    it('answer what existing clients read, and what was found', async () => {
      const { status, json } = await bring(aWorkflow('Brought', { _id: 'its-own-id' }));
      const found = { errors: [], warnings: [] };
      expect([status, json]).toEqual([
        200,
        { _id: 'its-own-id', name: 'Brought', n: 1, ok: 1, ...found },
      ]);
      expect(await exported('its-own-id')).toEqual(aWorkflow('Brought', { _id: 'its-own-id' }));
    });

    it('replace one of the same name only when told to', async () => {
      const first = aWorkflow('Twice');
      await bring(first);
      expect((await bring<Problem>(first)).status).toBe(409);
      const { status } = await bring(aWorkflow('Twice', { more: 1 }), { overwrite: true });
      expect(status).toBe(200);
      expect(await exported('Twice')).toEqual(aWorkflow('Twice', { more: 1 }));
    });

    it('let one of two at once win', async () => {
      const answers = await Promise.all([bring(aWorkflow('Raced')), bring(aWorkflow('raced'))]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    it('tell what does not fit', async () => {
      expect((await bring({ name: '' })).status).toBe(400);
      const notes = 'x'.repeat(13 * 1024 * 1024);
      expect((await bring({ name: 'Too large', notes })).status).toBe(413);
    });

    it('are exported by a name that exists', async () => {
      const body = { options: { name: 'absent' } };
      expect((await admin('POST', '/workflow_builder/export', { body })).status).toBe(404);
    });

    it('are exported in the words of the interface when asked', async () => {
      const tasks = { a: { name: 'query', actor: 'Pronghorn' } };
      await bring({ name: 'Worded', tasks });
      const body = { options: { name: 'Worded', dialect: 'interface' } };
      const { json } = await admin<JsonObject>('POST', '/workflow_builder/export', { body });
      expect(json['tasks']).toEqual({ a: { name: 'query', actor: 'platform' } });
    });
  });

  describe('listed', () => {
    beforeAll(async () => {
      for (const at of [1, 2, 3]) {
        await bring(
          aWorkflow(`Listed ${String(at)}`, { description: `Number ${String(at)}`, tags: ['few'] }),
        );
      }
    });
    const list = async (query: string): Promise<Listed> =>
      (await admin<Listed>('GET', `${LIST}?${query}`)).json;
    const names = ({ items }: Listed) => items.map(({ name }) => name);

    it.each<[string, readonly string[]]>([
      ['equals[name]=Listed 2', ['Listed 2']],
      ['equals=Listed 2&equalsField=name', ['Listed 2']],
      ['equals={"name":"Listed 2"}', ['Listed 2']],
      ['equals={no JSON', []],
      ['contains[name]=isted&contains[description]=BER 3', ['Listed 3']],
      ['startsWith=LISTED', ['Listed 1', 'Listed 2', 'Listed 3']],
      ['startsWith[description]=number&order=-1&limit=2', ['Listed 3', 'Listed 2']],
      ['tag=few&skip=2', ['Listed 3']],
      ['tag=many', []],
    ])('by %s', async (query, expected) => {
      expect(names(await list(query))).toEqual(expected);
    });

    it('say what part of them is shown', async () => {
      const { skip, limit, total, items } = await list('startsWith=listed&skip=1&limit=1');
      expect([skip, limit, total, items.length]).toEqual([1, 1, 3, 1]);
    });

    it('show the members that are asked for, and the name', async () => {
      const [only] = (await list('equals[name]=Listed 1&include=description,nothing')).items;
      expect(Object.keys(only ?? {}).sort()).toEqual(['_id', 'description', 'name']);
      const [without] = (await list('equals[name]=Listed 1&exclude=tasks, _id')).items;
      expect(Object.keys(without ?? {})).toEqual(expect.arrayContaining(['_id', 'transitions']));
      expect(without).not.toHaveProperty('tasks');
    });

    it.each<[string, string]>([
      ['equals[nothing]=x', '#/equals/nothing'],
      ['equals[constructor]=x', '#/equals/constructor'],
      ['contains[name][0]=x', '#/contains/name'],
      ['equals=a&equals=b', '#/equals'],
      ['startsWithField=nothing', '#/startsWithField'],
    ])('not by %s', async (query, pointer) => {
      const { status, json } = await admin<Problem>('GET', `${LIST}?${query}`);
      expect([status, json.errors?.[0]?.pointer]).toEqual([400, pointer]);
    });
  });

  describe('and their versions', () => {
    interface Versions {
      readonly results: readonly JsonObject[];
      readonly total: number;
    }
    const path = (id: string, more = '') => `${LIST}/${id}/versions${more}`;

    it('are kept, compared and restored', async () => {
      const { created } = await create('Versioned');
      const id = created._id;
      const tasks = structuredClone(created['tasks']) as Record<string, JsonObject>;
      tasks['a1b2'] = { ...tasks['a1b2'], summary: 'Second' };
      delete tasks['c3d4'];
      tasks['9999'] = { name: 'delay' };
      const transitions = {
        ...(created['transitions'] as JsonObject),
        workflow_start: { a1b2: { type: 'standard', state: 'error' }, 9999: {} },
      };
      await update(id, { update: { description: 'Second', tasks, transitions } });
      const { username } = (await admin<JsonObject>('GET', '/whoami')).json;
      const { results, total } = (await admin<Versions>('GET', path(id))).json;
      expect(total).toBe(2);
      expect(results).toMatchObject([
        { revision: 2, name: 'Versioned', current: true, savedBy: username },
        { revision: 1, name: 'Versioned', current: false, savedBy: username },
      ]);
      const first = (await admin<JsonObject>('GET', path(id, '/1'))).json;
      expect(first).toMatchObject({ document: created, savedBy: username });
      const second = (await admin<JsonObject>('GET', path(id, '/2'))).json;
      expect(second['current']).toBe(true);

      const diff = (await admin<JsonObject>('GET', `${LIST}/${id}/diff?from=1&to=2`)).json;
      expect(diff).toMatchObject({ from: 1, to: 2 });
      expect(diff['tasks']).toEqual([
        { id: '9999', kind: 'added', task: { name: 'delay' }, changes: [] },
        {
          id: 'a1b2',
          kind: 'changed',
          changes: [{ pointer: '#/summary', kind: 'changed', before: 'Do query', after: 'Second' }],
        },
        expect.objectContaining({ id: 'c3d4', kind: 'removed' }),
      ]);
      expect(diff['transitions']).toMatchObject([
        { from: 'workflow_start', to: '9999', kind: 'added', after: {} },
        {
          from: 'workflow_start',
          to: 'a1b2',
          kind: 'changed',
          before: { state: 'success' },
          after: { state: 'error' },
        },
      ]);
      expect(diff['fields']).toContainEqual({
        pointer: '#/description',
        kind: 'changed',
        before: '',
        after: 'Second',
      });

      const restored = await admin<Updated>('POST', `${LIST}/${id}/restore`, {
        body: { revision: 1 },
      });
      const back = without(restored.json.updated, 'last_updated');
      expect([restored.status, back]).toEqual([200, without(created, 'last_updated')]);
      expect((await admin<Versions>('GET', path(id, '?skip=1&limit=1'))).json).toMatchObject({
        results: [{ revision: 2 }],
        total: 3,
      });
    });

    it.each<[number, string, string, JsonObject | undefined]>([
      [404, 'GET', '/automation-studio/workflows/absent/versions', undefined],
      [404, 'GET', '/automation-studio/workflows/Versioned/versions/99', undefined],
      [404, 'GET', '/automation-studio/workflows/Versioned/versions/1e0', undefined],
      [404, 'GET', '/automation-studio/workflows/Versioned/diff?from=99', undefined],
      [400, 'GET', '/automation-studio/workflows/Versioned/diff', undefined],
      [404, 'POST', '/automation-studio/workflows/Versioned/restore', { revision: 99 }],
      [400, 'POST', '/automation-studio/workflows/Versioned/restore', { revision: -1 }],
    ])('answer %d to %s %s', async (status, method, where, body) => {
      expect((await admin(method, where, body ? { body } : {})).status).toBe(status);
    });

    it('are not restored over a name that somebody has by now, nor over a change', async () => {
      const { created } = await create('Moved away');
      await update(created._id, { update: { name: 'Moved' } });
      await create('Moved away');
      const restore = `${LIST}/${created._id}/restore`;
      expect((await admin('POST', restore, { body: { revision: 1 } })).status).toBe(409);
      const stale = { body: { revision: 1 }, headers: { 'if-match': '"1"' } };
      expect((await admin('POST', restore, stale)).status).toBe(412);
    });
  });

  describe('listed as a whole (operation 13)', () => {
    const whole = async () => (await admin<Listing>('GET', '/service_catalog/GetWorkflows')).json;

    it('show the fields of the interface, groups as objects and users by their names', async () => {
      const group = await admin<{ result: { data: JsonObject & { _id: string } } }>(
        'POST',
        '/user-management/groups',
        { body: { group: { name: 'workers' } } },
      );
      const known = group.json.result.data;
      await bring({
        _id: 'whole',
        name: 'Whole',
        type: 'automation',
        font_size: 14,
        created: '2024-01-02T03:04:05.000Z',
        created_by: { provenance: 'x', username: 'ada' },
        last_updated: 1_700_000_000_000,
        last_updated_by: 'bob',
        groups: [known._id, 'gone', { _id: 'other', name: 'of another system', memberOf: ['a'] }],
        tasks: {
          a: { name: 'one', groups: [known._id], nodeLocation: { x: 5, y: 6 }, x: 1 },
          constructor: { name: 'two', groups: 'none', nodeLocation: 'nowhere', secret: 1 },
          c: 'no task',
          'd.e': null,
        },
        secret: 'stays',
      });
      const found = (await whole()).workflows.find(({ _id }) => _id === 'whole');
      expect(found).toEqual({
        _id: 'whole',
        name: 'Whole',
        type: ['automation'],
        font_size: 14,
        created: '2024-01-02T03:04:05.000Z',
        created_by: 'ada',
        last_updated: '2023-11-14T22:13:20.000Z',
        last_updated_by: 'bob',
        groups: [
          known,
          {
            _id: 'other',
            provenance: '',
            name: 'of another system',
            description: '',
            memberOf: ['a'],
            assignedRoles: [],
            inactive: false,
            _meta: { created: '1970-01-01T00:00:00.000Z', updated: '1970-01-01T00:00:00.000Z' },
          },
        ],
        tasks: {
          a: { name: 'one', groups: [known], x: 1, y: 6 },
          constructor: { name: 'two', groups: [], x: 0, y: 0 },
          c: { name: '', groups: [], x: 0, y: 0 },
          'd.e': { name: '', groups: [], x: 0, y: 0 },
        },
      });
    });

    it('show documents that the database cannot hold as objects', async () => {
      const tasks = { a: { name: 'ref', groups: [], x: 1, y: 2, link: { $ref: '#', $id: 'x' } } };
      await bring({ _id: 'texted', name: 'As text', type: ['a', 'b'], tasks });
      const found = (await whole()).workflows.find(({ _id }) => _id === 'texted');
      expect(found).toMatchObject({
        type: ['a', 'b'],
        tasks: { a: { name: 'ref', groups: [], x: 1, y: 2 } },
      });
    });

    it('come in the order of their names, all of them', async () => {
      const all = (await whole()).workflows.map(({ name }) => name);
      const fold = (name: string) => Buffer.from(name.normalize('NFKC').toLowerCase());
      expect(all).toEqual([...all].sort((a, b) => Buffer.compare(fold(a), fold(b))));
      expect(all.length).toBe((await admin<Listed>('GET', LIST)).json.total);
    });

    it('come bare when asked, and say so', async () => {
      const headers = { prefer: 'envelope=bare' };
      const answer = await admin<readonly JsonObject[]>('GET', '/service_catalog/GetWorkflows', {
        headers,
      });
      expect(answer.json).toEqual((await whole()).workflows);
      expect(answer.headers.get('preference-applied')).toBe('envelope=bare');
      expect(answer.headers.get('vary')).toContain('Prefer');
    });
  });

  describe('of other systems', () => {
    // No file, no test: the documents of others are no part of the project.
    // One test for each file: none where the documents of others are not beside the project.
    it.each([...realFiles, aWorkflow('Of our own')])(
      'are imported without errors and exported as they came',
      async (given) => {
        const document = typeof given === 'string' ? readReal(given) : given;
        const { status, json } = await bring<Findings & { name: string }>(document);
        expect([status, json.errors]).toEqual([200, []]);
        expect(await exported(json.name)).toEqual(document);
      },
    );
  });
});
