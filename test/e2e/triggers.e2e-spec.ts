import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject } from '../../src/kernel/json.js';
import { anAutomation } from '../support/factories/automations.js';
import { aSignedInCaller } from '../support/sign-in.js';
import { type CallOptions, startApp, type TestApp } from '../support/start-app.js';

const AUTOMATIONS = '/operations-manager/automations';
const PATH = '/operations-manager/triggers';

interface Shown {
  readonly _id: string;
  readonly name: string;
  readonly [key: string]: unknown;
}
interface One {
  readonly message: string;
  readonly data: Shown;
}
interface Listed {
  readonly data: readonly Shown[];
  readonly metadata: { readonly total: number };
}
interface Refused {
  readonly message: string;
  readonly code: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

describe('triggers', () => {
  let app: TestApp;
  let actionId: string;
  const writer = <T = One>(method: string, path: string, options?: CallOptions) =>
    app.as<T>('engineering', method, path, options);
  const reader = <T = One>(path: string) => app.as<T>('operations', 'GET', path);
  const create = <T = One>(body: JsonObject) =>
    writer<T>('POST', PATH, { body: { actionId, ...body } });

  beforeAll(async () => {
    app = await startApp('triggers');
    const body = { name: 'Triggered' };
    actionId = (await writer('POST', AUTOMATIONS, { body })).json.data._id;
  });
  afterAll(() => app.close());

  it('are created, read, changed and deleted', async () => {
    const given = { name: 'Manual', type: 'manual', formId: '@p: Absent', extra: [{}] };
    const created = await create(given);
    expect([created.status, created.headers.get('etag')]).toEqual([200, '"1"']);
    expect(created.json.message).toBe(
      "Successfully created trigger 'Manual'. Form '@p: Absent' was not found",
    );
    const { data } = created.json;
    expect(data).toMatchObject({
      ...given,
      enabled: true,
      actionType: 'automations',
      actionId,
      description: '',
    });
    expect(data['createdBy']).toBe(data['lastUpdatedBy']);
    const path = `${PATH}/${data._id}`;
    expect((await reader(path)).json.data).toEqual(data);
    const body = { ...data, enabled: false, description: 'Off' };
    const changed = await writer('PATCH', path, { body, headers: { 'if-match': '"1"' } });
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"2"']);
    expect(changed.json.data).toMatchObject({ ...given, enabled: false, description: 'Off' });
    const stale = { headers: { 'if-match': '"1"' } };
    expect((await writer('PATCH', path, { body: {}, ...stale })).status).toBe(412);
    expect((await writer('DELETE', path, stale)).status).toBe(412);
    expect((await writer('DELETE', path)).status).toBe(200);
    expect((await writer('DELETE', path)).status).toBe(404);
    expect((await writer('PATCH', path, { body: {} })).status).toBe(404);
    expect((await reader(path)).status).toBe(404);
  });

  it('say when a schedule comes round next', async () => {
    const hourly = { name: 'Hourly', type: 'schedule', firstRunAt: 0, repeatInterval: 3_600_000 };
    const { json } = await create(hourly);
    const next = Number(json.data['nextRunAt']);
    expect(next % 3_600_000).toBe(0);
    expect(next).toBeGreaterThan(Date.now());
    const path = `${PATH}/${json.data._id}`;
    const off = await writer('PATCH', path, { body: { enabled: false } });
    expect(off.json.data['nextRunAt']).toBeNull();
  });

  it('say when a schedule comes round again and again', async () => {
    const daily = { name: 'Daily', type: 'schedule', cron: '0 7 * * *', timeZone: 'UTC' };
    const { json } = await create(daily);
    const path = `${PATH}/${json.data._id}`;
    const { data } = (await reader<{ data: number[] }>(`${path}/nextRuns`)).json;
    expect(data).toHaveLength(50);
    expect(data[0]).toBe(json.data['nextRunAt']);
    expect(Number(data[49]) - Number(data[0])).toBe(49 * 86_400_000);
    await writer('PATCH', path, { body: { enabled: false } });
    expect((await reader<{ data: number[] }>(`${path}/nextRuns`)).json.data).toEqual([]);
    expect((await reader(`${PATH}/absent/nextRuns`)).status).toBe(404);
  });

  it('come in together and go together with what they start', async () => {
    const body = { name: 'Triggered for a while' };
    const { json } = await writer('POST', AUTOMATIONS, { body });
    const hourly = {
      name: 'Hourly too',
      type: 'schedule',
      firstRunAt: 0,
      repeatInterval: 3_600_000,
    };
    const called = { name: 'Called', type: 'endpoint', routeName: 'called-for-a-while' };
    const imported = await writer<{ data: { data: JsonObject }[] }>('PUT', PATH, {
      body: { triggers: [hourly, called].map((one) => ({ ...one, actionId: json.data._id })) },
    });
    expect(imported.json.data[0]?.data['nextRunAt']).toBeGreaterThan(Date.now());
    expect(imported.json.data[1]?.data['credential']).toBeNull();
    const removed = await writer('DELETE', `${PATH}/action/${json.data._id}`);
    expect([removed.status, removed.json]).toMatchObject([
      200,
      { status: expect.any(String), message: expect.any(String) },
    ]);
  });

  it.each<[string, JsonObject, string]>([
    ['no name', { type: 'manual' }, '#/name'],
    ['a type that nobody knows', { name: 'x', type: 'magic' }, '#/type'],
    ['no route', { name: 'x', type: 'endpoint' }, '#/routeName'],
    ['a route with a slash', { name: 'x', type: 'endpoint', routeName: 'a/b' }, '#/routeName'],
    [
      'a schema that is none',
      { name: 'x', type: 'endpoint', routeName: 'x', schema: { type: 'nothing' } },
      '#/schema',
    ],
    ['no topic', { name: 'x', type: 'eventSystem', source: 'x' }, '#/topic'],
    ['a broken cron', { name: 'x', type: 'schedule', cron: 'every day' }, '#/cron'],
    ['a cron that never comes', { name: 'x', type: 'schedule', cron: '0 0 30 2 *' }, '#/cron'],
    [
      'a time zone that nobody knows',
      { name: 'x', type: 'schedule', cron: '0 0 * * *', timeZone: 'Mars/Olympus' },
      '#/timeZone',
    ],
    ['a schedule without a start', { name: 'x', type: 'schedule' }, '#/firstRunAt'],
    [
      'a secret of its own',
      { name: 'x', type: 'endpoint', routeName: 'x', secret: 'x' },
      '#/secret',
    ],
  ])('are refused for %s', async (_, body, pointer) => {
    const { status, json } = await create<Refused>(body);
    expect([status, json.errors?.[0]?.pointer]).toEqual([400, pointer]);
  });

  it('are refused for an automation that is not there', async () => {
    const body = { name: 'x', type: 'manual', actionId: 'absent' };
    expect((await create(body)).status).toBe(404);
  });

  it('keep their type and their automation', async () => {
    const { json } = await create({ name: 'Stays', type: 'manual' });
    const path = `${PATH}/${json.data._id}`;
    for (const [key, value] of [
      ['type', 'schedule'],
      ['actionId', 'other'],
    ]) {
      const body = { [String(key)]: value };
      const refused = await writer<Refused>('PATCH', path, { body });
      expect([refused.status, refused.json.errors?.[0]?.pointer]).toEqual([
        400,
        `#/${String(key)}`,
      ]);
    }
  });

  it('have routes of their own, whatever the case', async () => {
    const route = { type: 'endpoint', routeName: 'Own-Route' };
    expect((await create({ name: 'One', ...route })).status).toBe(200);
    const second = await create<Refused>({ name: 'Two', type: 'endpoint', routeName: 'own-route' });
    expect([second.status, second.json.code]).toEqual([409, 'route-taken']);
    const { json } = await create({ name: 'Three', type: 'endpoint', routeName: 'third' });
    const path = `${PATH}/${json.data._id}`;
    const moved = await writer<Refused>('PATCH', path, { body: { routeName: 'OWN-ROUTE' } });
    expect([moved.status, moved.json.code]).toEqual([409, 'route-taken']);
  });

  it.each([
    ['equals=eventSystem&equalsField=type', ['Listed event']],
    ['contains=LISTED&enabled=false', ['Listed off']],
    ['startsWith=listed', ['Listed event', 'Listed off']],
    ['startsWith=listed&order=-1&limit=1', ['Listed off']],
    ['contains=wanted&containsField=description', ['Listed off']],
  ])('are found by %s', async (query, names) => {
    const event = { name: 'Listed event', type: 'eventSystem', source: 's', topic: 't' };
    const off = { name: 'Listed off', type: 'manual', enabled: false, description: 'Wanted' };
    const present = await reader<Listed>(`${PATH}?startsWith=listed`);
    if (present.json.metadata.total === 0) {
      await create(event);
      await create(off);
    }
    const { json } = await reader<Listed>(`${PATH}?${query}`);
    expect(json.data.map(({ name }) => name)).toEqual(names);
  });

  it('are those of one automation where only its are asked for', async () => {
    const body = { name: 'With one', triggers: [{ name: 'Its own', type: 'manual' }] };
    const { json } = await writer('POST', AUTOMATIONS, { body });
    const listed = await reader<Listed>(`${PATH}?actionId=${json.data._id}`);
    expect(listed.json.data.map(({ name }) => name)).toEqual(['Its own']);
  });

  it('are seen and changed by those alone who may their automation', async () => {
    const roles = ['operations', 'engineering'].map((name) => ({ provenance: 'platform', name }));
    const reading = await aSignedInCaller(app.app, { roles, groups: ['trigger readers'] });
    const stranger = await aSignedInCaller(app.app, { roles });
    const groups = [{ provenance: 'local', name: 'trigger readers' }];
    await aSignedInCaller(app.app, { groups: ['trigger writers'] });
    const gbac = { read: groups, write: [{ provenance: 'local', name: 'trigger writers' }] };
    const triggers = [{ name: 'Private trigger', type: 'manual' }];
    const body = { automations: [anAutomation('Private', { gbac, triggers })] };
    await app.as('admin', 'PUT', AUTOMATIONS, { body });
    const query = `${PATH}?contains=private%20trigger`;
    const totalFor = async (token: string) =>
      (await app.call<Listed>('GET', query, { token })).json.metadata.total;
    expect([await totalFor(reading), await totalFor(stranger)]).toEqual([1, 0]);
    const { json } = await app.call<Listed>('GET', query, { token: reading });
    const path = `${PATH}/${String(json.data[0]?._id)}`;
    const statuses = async (token: string) => [
      (await app.call('GET', path, { token })).status,
      (await app.call('PATCH', path, { token, body: { enabled: false } })).status,
      (await app.call('DELETE', path, { token })).status,
    ];
    expect(await statuses(reading)).toEqual([200, 403, 403]);
    expect(await statuses(stranger)).toEqual([404, 404, 404]);
  });
});
