import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject } from '../../src/kernel/json.js';
import { anArtifact } from '../support/factories/an-artifact.js';
import { type CallOptions, startApp, type TestApp } from '../support/start-app.js';

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly errors: readonly { readonly pointer: string }[];
}
interface Listed {
  readonly results: readonly JsonObject[];
  readonly total: number;
}

const MIB = 1024 * 1024;
const HTML = '<img src=x onerror=alert(1)>';
const EXPORTED: JsonObject = {
  _id: '5f1e0c0ffee0c0ffee0c0001',
  name: 'Order port',
  description: HTML,
  children: [
    {
      type: 'list',
      name: 'Vlans',
      properties: { type: 'list', prefix: '' },
      description: '',
      element: '{"type":"input"}',
      source_type: 'static',
      source: '',
      id: 'c1',
      yangkey: 'vlans',
      key: 'order.vlans',
    },
  ],
  elements: [{ type: 'input', id: { name: 'vlans' } }],
  groups: ['5f1e0c0ffee0c0ffee0c00aa'],
  empty: {},
  created: '2020-01-01T00:00:00.000Z',
  last_updated: '2020-01-02T00:00:00.000Z',
  created_by: 'somebody',
  last_updated_by: 'somebody else',
};

describe('forms', () => {
  let platform: TestApp;
  const admin = <T = JsonObject>(method: string, path: string, options: CallOptions = {}) =>
    platform.as<T>('admin', method, path, options);
  const imported = (form: JsonObject, options?: JsonObject) =>
    admin('POST', '/formbuilder/import', { body: { form, ...(options && { options }) } });
  const create = (form: JsonObject) => admin('POST', '/formbuilder/forms', { body: { form } });
  const at = (id: unknown) => `/formbuilder/forms/${encodeURIComponent(String(id))}`;

  beforeAll(async () => {
    platform = await startApp('e2e-forms');
  });
  afterAll(() => platform.close());

  it('come in and go out unchanged, found by id and by name', async () => {
    const answer = await imported(EXPORTED);
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, '"1"']);
    expect(answer.json).toEqual(EXPORTED);
    for (const id of [EXPORTED['_id'], 'ORDER port']) {
      expect((await admin('GET', at(id))).json).toEqual(EXPORTED);
      expect((await admin('GET', `${at(id)}/export`)).json).toEqual(EXPORTED);
    }
  });

  it('are exported in the words of the interface when that is asked for', async () => {
    const form = { name: 'Words', source: 'IAPerror.displayString', id: 1 };
    await imported(form);
    expect((await admin('GET', `${at('Words')}/export`)).json).toEqual(form);
    expect((await admin('GET', `${at('Words')}/export?dialect=interface`)).json).toEqual({
      ...form,
      source: 'platformError.displayString',
    });
    const { json } = await admin('GET', at('Words'));
    expect(json).toEqual({ ...form, _id: expect.any(String) });
  });

  it('are created with an id and the name of the caller, and replaced', async () => {
    const { json: made } = await create({
      ...EXPORTED,
      name: 'Made here',
      _id: 'not mine',
    });
    expect(made).toMatchObject({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      name: 'Made here',
      created: expect.any(String),
      created_by: expect.any(String),
      last_updated: expect.any(String),
      last_updated_by: expect.any(String),
    });
    const changed = await admin('PUT', at(made['_id']), {
      body: { form: { ...made, name: 'Renamed', extra: {} } },
      headers: { 'if-match': '"1"' },
    });
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"2"']);
    expect(changed.json).toMatchObject({ _id: made['_id'], name: 'Renamed', extra: {} });
    const stale = await admin<Refusal>('PUT', at(made['_id']), {
      body: { form: made },
      headers: { 'if-match': '"1"' },
    });
    expect(stale.status).toBe(412);
  });

  it('are listed by name, and searched', async () => {
    await create({ name: 'List b', description: 'rare words' });
    await create({ name: 'list A', tags: ['blue'] });
    const listed = { ...EXPORTED, _id: '5f1e0c0ffee0c0ffee0c0002', name: 'Other port' };
    await imported(listed);
    const whole = (await admin<Listed>('GET', '/formbuilder/forms?equals=Other port')).json;
    expect(whole).toEqual({ results: [listed], total: 1 });
    const list = async (query: string) =>
      (await admin<Listed>('GET', `/formbuilder/forms?${query}`)).json;
    const names = async (query: string) => (await list(query)).results.map(({ name }) => name);
    expect(await names('startsWith=list')).toEqual(['list A', 'List b']);
    expect(await names('startsWith=list&order=-1&limit=1')).toEqual(['List b']);
    expect(await names('contains=rare&containsField=description')).toEqual(['List b']);
    expect(await names('tag=blue')).toEqual(['list A']);
    expect((await list('equals=List b')).total).toBe(1);
  });

  it('keep their names apart, however those are written', async () => {
    await create({ name: 'Straße' });
    for (const name of ['STRASSE', 'straße', 'Ｓｔｒaße']) {
      const { status } = await create({ name });
      expect([name, status]).toEqual([name, name === 'STRASSE' ? 200 : 409]);
    }
    const { json } = await create({ name: 'Other' });
    const taken = await admin<Refusal>('PUT', at(json['_id']), {
      body: { form: { name: 'Straße' } },
    });
    expect([taken.status, taken.json.message]).toEqual([409, "Form 'Straße' already exists"]);
    expect((await imported({ name: 'Straße' })).status).toBe(409);
    const over = await imported({ name: 'Straße', children: [1] }, { overwrite: true });
    expect(over.json).toMatchObject({ name: 'Straße', children: [1] });
  });

  it('are deleted', async () => {
    const { json } = await create({ name: 'Gone' });
    const stale = { headers: { 'if-match': '"7"' } };
    expect((await admin('DELETE', at(json['_id']), stale)).status).toBe(412);
    expect((await admin('DELETE', at(json['_id']))).status).toBe(200);
    for (const [method, path, body] of [
      ['GET', at('Gone'), undefined],
      ['GET', `${at('Gone')}/export`, undefined],
      ['PUT', at('Gone'), { form: { name: 'Gone' } }],
      ['DELETE', at('Gone'), undefined],
    ] as const) {
      const answer = await admin<Refusal>(method, path, { ...(body && { body }) });
      expect([answer.status, answer.json.message]).toEqual([404, "Form 'Gone' not found"]);
    }
  });

  it('that came with a package are listed and changed, and go with it', async () => {
    const form = { name: 'Packaged form', children: [] };
    const prebuilt = anArtifact({ name: '@acme/forms', bundles: [{ type: 'forms', data: form }] });
    await admin('POST', '/prebuilts/import', { body: { prebuilt } });
    const changed = await admin('PUT', at('Packaged form'), {
      body: { form: { ...form, mine: true } },
    });
    expect([changed.status, changed.json['mine']]).toEqual([200, true]);
    const kept = await admin<Refusal>('DELETE', at('Packaged form'));
    expect([kept.status, kept.json.code]).toEqual([409, 'packaged']);
  });

  it('that nobody can keep are refused with the place', async () => {
    const refused = async (form: JsonObject) => {
      const { status, json } = await admin<Refusal>('POST', '/formbuilder/import', {
        body: { form },
      });
      return [status, json.errors[0]?.pointer];
    };
    expect(await refused({})).toEqual([400, '#/form/name']);
    expect(await refused({ name: '' })).toEqual([400, '#/form/name']);
    expect(await refused({ name: 'x', a: { b: '\ud800' } })).toEqual([400, '#/form/a/b']);
    const nested = `{"form":{"name":"x","a":${'['.repeat(1000)}${']'.repeat(1000)}}}`;
    const headers = { 'content-type': 'application/json' };
    const deep = await admin<Refusal>('POST', '/formbuilder/import', { raw: nested, headers });
    expect([deep.status, deep.json.errors[0]?.pointer]).toEqual([400, '#']);
  });

  it('that are too large are refused wherever they come in', async () => {
    const form = { name: 'Large', text: 'x'.repeat(12.5 * MIB) };
    const { json } = await create({ name: 'Small' });
    const answers = [
      await create(form),
      await imported(form),
      await admin('PUT', at(json['_id']), { body: { form } }),
    ];
    for (const { status, json: refusal } of answers) {
      expect([status, refusal['code']]).toEqual([413, 'document-too-large']);
    }
  });

  describe('operation 11', () => {
    const preserve = (form_name: string, data: JsonObject) =>
      platform.as<JsonObject>('operator', 'POST', '/formbuilder/preserveFormData', {
        body: { form_name, data },
      });

    beforeAll(async () => {
      await imported({ ...EXPORTED, _id: 'shape', name: 'Shape' });
    });

    it('puts the containers of a form document back', async () => {
      const [child] = EXPORTED['children'] as JsonObject[];
      const broken = {
        ...EXPORTED,
        children: { '0': { ...child, properties: [child?.['properties'] ?? {}] } },
        elements: (EXPORTED['elements'] as JsonObject[])[0] ?? {},
        groups: { '0': '5f1e0c0ffee0c0ffee0c00aa' },
      };
      const { status, json } = await preserve('Shape', broken);
      expect([status, json]).toEqual([200, { data: EXPORTED }]);
    });

    it('puts the containers of answers back', async () => {
      const { json } = await preserve('Shape', { vlans: { '0': 7 }, order: { vlans: 7 }, x: {} });
      expect(json).toEqual({ data: { vlans: [7], order: { vlans: [7] }, x: {} } });
    });

    it('says when there is no such form', async () => {
      const { status, json } = await preserve('nobody', {});
      expect([status, json['message']]).toEqual([404, "Form 'nobody' not found"]);
    });

    it.each([
      [{ form_name: 'Shape' }, '#/data'],
      [{ data: {} }, '#/form_name'],
      [{ form_name: 'Shape', data: [] }, '#/data'],
      [{ form_name: 'Shape', data: {}, more: 1 }, '#/more'],
    ])('refuses %j', async (body, pointer) => {
      const { status, json } = await admin<Refusal>('POST', '/formbuilder/preserveFormData', {
        body,
      });
      expect([status, json.errors.map((fault) => fault.pointer)]).toEqual([400, [pointer]]);
    });
  });
});
