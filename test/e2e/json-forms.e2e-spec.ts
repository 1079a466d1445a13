import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemaHash } from '../../src/cores/form-answers/schema-hash.js';
import {
  type AnswersChange,
  type StoredAnswer,
  StoredAnswersService,
} from '../../src/domains/content/json-forms/stored-answers.service.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { aJsonForm } from '../support/factories/a-json-form.js';
import { anArtifact } from '../support/factories/an-artifact.js';
import { type CallOptions, startApp, type TestApp } from '../support/start-app.js';

interface Refused {
  readonly message: string;
  readonly code: string;
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[];
}
interface Outcome {
  readonly status: string;
  readonly name: string;
}
interface Written {
  readonly status: string;
  readonly message: string;
  readonly doc: JsonObject & { readonly id: string };
  readonly storedAnswers: readonly Outcome[];
}
interface Imported {
  readonly status: string;
  readonly message: string;
  readonly imported: readonly {
    readonly success: boolean;
    readonly message: string;
    readonly original: unknown;
    readonly created: JsonObject | null;
    readonly storedAnswers: readonly Outcome[];
  }[];
}

const PATH = '/json-forms/forms';
const MIB = 1024 * 1024;
const REAL = new URL('../../../shared/data/forms/', import.meta.url);
const at = (id: unknown, more = ''): string => `${PATH}/${encodeURIComponent(String(id))}${more}`;

/** The same form with a renamed and a removed field, and a new one that must be answered. */
function nextVersion(form: JsonObject): JsonObject {
  return {
    ...form,
    struct: {
      type: 'array',
      items: [
        { nodeId: 'n-host', type: 'string', customKey: 'hostName' },
        { nodeId: 'n-port', type: 'string', customKey: 'port' },
        { nodeId: 'n-new', type: 'string', customKey: 'owner' },
      ],
    },
    schema: {
      type: 'object',
      required: ['hostName', 'owner'],
      properties: {
        hostName: { type: 'string' },
        port: { type: 'string' },
        owner: { type: 'string' },
      },
    },
    bindingSchema: {},
  };
}

