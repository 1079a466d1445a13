import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';
import { type EventShown } from '../../src/domains/events/log/events.dto.js';
import {
  type ListEventTypesAnswer,
  type SearchEventsAnswer,
} from '../../src/domains/events/registry/event-registry.dto.js';
import { EventLogRepository } from '../../src/platform/events/event-log.repository.js';
import { eventually } from '../support/eventually.js';
import { ProfileCalls } from '../support/profile-calls.js';
import { type Answer } from '../support/start-app.js';
import { TwoNodes } from '../support/two-nodes.js';

interface Published {
  readonly _id: string;
  readonly duplicate: boolean;
}
interface Listed {
  readonly results: readonly EventShown[];
  readonly total: number;
}
const TYPE = '/events/types/venus/dust%2Fstorm';
const NOBODY = { read: [], write: [] };
const SCHEMA = { type: 'object', properties: { km: { type: 'number' } }, required: ['km'] };

describe('events', () => {
  const nodes = new TwoNodes('events');
  const call = <T>(method: string, path: string, body?: unknown, headers = {}) =>
    nodes.node.as<T>('admin', method, path, { ...(body !== undefined && { body }), headers });
  const publish = (event: object, on = nodes.node): Promise<Answer<Published>> =>
    on.as<Published>('engineering', 'POST', '/events', { body: event });
  const stored = async (query: string) => (await call<Listed>('GET', `/events?${query}`)).json;

  beforeAll(() => nodes.start());
  afterAll(() => nodes.close());

  describe('the registry (operation 10)', () => {
    const search = async (query: string) =>
      (
        await nodes.node.as<SearchEventsAnswer>(
          'operations',
          'GET',
          `/operations-manager/events?${query}`,
        )
      ).json.result;

    it('lists the events of the platform with their schemas', async () => {
      const { list, total, skip, limit } = await search(
        'source=UserManagement&topic=accountCreated',
      );
      expect({ total, skip, limit }).toEqual({ total: 1, skip: 0, limit: 25 });
      expect(list).toMatchObject([
        {
          source: 'UserManagement',
          topic: 'accountCreated',
          description: 'An account of a person or a service was created',
          schema: { type: 'object', required: ['id', 'name', 'by'] },
        },
      ]);
    });

    it('finds sources and topics exactly, whatever the form of the query', async () => {
      expect((await search('queryParameters[source]=usermanagement')).total).toBe(0);
      expect((await search('queryParameters={"topic":"groupCreated"}')).total).toBe(1);
      expect((await search('topic=group')).total).toBe(0);
    });

    it('shows declared events beside its own, in order when asked to', async () => {
      await call('PUT', '/events/types/Aaa/z', { schema: {} });
      await call('PUT', '/events/types/zzz/a', { schema: {} });
      const { list, total } = await search('sort=true&limit=2000');
      expect(list).toHaveLength(total);
      const names = list.map(({ source, topic }) => `${source}\0${topic}`);
      expect(names).toEqual(names.toSorted());
      expect(names[0]).toBe('Aaa\0z');
      expect(names.at(-1)).toBe('zzz\0a');
      const page = await search('sort=True&skip=1&limit=2');
      expect(page.list).toEqual(list.slice(1, 3));
      expect(page.total).toBe(total);
    });

    it('refuses keys that it does not know', async () => {
      const { status, json } = await call<{ errors: { pointer: string }[] }>(
        'GET',
        '/operations-manager/events?topik=y',
      );
      expect(status).toBe(400);
      expect(json.errors.map(({ pointer }) => pointer)).toEqual(['#/queryParameters/topik']);
    });

    it('refuses what is no number', async () => {
      expect((await call('GET', '/operations-manager/events?limit=x')).status).toBe(400);
    });
  });

  describe('declared events', () => {
    it('are declared, read, changed and deleted', async () => {
      const made = await call('PUT', TYPE, { description: 'A storm', schema: SCHEMA });
      expect(made.json).toMatchObject({
        source: 'venus',
        topic: 'dust/storm',
        description: 'A storm',
        schema: SCHEMA,
      });
      expect(made.headers.get('etag')).toBe('"1"');
      expect((await call('GET', TYPE)).json).toEqual(made.json);
      const listed = await call<ListEventTypesAnswer>('GET', '/events/types?source=venus');
      expect(listed.json).toEqual({ results: [made.json], total: 1 });
      const changed = await call('PUT', TYPE, { schema: {} }, { 'if-match': '"1"' });
      expect(changed.json).toMatchObject({
        description: '',
        schema: {},
        createdBy: expect.any(String),
      });
      expect((await call('PUT', TYPE, { schema: {} }, { 'if-match': '"1"' })).status).toBe(412);
      expect((await call('DELETE', TYPE, undefined, { 'if-match': '"1"' })).status).toBe(412);
      expect((await call('DELETE', TYPE)).status).toBe(200);
      expect((await call('GET', TYPE)).status).toBe(404);
      expect((await call('DELETE', TYPE)).status).toBe(404);
    });

    it('are none of the platform, and have a schema that is one', async () => {
      expect((await call('PUT', '/events/types/Platform/x', { schema: {} })).status).toBe(400);
      expect((await call('PUT', TYPE, { schema: { type: 'nonsense' } })).json).toMatchObject({
        errors: [{ pointer: '#/schema' }],
      });
      const large = { enum: ['x'.repeat(70_000)] };
      expect((await call('PUT', TYPE, { schema: large })).status).toBe(413);
    });

    it('let one of two writers at once win', async () => {
      const results = await Promise.all(
        [1, 2, 3, 4].map((at) =>
          call('PUT', '/events/types/mars/race', { schema: { minimum: at } }),
        ),
      );
      const statuses = new Set(results.map(({ status }) => status));
      expect(statuses.has(200)).toBe(true);
      expect([...statuses].every((status) => status === 200 || status === 409)).toBe(true);
    });
  });

  describe('published events', () => {
    it('are stored, found and read', async () => {
      const { json } = await publish({
        source: 'acme',
        topic: 'built',
        payload: { a: { $ref: 'x', $id: 1 } },
      });
      expect(json.duplicate).toBe(false);
      const shown = await call<EventShown>('GET', `/events/${json._id}`);
      expect(shown.json).toMatchObject({
        source: 'acme',
        topic: 'built',
        payload: { a: { $ref: 'x', $id: 1 } },
      });
      expect(shown.json.actor).not.toBeNull();
      expect(await stored('source=acme&topic=built')).toEqual({ results: [shown.json], total: 1 });
      expect((await call('GET', '/events/absent')).status).toBe(404);
    });

    it('are listed newest first, by source, topic and time', async () => {
      const from = nodes.clock.now().toISOString();
      for (const n of [1, 2, 3]) {
        await publish({ source: 'lister', topic: n === 2 ? 'even' : 'odd', payload: { n } });
        nodes.clock.advance({ seconds: 1 });
      }
      const to = nodes.clock.now().toISOString();
      const ns = async (query: string) =>
        (await stored(query)).results.map(({ payload }) => payload['n']);
      expect(await ns('source=lister')).toEqual([3, 2, 1]);
      expect(await ns('source=lister&topic=odd')).toEqual([3, 1]);
      expect(await ns(`topic=even&from=${from}&to=${to}`)).toEqual([2]);
      expect(await ns(`source=lister&to=${from}`)).toEqual([]);
      expect(await stored('source=lister&skip=1&limit=1')).toMatchObject({
        total: 3,
        results: [{ payload: { n: 2 } }],
      });
      const clamped = await call('GET', '/events?limit=1000');
      expect(clamped.headers.get('x-limit-applied')).toBe('200');
    });

    it('are none of the platform', async () => {
      const { status, json } = await publish({
        source: 'usermanagement',
        topic: 'accountCreated',
        payload: {},
      });
      expect(status).toBe(400);
      expect(json).toMatchObject({ errors: [{ pointer: '#/source' }] });
    });

    it('are held against their declaration', async () => {
      await call('PUT', '/events/types/mars/storm', { schema: SCHEMA });
      expect(
        (await publish({ source: 'mars', topic: 'storm', payload: { km: 'x' } })).json,
      ).toMatchObject({
        errors: [{ pointer: '#/payload/km' }],
      });
      expect((await publish({ source: 'mars', topic: 'storm', payload: { km: 1 } })).status).toBe(
        200,
      );
    });

    it('have a payload of at most 64 KiB', async () => {
      const payload = { text: 'x'.repeat(70_000) };
      expect((await publish({ source: 'mars', topic: 'x', payload })).status).toBe(413);
    });

    it('are stored once when a request is repeated with its key', async () => {
      const body = { source: 'keyed', topic: 'x', payload: {} };
      const send = () => call<Published>('POST', '/events', body, { 'idempotency-key': 'keyed' });
      const first = await send();
      const again = await send();
      expect(again.json).toEqual(first.json);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect((await stored('source=keyed')).total).toBe(1);
    });

    it.each([
      ['a topic with a blank before it', 'unseen', ' x'],
      ['a source with a blank behind it', 'unseen ', 'x'],
      ['a source that shows like one of the platform', 'Plat\u200bform', 'x'],
      ['a topic that is written backwards', 'unseen', 'a\u202eb'],
      ['a topic of two lines', 'unseen', 'a\u2028b'],
      ['a source that is too long', 'x'.repeat(129), 'x'],
    ])('are not named by %s, declared or not', async (_, source, topic) => {
      expect((await publish({ source, topic, payload: {} })).status).toBe(400);
      const path = `/events/types/${encodeURIComponent(source)}/${encodeURIComponent(topic)}`;
      const declared = await call('PUT', path, { schema: {} });
      expect(declared.status).toBe(400);
      expect((await call('GET', path)).status).toBe(404);
    });

    it('are stored each time, unless the profile says otherwise', async () => {
      const event = { source: 'twice', topic: 'x', payload: {} };
      expect((await publish(event)).json.duplicate).toBe(false);
      expect((await publish(event, nodes.otherNode)).json.duplicate).toBe(false);
      expect((await stored('source=twice')).total).toBe(2);
    });
  });

  describe('with deduplication', () => {
    const switched = async (active: boolean) => {
      const profiles = new ProfileCalls(nodes.node);
      const shown = (await profiles.list()).results.find(({ metadata }) => metadata.isActive);
      if (!shown) throw new Error('a profile is active');
      const eventDeduplication = { active, cacheTtl: 60_000, cacheSize: 3 };
      const changed = await profiles.replace({
        ...shown.profile,
        rabbitmq: { eventDeduplication },
      });
      nodes.clock.advance({ seconds: 5 });
      return changed;
    };
    let changed: Awaited<ReturnType<typeof switched>>;

    beforeAll(async () => {
      changed = await switched(true);
    });
    afterAll(() => switched(false));

    it('is switched on by the active profile', () => {
      expect(changed.json.changes).toMatchObject({
        applied: expect.arrayContaining([
          '#/rabbitmq/eventDeduplication/active',
          '#/rabbitmq/eventDeduplication/cacheSize',
        ]),
      });
    });

    it('stores equal events of all nodes once, and says so', async () => {
      const event = { source: 'once', topic: 'x', payload: { a: 1, b: 2 } };
      const same = { source: 'once', topic: 'x', payload: { b: 2, a: 1 } };
      const answers = await Promise.all([
        ...[1, 2, 3].map(() => publish(event)),
        ...[1, 2, 3].map(() => publish(same, nodes.otherNode)),
      ]);
      expect(answers.filter(({ json }) => !json.duplicate)).toHaveLength(1);
      expect(new Set(answers.map(({ json }) => json._id)).size).toBe(1);
      expect((await stored('source=once')).total).toBe(1);
    });

    it('knows events by their id alone, for as long as the profile says', async () => {
      const event = (n: number) => ({ source: 'ided', topic: 'x', id: 'one', payload: { n } });
      // Of events of one time any may be forgotten first.
      nodes.clock.advance({ ms: 1 });
      const first = await publish(event(1));
      expect((await publish(event(2), nodes.otherNode)).json).toEqual({
        _id: first.json._id,
        duplicate: true,
      });
      nodes.clock.advance({ seconds: 61 });
      expect((await publish(event(3))).json.duplicate).toBe(false);
      expect((await stored('source=ided')).total).toBe(2);
    });

    it('forgets the oldest when there are too many', async () => {
      for (const id of ['a', 'b', 'c', 'd', 'e']) {
        nodes.clock.advance({ ms: 1 });
        await publish({ source: 'many', topic: 'x', id, payload: {} });
      }
      expect(
        (await publish({ source: 'many', topic: 'x', id: 'e', payload: {} })).json.duplicate,
      ).toBe(true);
      expect(
        (await publish({ source: 'many', topic: 'x', id: 'a', payload: {} })).json.duplicate,
      ).toBe(false);
    });
  });

  describe('of the platform', () => {
    it('tell of changes by name, with who made them and nothing else', async () => {
      const created = await call<{ result: { data: { _id: string } } }>(
        'POST',
        '/user-management/groups',
        {
          group: { name: 'Watchers', description: 'see secrets' },
        },
      );
      const id = created.json.result.data._id;
      const { results } = await stored('source=UserManagement&topic=groupCreated');
      expect(results[0]?.payload).toEqual({ id, name: 'Watchers', by: results[0]?.actor });
      expect(results[0]?.actor).toEqual(expect.any(String));
    });

    it('do not tell the name of what only some may see', async () => {
      const group = await call<{ result: { data: { _id: string } } }>(
        'POST',
        '/user-management/groups',
        { group: { name: 'Insiders', description: '' } },
      );
      const gbac = { read: [group.json.result.data._id], write: [] };
      const path = '/operations-manager/automations';
      const made = await call<{ data: { _id: string } }>('POST', path, { name: 'Hush', gbac });
      const id = made.json.data._id;
      const one = `${path}/${id}`;
      const trigger = { name: 'Hush too', type: 'manual', actionId: id };
      await call('POST', '/operations-manager/triggers', trigger);
      expect((await call('PATCH', one, { description: 'x' })).status).toBe(200);
      expect((await call('PATCH', one, { name: 'Seen', gbac: NOBODY })).status).toBe(200);
      expect((await call('DELETE', one)).status).toBe(200);
      const { results } = await stored('source=OperationsManager&limit=200');
      const names = results
        .filter(({ topic }) => /^(automation|trigger)[A-Z]/.test(topic))
        .map(({ topic, payload }) => [topic, payload['name']]);
      expect(names).toEqual([
        ['automationDeleted', 'Seen'],
        ['automationUpdated', 'Seen'],
        ['automationUpdated', null],
        ['triggerCreated', null],
        ['automationCreated', null],
      ]);
      expect(JSON.stringify(results)).not.toContain('Hush');
    });

    it('tell of refused sign-ins', async () => {
      const body = { username: 'admin', password: 'nonsense-nonsense' };
      await nodes.node.call('POST', '/login', { body, headers: nodes.fromSomewhere() });
      const found = await eventually(
        () => stored('topic=signInRefused'),
        ({ results }) => results.length > 0,
      );
      expect(found.results[0]?.payload).toMatchObject({ username: 'admin', count: 1 });
    });
  });

  it('shows no secret of a payload, wherever it stands in it, and keeps it sealed', async () => {
    const secret = 'canary-of-payloads-7d2e';
    const payload = {
      credentials: { user: 'ada', passphrase: secret },
      list: [{ passwd: secret, tokenCount: 'two' }],
      note: `tried ${Buffer.from(`ada:${secret}`).toString('base64')} at https://ada:${secret}@a.example`,
    };
    const { json } = await publish({ source: 'mars', topic: 'secret', payload });
    const shown = { credentials: { user: 'ada', passphrase: '<SECRET>' } };
    const one = await call<EventShown>('GET', `/events/${json._id}`);
    const list = await call<Listed>('GET', '/events?source=mars&topic=secret');
    expect([one.json.payload, list.json.results[0]?.payload]).toMatchObject([shown, shown]);
    expect(one.json.payload['list']).toEqual([{ passwd: '<SECRET>', tokenCount: 'two' }]);
    const log = nodes.node.app.get(EventLogRepository);
    expect((await log.find(json._id))?.payload).toEqual(payload);
    const { db } = nodes.node.app.get<Connection>(getConnectionToken());
    const stored = await db?.collection('events').findOne({ topic: 'secret' });
    const seen = [one.text, list.text, JSON.stringify(stored)].join();
    expect(seen).not.toMatch(/canary-of-payloads|Y2FuYXJ5/);
    await db
      ?.collection<{ _id: string }>('events')
      .updateOne({ _id: json._id }, { $set: { payload }, $unset: { sealed: 1 } });
    const old = await call<EventShown>('GET', `/events/${json._id}`);
    expect(old.json.payload).toEqual(one.json.payload);
  });
});
