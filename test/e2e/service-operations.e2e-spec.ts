import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { type ListAuditEntriesAnswer } from '../../src/domains/audit/audit.dto.js';
import { ServiceChangeItemsRepository } from '../../src/domains/service-management/changes/service-change-items.repository.js';
import {
  SERVICE_CHANGE_ITEM_MODEL,
  SERVICE_CHANGE_MODEL,
} from '../../src/domains/service-management/changes/service-change.schema.js';
import {
  itemId,
  type StoredChange,
  type StoredChangeItem,
} from '../../src/domains/service-management/changes/service-change.js';
import {
  type ListServiceChangesAnswer,
  type ServiceChangeDetails,
  type SaveOperation,
} from '../../src/domains/service-management/changes/service-changes.dto.js';
import { type ListServiceInstancesAnswer } from '../../src/domains/service-management/instances/service-instances.dto.js';
import { eventually } from '../support/eventually.js';
import { aVpn, type Refused, ServicesApp, VPN } from '../support/services-app.js';

/** Each look costs the node about as much as a save. */
const FOLLOWED_EVERY_MS = 200;
const LATER = { headers: { prefer: 'respond-async' } };
/** More than one batch, and one of the second that fails. */
const [COUNT, LOST] = [120, 110];
const names = (count: number) => Array.from({ length: count }, (_, at) => `v${at}`);
const many = (count: number) => names(count).map((name) => aVpn(name));