describe('JSON forms', () => {
  let platform: TestApp;
  const admin = <T = Written>(method: string, path: string, options: CallOptions = {}) =>
    platform.as<T>('admin', method, path, options);
  const create = (form: JsonObject) => admin('POST', PATH, { body: form });
  const importAll = (body: JsonObject) =>
    admin<Imported>('POST', '/json-forms/import/forms', { body });

  beforeAll(async () => {
    platform = await startApp('json-forms');
  });
  afterAll(() => platform.close());

  it('come in and go out unchanged, found by id, by name and by the name with its project', async () => {
    const form = {
      ...aJsonForm('Exported form'),
      id: '5f1e0c0ffee0c0ffee0c0dd1',
      created: '2023-11-01T21:09:42.432Z',
      createdBy: 'somebody',
      lastUpdated: '2024-08-31T02:18:17.861Z',
      lastUpdatedBy: 'somebody else',
      surprise: { empty: {}, list: [null] },
    };
    const { json } = await importAll({ forms: [form] });
    expect(json).toMatchObject({ status: 'success', message: 'Imported 1 of 1 JSON form(s)' });
    expect(json.imported).toEqual([
      {
        success: true,
        message: "Successfully imported JSON form 'Exported form'",
        original: form,
        created: { _id: form.id, ...form },
        storedAnswers: [],
      },
    ]);
    for (const id of [form.id, 'exported FORM', '@66d0d77d21161b4df27174ce: Exported form']) {
      const got = await platform.as('operator', 'GET', at(id));
      expect([got.headers.get('etag'), got.json]).toEqual([expect.stringMatching(/^"1\./), form]);
      expect((await admin('GET', at(id, '/export'))).json).toEqual(form);
    }
  });

  it('are imported one by one: what fails keeps no other out', async () => {
    const { json } = await importAll({
      forms: [aJsonForm('Batch a'), 'no form', aJsonForm('batch A'), { name: 'x', schema: 5 }],
      form: aJsonForm('Batch b'),
    });
    expect(json.status).toBe('failure');
    expect(json.imported.map(({ success, message }) => [success, message])).toEqual([
      [true, "Successfully imported JSON form 'Batch a'"],
      [false, '#/forms/1 must be an object'],
      [false, "JSON form 'batch A' already exists"],
      [false, '1 field was refused: #/forms/3/schema must be an object'],
      [true, "Successfully imported JSON form 'Batch b'"],
    ]);
    const again = await importAll({ form: aJsonForm('Batch a'), options: { overwrite: true } });
    expect(again.json.status).toBe('success');
  });

  it('are created and replaced, bare or as clients wrap them', async () => {
    const { json, headers } = await create({ ...aJsonForm('Made'), id: 'not mine' });
    expect([headers.get('etag'), json.message]).toEqual([
      '"1"',
      "Successfully created JSON form 'Made'",
    ]);
    expect(json.doc).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      name: 'Made',
      created: expect.any(String),
      createdBy: expect.any(String),
      lastUpdated: expect.any(String),
      lastUpdatedBy: expect.any(String),
    });
    const wrapped = await admin('PUT', at(json.doc.id), {
      body: { options: { ...json.doc, description: 'new' } },
      headers: { 'if-match': '"1"' },
    });
    expect(wrapped.json).toMatchObject({
      status: 'success',
      message: "Successfully updated JSON form 'Made'",
      doc: { id: json.doc.id, description: 'new' },
      storedAnswers: [],
    });
    const stale = { body: json.doc, headers: { 'if-match': '"1"' } };
    expect((await admin('PUT', at(json.doc.id), stale)).status).toBe(412);
  });

  it('are listed bare, and searched', async () => {
    await create({ ...aJsonForm('List b'), description: 'rare words' });
    await create({ ...aJsonForm('list A'), tags: ['blue'] });
    const list = async (query: string) => {
      const { json, headers } = await platform.as<{ name: string }[]>(
        'apiread',
        'GET',
        `${PATH}?${query}`,
      );
      return [json.map(({ name }) => name), headers.get('x-total-count')];
    };
    expect(await list('startsWith=list')).toEqual([['list A', 'List b'], '2']);
    expect(await list('startsWith=list&order=-1&limit=1')).toEqual([['List b'], '2']);
    expect(await list('contains=rare&containsField=description')).toEqual([['List b'], '1']);
    expect(await list('tag=blue')).toEqual([['list A'], '1']);
  });

  it('have names of their own', async () => {
    await create(aJsonForm('Straße'));
    const { json } = await create(aJsonForm('Other'));
    const taken = await admin<Refused>('PUT', at(json.doc.id), { body: aJsonForm('straße') });
    expect([taken.status, taken.json.message]).toEqual([409, "JSON form 'straße' already exists"]);
    expect((await admin('POST', PATH, { body: aJsonForm('straße') })).status).toBe(409);
  });

  it('are deleted, one or several', async () => {
    const { json: one } = await create(aJsonForm('Gone 1'));
    const stale = { headers: { 'if-match': '"7"' } };
    expect((await admin('DELETE', at(one.doc.id), stale)).status).toBe(412);
    expect((await admin('DELETE', at(one.doc.id))).status).toBe(200);
    const { json: two } = await create(aJsonForm('Gone 2'));
    const both = await admin('DELETE', PATH, { body: { ids: [two.doc.id, 'Gone 1'] } });
    expect(both.json).toEqual({
      status: 'failure',
      deleted: 1,
      failed: [{ id: 'Gone 1', message: "JSON form 'Gone 1' not found" }],
    });
    for (const [method, more, body] of [
      ['GET', '', undefined],
      ['GET', '/export', undefined],
      ['PUT', '', aJsonForm('Gone 1')],
      ['DELETE', '', undefined],
      ['POST', '/validate', {}],
      ['POST', '/bindings', {}],
      ['POST', '/migrate', { formData: {}, fromRevision: 1 }],
    ] as const) {
      const answer = await admin<Refused>(method, at('Gone 1', more), { ...(body && { body }) });
      expect([answer.status, answer.json.message]).toEqual([404, "JSON form 'Gone 1' not found"]);
    }
  });

  it('that came with a package are listed and changed, and go with it', async () => {
    const data = aJsonForm('Packaged JSON form');
    const bundles = [{ type: 'json-forms', data }];
    const prebuilt = anArtifact({ name: '@acme/json-forms', bundles });
    await admin('POST', '/prebuilts/import', { body: { prebuilt } });
    const changed = await admin('PUT', at(data['name']), { body: { ...data, mine: true } });
    expect([changed.status, changed.json.doc['mine']]).toEqual([200, true]);
    const kept = await admin<Refused>('DELETE', at(data['name']));
    expect([kept.status, kept.json.code]).toEqual([409, 'packaged']);
  });

  it('that nobody can keep are refused with the place', async () => {
    await create(aJsonForm('Kept as it is'));
    const refused = async (method: string, path: string, body: unknown) => {
      const { status, json } = await admin<Refused>(method, path, { body });
      return [status, json.errors[0]?.pointer];
    };
    expect(await refused('POST', PATH, { schema: {} })).toEqual([400, '#/name']);
    expect(await refused('POST', PATH, { name: 'x', struct: [] })).toEqual([400, '#/struct']);
    expect(await refused('PUT', at('Kept as it is'), { options: { name: 5 } })).toEqual([
      400,
      '#/options/name',
    ]);
    const nested = `{"name":"x","a":${'['.repeat(1000)}${']'.repeat(1000)}}`;
    const headers = { 'content-type': 'application/json' };
    expect((await admin('POST', PATH, { raw: nested, headers })).status).toBe(400);
    const proto = '{"name":"x","schema":{"__proto__":{}}}';
    expect((await admin('POST', PATH, { raw: proto, headers })).status).toBe(400);
  });

  it('of more than 12 MiB are refused', async () => {
    await create(aJsonForm('Grows'));
    const large = { ...aJsonForm('Grows'), more: 'x'.repeat(13 * MIB) };
    expect((await admin('POST', PATH, { body: large })).status).toBe(413);
    expect((await admin('PUT', at('Grows'), { body: large })).status).toBe(413);
  });

  describe('answers', () => {
    it('are checked with the place of each fault, and completed', async () => {
      const bound = { key: 'site', base: '/adapters', href: '/?', source: '/results', value: '/x' };
      await create(aJsonForm('Checked', [bound]));
      const check = async (body: JsonObject) =>
        (await platform.as('operator', 'POST', at('Checked', '/validate'), { body })).json;
      expect(await check({ formData: { host: 'UP', port: 70_000 } })).toEqual({
        valid: false,
        errors: [
          { pointer: '#/host', detail: 'must match pattern "^[a-z]+$"' },
          { pointer: '#/port', detail: 'must be <= 65535' },
        ],
        unchecked: [],
        formData: { host: 'UP', port: 70_000 },
      });
      expect(await check({ data: { host: 'a', site: 'b' } })).toEqual({
        valid: true,
        errors: [],
        unchecked: [{ pointer: '#/site', detail: expect.stringContaining('choices') }],
        formData: { host: 'a', site: 'b', port: 22 },
      });
      expect(await check({})).toMatchObject({ valid: false, errors: [{ pointer: '#/host' }] });
    });

    it('are brought from an earlier version into the present one', async () => {
      const first = aJsonForm('Migrated');
      const { json } = await create(first);
      await admin('PUT', at(json.doc.id), { body: nextVersion(first) });
      const formData = { host: 'a', port: 22, extra: [1] };
      const migrate = async (body: JsonObject) =>
        admin<JsonObject>('POST', at('Migrated', '/migrate'), { body: { formData, ...body } });
      const expected = {
        formData: { hostName: 'a', port: '22', extra: [1] },
        formSchemaHash: schemaHash(nextVersion(first)),
        moved: [{ from: '#/host', to: '#/hostName' }],
        converted: [{ pointer: '#/port', before: 22, after: '22' }],
        dropped: [],
        unmigrated: [{ pointer: '#/owner', detail: 'is required now and has no default' }],
      };
      expect((await migrate({ fromRevision: 1 })).json).toEqual(expected);
      expect((await migrate({ fromSchemaHash: schemaHash(first) })).json).toEqual(expected);
      expect((await migrate({ fromRevision: 2 })).json).toMatchObject({ formData, moved: [] });
      expect((await migrate({ fromRevision: 9 })).status).toBe(404);
      expect((await migrate({ fromSchemaHash: 'unknown' })).status).toBe(404);
      expect((await migrate({})).status).toBe(400);
      await admin('PUT', at('Migrated'), { body: aJsonForm('Migrated') });
      const narrowed = { ...aJsonForm('Migrated'), struct: {}, schema: { type: 'object' } };
      await admin('PUT', at('Migrated'), { body: narrowed });
      expect((await migrate({ fromRevision: 1 })).json).toMatchObject({
        dropped: [
          { pointer: '#/host', value: 'a', detail: expect.any(String) },
          { pointer: '#/port', value: 22, detail: expect.any(String) },
        ],
      });
    });

    describe('that somebody keeps', () => {
      const changes: AnswersChange[] = [];
      const kept = (more: Partial<StoredAnswer> = {}): StoredAnswer => ({
        id: 'k1',
        name: 'Kept',
        revision: 1,
        answers: { host: 'a', gone: 'secret value' },
        schemaHash: undefined,
        shown: true,
        ...more,
      });
      let stored: readonly StoredAnswer[] = [];
      let isThere = true;

      beforeAll(() => {
        platform.app.get(StoredAnswersService, { strict: false }).register({
          kind: 'note',
          find: (form) =>
            Promise.resolve(form.names.some((name) => name.startsWith('Kept')) ? stored : []),
          replace: (_, change) => {
            changes.push(change);
            return Promise.resolve(isThere);
          },
        });
      });

      const withGone = (name = 'Kept to'): JsonObject => {
        const form = aJsonForm(name);
        return {
          ...form,
          schema: {
            type: 'object',
            required: ['host'],
            properties: { host: { type: 'string' }, gone: { type: 'string' } },
          },
        };
      };

      it('follow the form into its new version, and under its new name', async () => {
        stored = [kept(), kept({ id: 'k2', name: 'Hidden', shown: false })];
        changes.length = 0;
        const { json } = await create(withGone('Kept by name'));
        const next = { ...nextVersion(withGone()), name: 'Kept by name, renamed' };
        const { json: put, text } = await admin('PUT', at(json.doc.id), { body: next });
        expect(put.storedAnswers).toEqual([
          {
            kind: 'note',
            id: 'k1',
            name: 'Kept',
            status: 'migrated',
            detail: 'Follows the form',
            moved: [{ from: '#/host', to: '#/hostName' }],
            converted: [],
            dropped: [{ pointer: '#/gone', detail: 'The form has no such field any more' }],
            unmigrated: [{ pointer: '#/owner', detail: 'is required now and has no default' }],
          },
        ]);
        expect(text).not.toContain('secret value');
        // What the caller may not see has followed as well, and is not told of.
        expect(text).not.toContain('k2');
        expect(changes).toHaveLength(2);
        expect(changes[0]).toEqual({
          answers: { hostName: 'a' },
          schemaHash: schemaHash(next),
          formName: 'Kept by name, renamed',
          aside: [{ pointer: '#/gone', value: 'secret value', detail: expect.any(String) }],
        });
      });

      it('follow an import that replaces the form, and tell when they cannot', async () => {
        const options = { overwrite: true };
        const form = withGone('Kept and brought in');
        stored = [];
        await create(nextVersion(form));
        stored = [kept({ answers: { hostName: 'a', owner: 'o' } })];
        const back = await importAll({ form, options });
        expect(back.json.imported[0]?.storedAnswers).toMatchObject([
          { moved: [{ from: '#/hostName', to: '#/host' }], dropped: [{ pointer: '#/owner' }] },
        ]);
        stored = [kept(), kept({ id: 'k2', name: 'Hidden', shown: false })];
        const forth = await importAll({ form: nextVersion(form), options });
        expect(forth.json.imported[0]?.storedAnswers).toMatchObject([
          { unmigrated: [{ pointer: '#/owner' }] },
        ]);
        expect(forth.json.imported[0]?.storedAnswers).toHaveLength(1);
        isThere = false;
        const { json } = await importAll({ form, options });
        expect(json.imported[0]?.storedAnswers).toMatchObject([
          { id: 'k1', status: 'failed', detail: 'Was changed meanwhile; save the form again' },
        ]);
        isThere = true;
        stored = [kept({ schemaHash: schemaHash(form) })];
        const again = await admin('PUT', at(form['name']), {
          body: { ...form, description: 'new' },
        });
        expect(again.json.storedAnswers).toMatchObject([{ status: 'unchanged' }]);
      });

      it('are those of triggers, in their order', async () => {
        stored = [];
        const { json: form } = await create(withGone());
        const automation = await admin<{ data: JsonObject }>(
          'POST',
          '/operations-manager/automations',
          { body: { name: 'Answers of', componentType: 'workflows' } },
        );
        const trigger = await admin<{ data: { _id: string } }>(
          'POST',
          '/operations-manager/triggers',
          {
            body: {
              name: 'By hand',
              type: 'manual',
              enabled: true,
              actionType: 'automations',
              actionId: automation.json.data['_id'],
              formId: '@66d0d77d21161b4df27174ce: Kept to',
              formData: { host: 'a', gone: 'b' },
              formSchemaHash: schemaHash(withGone()),
            },
          },
        );
        expect(trigger.status).toBe(200);
        const next = nextVersion(withGone());
        const { json } = await admin('PUT', at(form.doc.id), { body: next });
        expect(json.storedAnswers).toMatchObject([
          { kind: 'trigger', name: 'By hand', status: 'migrated' },
        ]);
        const path = `/operations-manager/triggers/${trigger.json.data._id}`;
        expect((await admin<{ data: JsonObject }>('GET', path)).json.data).toMatchObject({
          formData: { hostName: 'a' },
          formSchemaHash: schemaHash(next),
        });
      });
    });
  });

  // Skipped where the real documents are not beside the project.
  const withReal = existsSync(REAL) ? describe : describe.skip;
  withReal('of a real system', () => {
    it.each(existsSync(REAL) ? readdirSync(REAL) : [])(
      'come back as they came: %s',
      async (name) => {
        const form = JSON.parse(readFileSync(new URL(name, REAL), 'utf8')) as JsonObject;
        const { json } = await importAll({ forms: [form] });
        expect(json.imported[0]?.message).toContain('Successfully');
        expect((await admin('GET', at(form['id'], '/export'))).json).toEqual(form);
      },
    );
  });
});
