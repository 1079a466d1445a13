import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject } from '../../src/kernel/json.js';
import {
  anAutomation,
  anEndpointTrigger,
  aManualTrigger,
} from '../support/factories/automations.js';
import { aSignedInCaller } from '../support/sign-in.js';
import { type Answer, type CallOptions, startApp, type TestApp } from '../support/start-app.js';

const PATH = '/operations-manager/automations';

interface Shown {
  readonly _id: string;
  readonly name: string;
  readonly componentId: string | null;
  readonly [key: string]: unknown;
}
interface Imported {
  readonly status: {
    readonly status: string;
    readonly message: string;
    readonly imported: readonly {
      readonly success: boolean;
      readonly message: string;
      readonly original: unknown;
      readonly created: Shown | null;
    }[];
    readonly data: readonly { readonly success: boolean; readonly data: Shown | null }[];
    readonly metadata: { readonly total: number; readonly imported: number };
  };
}
interface One {
  readonly message: string;
  readonly data: Shown;
  readonly metadata: JsonObject;
}
interface Listed {
  readonly data: readonly Shown[];
  readonly metadata: JsonObject;
}
interface Refused {
  readonly message: string;
  readonly code: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

describe('automations', () => {
  let app: TestApp;
  const writer = <T = One>(method: string, path: string, options?: CallOptions) =>
    app.as<T>('engineering', method, path, options);
  const reader = <T = One>(path: string, options?: CallOptions) =>
    app.as<T>('operations', 'GET', path, options);
  const importAll = (automations: unknown, options?: JsonObject) =>
    writer<Imported>('PUT', PATH, { body: { automations, ...(options && { options }) } });
  const create = (body: JsonObject) => writer('POST', PATH, { body });

  beforeAll(async () => {
    app = await startApp('automations');
  });
  afterAll(() => app.close());

  describe('as an import', () => {
    it('get a new id, the caller and the time, and keep what nobody knows', async () => {
      const original = anAutomation('Imported', { surprise: { nested: [1, null, ''] } });
      const { status, json } = await importAll([original]);
      expect(status).toBe(200);
      const [item] = json.status.imported;
      expect(item).toMatchObject({ success: true, original });
      const created = item?.created ?? ({} as Shown);
      expect(created._id).toMatch(/^[0-9a-f]{24}$/);
      expect(created._id).not.toBe(original['_id']);
      expect(created).toMatchObject({
        name: 'Imported',
        description: 'What Imported is for',
        componentType: 'workflows',
        componentName: '@66d02d8221161b4df2717495: Absent workflow',
        componentId: null,
        gbac: { read: [], write: [] },
        surprise: { nested: [1, null, ''] },
      });
      expect(created['createdBy']).not.toBe('someone@example.com');
      expect(created['createdBy']).toBe(created['lastUpdatedBy']);
      expect(created['created']).not.toBe('2023-06-15T03:34:09.957Z');
      expect(item?.message).toBe(
        "Successfully imported automation 'Imported'. Component '@66d02d8221161b4df2717495: Absent workflow' was not found. Form 'Absent form' was not found",
      );
      expect(json.status.message).toBe('Successfully imported 1 automation(s)');
      expect(json.status.data[0]).toEqual({
        success: true,
        message: item?.message,
        data: created,
      });
      expect(json.status.metadata).toEqual({ total: 1, imported: 1 });
    });

    it('tell every item what became of it, and go on', async () => {
      const { json } = await importAll([
        anAutomation('Twice'),
        anAutomation('ＴＷＩＣＥ'),
        'no object',
        { description: 'no name' },
        { name: '  ' },
        anAutomation('Broken', { triggers: [{ name: 'x', type: 'endpoint' }] }),
        anAutomation('Guarded', { gbac: { read: ['absent'], write: [] } }),
        anAutomation('Fine', { triggers: [] }),
      ]);
      expect(json.status.imported.map(({ success, message }) => [success, message])).toEqual([
        [true, expect.stringContaining("Successfully imported automation 'Twice'")],
        [false, "Automation with name 'ＴＷＩＣＥ' already exists"],
        [false, 'An automation must be an object'],
        [false, 'The automation is not valid: #/name is required'],
        [false, "Automation '  ' is not valid: #/name must not be blank"],
        [false, "Automation 'Broken' is not valid: #/triggers/0/routeName is required"],
        [false, "Automation 'Guarded' names groups that are not here: absent"],
        [true, expect.stringContaining("Successfully imported automation 'Fine'")],
      ]);
      expect(json.status.imported.map(({ created }) => created !== null)).toEqual(
        json.status.imported.map(({ success }) => success),
      );
      expect(json.status.message).toBe('Successfully imported 2 automation(s)');
      const again = await importAll([anAutomation('fine')]);
      expect(again.json.status.imported[0]?.message).toBe(
        "Automation with name 'fine' already exists",
      );
    });

    it('give a route to the first that wants it', async () => {
      const { json } = await importAll([
        anAutomation('First route', { triggers: [anEndpointTrigger('One-Route')] }),
        anAutomation('Second route', { triggers: [anEndpointTrigger('one-route')] }),
      ]);
      expect(json.status.imported.map(({ success }) => success)).toEqual([true, false]);
      const later = await importAll([
        anAutomation('Third route', { triggers: [anEndpointTrigger('ONE-ROUTE')] }),
      ]);
      expect(later.json.status.imported[0]?.message).toContain('route');
      expect((await reader<Refused>(`${PATH}/Third%20route`)).status).toBe(404);
    });

    it('call adapters as they are called here', async () => {
      const trigger = { ...aManualTrigger(), formData: { adapterId: 'old', adapter_id: 'old' } };
      const { json } = await importAll(
        [anAutomation('Mapped', { source: 'old', kept: 'old', triggers: [trigger] })],
        { adapterMap: { old: 'new' } },
      );
      const created = json.status.imported[0]?.created;
      expect([created?.['source'], created?.['kept']]).toEqual(['new', 'old']);
      const { data } = (await reader(`${PATH}/Mapped/export`)).json;
      expect(data['triggers']).toMatchObject([
        { formData: { adapterId: 'new', adapter_id: 'new' } },
      ]);
    });

    it('resolve groups by id, by name, or by where they come from and their name', async () => {
      const { json: group } = await app.as<{ data: { _id: string } }>(
        'admin',
        'POST',
        '/authorization/groups',
        { body: { group: { name: 'Automators' } } },
      );
      const id = group.data._id;
      const given = { read: [id], write: [{ provenance: 'local', name: 'automators' }] };
      const { json } = await importAll([anAutomation('Resolved', { gbac: given })]);
      expect(json.status.imported[0]?.created?.['gbac']).toEqual({ read: [id], write: [id] });
      const exported = await app.as<One>('admin', 'GET', `${PATH}/Resolved/export`);
      // Elsewhere the group has another id: exports name it.
      const named = { provenance: 'local', name: 'Automators' };
      const [write] = given.write;
      expect(exported.json.data['gbac']).toEqual({ read: [named], write: [write] });
      const byName = { read: ['AUTOMATORS', 'nobody'], write: [] };
      const { json: some } = await importAll([
        anAutomation('By name', { gbac: { ...byName, read: ['AUTOMATORS'] } }),
        anAutomation('By no name', { gbac: byName }),
      ]);
      const [first, second] = some.status.imported;
      expect(first?.created?.['gbac']).toEqual({ read: [id], write: [] });
      expect([second?.created, second?.message]).toEqual([null, expect.stringContaining('nobody')]);
    });

    it('show groups with their names, and take them like this', async () => {
      const { json: group } = await app.as<{ data: { _id: string } }>(
        'admin',
        'POST',
        '/authorization/groups',
        { body: { group: { name: 'Shown' } } },
      );
      const named = { provenance: 'local', name: 'Shown' };
      const shown = { read: [], write: [{ _id: group.data._id, ...named }] };
      await importAll([anAutomation('Named', { gbac: { read: [], write: [group.data._id] } })]);
      const found = await app.as<One>('admin', 'GET', `${PATH}/Named`);
      expect(found.json.data['gbac']).toEqual(shown);
      const body = { gbac: found.json.data['gbac'] };
      const changed = await app.as<One>('admin', 'PATCH', `${PATH}/Named`, { body });
      expect(changed.json.data['gbac']).toEqual(shown);
      const exported = await app.as<One>('admin', 'GET', `${PATH}/Named/export`);
      expect(exported.json.data['gbac']).toEqual({ read: [], write: [named] });
    });

    it('answer the bare status to clients that want it', async () => {
      const { json } = await writer<Imported['status']>('PUT', PATH, {
        body: { automations: [] },
        headers: { prefer: 'envelope=bare' },
      });
      expect(json.message).toBe('Successfully imported 0 automation(s)');
    });

    it.each<[string, JsonObject, string]>([
      ['an option that nobody knows', { automations: [], options: { zap: 1 } }, '#/options/zap'],
      ['a key that nobody knows', { automations: [], zap: 1 }, '#/zap'],
      ['no list', { automations: {} }, '#/automations'],
      [
        'an adapter without a name here',
        { automations: [], options: { adapterMap: { a: 1 } } },
        '#/options/adapterMap/a',
      ],
    ])('are refused for %s', async (_, body, pointer) => {
      const { status, json } = await writer<Refused>('PUT', PATH, { body });
      expect([status, json.errors?.[0]?.pointer]).toEqual([400, pointer]);
    });
  });

  it('are exported as they were imported', async () => {
    const original = anAutomation('Round trip', {
      empty: {},
      triggers: [aManualTrigger(), anEndpointTrigger('round-trip')],
    });
    await importAll([original]);
    const { json } = await reader(`${PATH}/round%20trip/export`);
    expect(comparable(json.data)).toEqual(comparable(original));
    const again = { ...json.data, name: 'Round trip again' } as JsonObject;
    const second = await importAll([{ ...again, triggers: [aManualTrigger()] }]);
    expect(second.json.status.imported[0]?.success).toBe(true);
  });

  it('start what has been imported after them', async () => {
    await create({ name: 'Early', componentType: 'workflows', componentName: '@p: Late one' });
    const workflow = { name: 'Late one', tasks: {}, transitions: {}, type: 'automation' };
    const made = await app.as<JsonObject>('admin', 'POST', '/automation-studio/automations', {
      body: { automation: workflow },
    });
    expect(made.status).toBe(200);
    const { data } = (await reader(`${PATH}/Early`)).json;
    expect(data.componentId).toMatch(/^[0-9a-f]{24}$/);
    expect(data['componentName']).toBe('@p: Late one');
    const { json } = await create({ name: 'By id', componentId: data.componentId });
    expect(json.data['componentName']).toBe('Late one');
  });

  it('are created, read, changed and deleted', async () => {
    const created = await create({ name: 'Lifecycle', extra: { kept: true } });
    expect(created.status).toBe(200);
    expect(created.headers.get('etag')).toBe('"1"');
    expect(created.json.message).toBe("Successfully created automation 'Lifecycle'");
    const id = created.json.data._id;
    const read = await reader(`${PATH}/${id}`);
    expect(read.json.data).toEqual(created.json.data);
    const changed = await writer('PATCH', `${PATH}/${id}`, {
      body: { ...read.json.data, name: 'Lifecycle two', description: 'Changed', more: [1] },
      headers: { 'if-match': '"1"' },
    });
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"2"']);
    expect(changed.json.data).toMatchObject({
      _id: id,
      name: 'Lifecycle two',
      description: 'Changed',
      extra: { kept: true },
      more: [1],
      created: created.json.data['created'],
    });
    const stale = await writer<Refused>('PATCH', `${PATH}/${id}`, {
      body: { description: 'x' },
      headers: { 'if-match': '"1"' },
    });
    expect(stale.status).toBe(412);
    expect(
      (await writer('DELETE', `${PATH}/${id}`, { headers: { 'if-match': '"1"' } })).status,
    ).toBe(412);
    expect((await writer('DELETE', `${PATH}/${id}`)).status).toBe(200);
    expect((await reader<Refused>(`${PATH}/${id}`)).status).toBe(404);
    expect((await create({ name: 'Lifecycle two' })).status).toBe(200);
  });

  it('refuse a name that somebody has', async () => {
    await create({ name: 'Taken' });
    const twice = (await create({ name: 'TAKEN' })) as unknown as Answer<Refused>;
    expect([twice.status, twice.json.code]).toEqual([409, 'name-taken']);
    await create({ name: 'Other' });
    const renamed = await writer<Refused>('PATCH', `${PATH}/Other`, { body: { name: 'taken' } });
    expect([renamed.status, renamed.json.message]).toEqual([
      409,
      "Automation with name 'taken' already exists",
    ]);
  });

  it.each<[string, JsonObject, string]>([
    ['a blank name', { name: '  ' }, '#/name'],
    ['groups that are not here', { gbac: { read: ['absent'] } }, '#/gbac'],
    ['triggers', { triggers: [] }, '#/triggers'],
    ['keys beside read and write', { gbac: { see: [] } }, '#/gbac/see'],
  ])('refuse %s in a change', async (_, body, pointer) => {
    await create({ name: 'Unchanged' });
    const { status, json } = await writer<Refused>('PATCH', `${PATH}/Unchanged`, { body });
    expect([status, json.errors?.[0]?.pointer]).toEqual([400, pointer]);
  });

  it('refuse a creation whose trigger has a route that another trigger has', async () => {
    await create({ name: 'Has route', triggers: [anEndpointTrigger('kept-route')] });
    const { status, json } = (await create({
      name: 'Wants route',
      triggers: [anEndpointTrigger('kept-route')],
    })) as unknown as Answer<Refused>;
    expect([status, json.code]).toEqual([409, 'route-taken']);
    expect((await create({ name: 'Wants route' })).status).toBe(200);
    expect((await writer('DELETE', `${PATH}/Has%20route`)).status).toBe(200);
    const free = await create({ name: 'Has it', triggers: [anEndpointTrigger('kept-route')] });
    expect(free.status).toBe(200);
    expect(free.json).toMatchObject({
      metadata: { triggers: [{ _id: expect.any(String) as string, type: 'endpoint' }] },
    });
  });

  describe('in lists', () => {
    beforeAll(async () => {
      for (const name of ['List alpha', 'List beta', 'list gamma'])
        await create({ name, description: name === 'List beta' ? 'Wanted' : '' });
    });

    it.each([
      ['startsWith=list%20', ['List alpha', 'List beta', 'list gamma']],
      ['contains=T%20BETA', ['List beta']],
      ['equals=List%20alpha', ['List alpha']],
      ['equals=list%20alpha', []],
      ['contains=wanted&containsField=description', ['List beta']],
      ['startsWith=list%20&order=-1&limit=1', ['list gamma']],
      ['startsWith=list%20&skip=1&limit=1', ['List beta']],
    ])('find by %s', async (query, names) => {
      const { json } = await reader<Listed>(`${PATH}?${query}`);
      expect(json.data.map(({ name }) => name)).toEqual(names);
    });

    it('say where they are in all that there is', async () => {
      const { json } = await reader<Listed>(`${PATH}?startsWith=list%20&skip=1&limit=1`);
      expect(json.metadata).toEqual({
        skip: 1,
        limit: 1,
        total: 3,
        currentPageSize: 1,
        nextPageSkip: 2,
        previousPageSkip: 0,
      });
    });
  });

  describe('with groups', () => {
    let reading: string;
    let writing: string;
    let stranger: string;
    const roles = [
      { provenance: 'platform', name: 'operations' },
      { provenance: 'platform', name: 'engineering' },
    ];

    beforeAll(async () => {
      reading = await aSignedInCaller(app.app, { roles, groups: ['gbac readers'] });
      writing = await aSignedInCaller(app.app, { roles, groups: ['gbac writers'] });
      stranger = await aSignedInCaller(app.app, { roles });
      const gbac = {
        read: [{ provenance: 'local', name: 'gbac readers' }],
        write: [{ provenance: 'local', name: 'gbac writers' }],
      };
      await importAll([
        anAutomation('Private thing', { gbac, triggers: [anEndpointTrigger('private-thing')] }),
        anAutomation('Public thing', { triggers: [] }),
      ]);
    });

    it('are shown and counted to their members alone', async () => {
      const seen = async (token: string) => {
        const query = `${PATH}?contains=%20thing&limit=1`;
        const { json } = await app.call<Listed>('GET', query, { token });
        return json.metadata['total'];
      };
      expect(await Promise.all([reading, writing, stranger].map(seen))).toEqual([2, 2, 1]);
      for (const path of [`${PATH}/Private%20thing`, `${PATH}/Private%20thing/export`]) {
        expect((await app.call('GET', path, { token: reading })).status).toBe(200);
        expect((await app.call('GET', path, { token: stranger })).status).toBe(404);
      }
    });

    it('are changed by members of the write list alone', async () => {
      const path = `${PATH}/Private%20thing`;
      const attempt = async (token: string) => {
        const body = { description: 'x' };
        return (await app.call('PATCH', path, { token, body })).status;
      };
      expect(await attempt(reading)).toBe(403);
      expect(await attempt(stranger)).toBe(404);
      expect(await attempt(writing)).toBe(200);
      const remove = async (token: string) => (await app.call('DELETE', path, { token })).status;
      expect([await remove(reading), await remove(stranger)]).toEqual([403, 404]);
    });

    it('are explained', async () => {
      const { json: found } = await app.as<One>('admin', 'GET', `${PATH}/Private%20thing`);
      const query = `operation=getAutomation&object=automation/${found.data._id}`;
      const { status } = await app.as(
        'admin',
        'GET',
        `/authorization/explain?account=admin&${query}`,
      );
      expect(status).toBe(200);
    });
  });
});

/** A document without what an import makes anew. */
function comparable(document: unknown): unknown {
  const anew = [
    '_id',
    'created',
    'createdBy',
    'lastUpdated',
    'lastUpdatedBy',
    'actionId',
    'componentId',
  ];
  return JSON.parse(
    JSON.stringify(document, (key, value: unknown) => (anew.includes(key) ? undefined : value)),
  ) as unknown;
}