describe('saves that somebody may lose sight of', () => {
  let world: ServicesApp;
  const changes = () =>
    world.app.app.get<Model<StoredChange>>(getModelToken(SERVICE_CHANGE_MODEL), { strict: false });
  const items = () =>
    world.app.app.get<Model<StoredChangeItem>>(getModelToken(SERVICE_CHANGE_ITEM_MODEL), {
      strict: false,
    });
  /** Waits for the end as long as there is progress. */
  const followed = async (location: string): Promise<SaveOperation> => {
    const ask = async () =>
      (await world.app.as<SaveOperation>('apiread', 'GET', `${location}?limit=1`)).json;
    for (let seen = await ask(); seen.status === 'running';) {
      const { done } = seen;
      await delay(FOLLOWED_EVERY_MS);
      seen = await eventually(ask, (now) => now.status !== 'running' || now.done > done + 20);
    }
    return (await world.app.as<SaveOperation>('apiread', 'GET', location)).json;
  };
  /** A node that is gone leaves its lease behind. */
  const leaseOver = (id: string) =>
    changes().updateOne({ _id: id }, { $set: { leaseUntil: new Date(0) } });

  beforeAll(async () => {
    world = await ServicesApp.start('service-operations');
    await world.adapter('nso');
  });
  beforeEach(() => {
    world.orchestrator.reset();
  });
  afterAll(() => world.close());

  it('shows what many would do, and follows that too', async () => {
    const options = { dryrun: { outformat: 'native' } };
    const { status, headers } = await world.save<SaveOperation>(many(51), options, LATER);
    expect(status).toBe(202);
    const done = await followed(headers.get('location') ?? '');
    expect(done).toMatchObject({ status: 'finished', succeeded: 51, failed: 0 });
    for (const { dryrun, planHash } of done.results) {
      expect(dryrun).toEqual(expect.anything());
      expect(planHash).toMatch(/\w{16,}/);
    }
    expect(world.commits()).toEqual([]);
  });

  it('says in order what became of each of many, batch by batch', async () => {
    const instances = many(COUNT).map((one, at) =>
      at === LOST ? aVpn(`v${LOST}`, 'nowhere') : one,
    );
    const { status, json, headers } = await world.save<SaveOperation>(instances, {}, LATER);
    expect(status).toBe(202);
    expect(json).toMatchObject({ total: COUNT, status: 'running' });
    expect(headers.get('preference-applied')).toBe('respond-async');
    const location = headers.get('location') ?? '';
    expect(location).toBe(`/service_management/operations/${json.id}`);
    const done = await followed(location);
    expect(done).toMatchObject({ status: 'finished', succeeded: COUNT - 1, failed: 1, unknown: 0 });
    expect(done.results.map(({ xpath }) => xpath)).toEqual(
      names(COUNT).map((name) => `${VPN}=${name}`),
    );
    expect(done.results[LOST]).toMatchObject({ outcome: 'failed', success: false });
    const sent = world.commits().map(({ text }) => /"name":"(v\d+)"/.exec(text)?.[1]);
    expect(sent).toEqual(names(COUNT));
    const part = await world.app.as<SaveOperation>(
      'apiread',
      'GET',
      `${location}?skip=${LOST - 1}&limit=2`,
    );
    expect(part.json.results.map(({ outcome }) => outcome)).toEqual(['succeeded', 'failed']);
  });

  it('takes 1,000 instances in one request, and stops where it is told to', async () => {
    const instances = many(1000).map((one, at) => (at === 1 ? aVpn('v1', 'nowhere') : one));
    const options = { 'commit-queue': { async: true, 'error-option': 'stop-on-error' } };
    const { status, json, headers } = await world.save<SaveOperation>(instances, options, LATER);
    expect(status).toBe(202);
    expect(json).toMatchObject({ total: 1000, status: 'running' });
    const done = await followed(headers.get('location') ?? '');
    expect(done).toMatchObject({ status: 'finished', succeeded: 1, failed: 1, notSent: 998 });
    expect(done.results.map(({ xpath }) => xpath)).toEqual(
      names(1000).map((name) => `${VPN}=${name}`),
    );
    expect(world.commits()).toHaveLength(2);
  });

  it('answers at once what is not many', async () => {
    const { status, json } = await world.save(many(50), { 'no-deploy': true }, LATER);
    expect(status).toBe(200);
    expect(json).toHaveLength(50);
  });

  it('knows no operation that never was', async () => {
    expect((await world.read('operations/absent')).status).toBe(404);
  });

  it('goes on with what another node has left, and says what is not known', async () => {
    const { json, headers } = await world.save<SaveOperation>(many(60), {}, LATER);
    const location = headers.get('location') ?? '';
    await followed(location);
    const open = { outcome: null, action: null, target: [], error: null, reverse: null };
    await items().updateMany(
      { changeId: json.id, position: trusted({ $gte: 30 }) },
      { $set: { ...open, isSent: false } },
    );
    await items().updateOne({ _id: itemId(json.id, 30) }, { $set: { isSent: true } });
    world.orchestrator.forget();
    await changes().updateOne(
      { _id: json.id },
      { $set: { state: 'running', finished: null, leaseUntil: new Date(0) } },
    );
    const done = await followed(location);
    expect(done).toMatchObject({ succeeded: 59, unknown: 1 });
    expect(done.results[30]).toMatchObject({ outcome: 'unknown', success: false });
    expect(world.commits()).toHaveLength(29);
  });

  it('ends what no key opens any more, and says so', async () => {
    const { json, headers } = await world.save<SaveOperation>(many(60), {}, LATER);
    const location = headers.get('location') ?? '';
    await followed(location);
    const open = { outcome: null, action: null, target: [], error: null, isSent: false };
    const kept = await items().find({ changeId: json.id }).lean<StoredChangeItem[]>();
    for (const { _id, content, reverse } of kept) {
      const gone = (sealed: string) => sealed.replace(/\.[0-9a-f]{8}\./, '.00000000.');
      const again = _id > itemId(json.id, 29) ? open : {};
      const sealed = { content: gone(content), reverse: gone(reverse ?? '') };
      await items().updateOne({ _id }, { $set: { ...sealed, ...again } });
    }
    world.orchestrator.forget();
    await changes().updateOne(
      { _id: json.id },
      { $set: { state: 'running', finished: null, leaseUntil: new Date(0) } },
    );
    const done = await followed(location);
    expect(done).toMatchObject({ status: 'finished', succeeded: 30, notSent: 30, unknown: 0 });
    expect(done.results[59]).toMatchObject({
      outcome: 'not-sent',
      error: expect.stringContaining('no key'),
    });
    expect(world.commits()).toEqual([]);
    const shown = await world.read<ServiceChangeDetails>(`changes/${json.id}`);
    expect(shown.json.items[0]?.reverse).toEqual({ unreadable: expect.stringContaining('key') });
  });

  describe('with an Idempotency-Key', () => {
    const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });

    it('commit once, however often they come', async () => {
      const one = await world.save([aVpn('once')], {}, keyed('once-1'));
      const two = await world.save([aVpn('once')], {}, keyed('once-1'));
      expect(two.headers.get('idempotency-replayed')).toBe('true');
      expect(two.json).toEqual(one.json);
      expect(world.orchestrator.commits).toBe(1);
      const other = await world.save<Refused>([aVpn('other')], {}, keyed('once-1'));
      expect(other.status).toBe(422);
    });

    it('are followed under the same operation', async () => {
      const headers = { ...LATER.headers, ...keyed('later-1').headers };
      const one = await world.save<SaveOperation>(many(51), {}, { headers });
      const two = await world.save<SaveOperation>(many(51), {}, { headers });
      expect(two.status).toBe(202);
      expect(two.headers.get('location')).toBe(one.headers.get('location'));
      await followed(one.headers.get('location') ?? '');
      expect(world.orchestrator.commits).toBe(51);
    });

    it('never commit twice when the node dies between commit and answer', async () => {
      const repository = world.app.app.get(ServiceChangeItemsRepository, { strict: false });
      const noteResult = repository.noteResult.bind(repository);
      // The power goes as soon as the orchestrator has committed the second.
      repository.noteResult = (item, result) =>
        item.endsWith(itemId('', 0))
          ? noteResult(item, result)
          : Promise.reject(new Error('the power is gone'));
      const both = [aVpn('noted'), aVpn('a')];
      const lost = await world.save<Refused>(both, {}, keyed('crash-1'));
      expect(lost.status).toBe(500);
      Reflect.deleteProperty(repository, 'noteResult');
      expect(world.orchestrator.commits).toBe(2);
      const early = await world.save<Refused>(both, {}, keyed('crash-1'));
      expect([early.status, early.json.code]).toEqual([409, 'idempotency-key-in-use']);
      const { results } = (await world.read<ListServiceChangesAnswer>('changes?limit=1')).json;
      const id = results[0]?.id ?? '';
      await leaseOver(id);
      const late = await eventually(
        () => world.save<Refused>(both, {}, keyed('crash-1')),
        ({ json }) => json.code !== 'idempotency-key-in-use',
      );
      expect([late.status, late.json.code]).toEqual([409, 'save-interrupted']);
      expect(late.json.message).toContain(id);
      const { json } = await world.read<ServiceChangeDetails>(`changes/${id}`);
      expect(json).toMatchObject({ status: 'interrupted', succeeded: 1, unknown: 1 });
      expect(json.items.map(({ outcome }) => outcome)).toEqual(['succeeded', 'unknown']);
      expect(world.orchestrator.commits).toBe(2);
      // What was saved for certain is told in place of the node that is gone.
      const audited = await world.app.as<ListAuditEntriesAnswer>(
        'admin',
        'GET',
        '/audit?operation=saveInstances',
      );
      const told = audited.json.results.filter(({ reason }) => reason === 'interrupted');
      const xpath = `${VPN}=noted`;
      const kept = (await world.read<ListServiceInstancesAnswer>('instances')).json.results;
      const instance = kept.find((one) => one.xpath === xpath);
      expect(told.flatMap(({ objects }) => objects)).toEqual([
        expect.objectContaining({ id: instance?.id, name: xpath, before: null }),
      ]);
    });

    it('show the outcome that was stored when only the answer was lost', async () => {
      const first = await world.save([aVpn('kept')], {}, keyed('answer-1'));
      const records = world.app.app.get<Model<unknown>>(getModelToken('IdempotencyRecord'), {
        strict: false,
      });
      await records.deleteMany({});
      const again = await world.save([aVpn('kept')], {}, keyed('answer-1'));
      expect(again.json).toEqual(first.json);
      expect(world.orchestrator.commits).toBe(1);
      await records.deleteMany({});
      const other = await world.save<Refused>([aVpn('other')], {}, keyed('answer-1'));
      expect(other.status).toBe(422);
    });
  });
});
