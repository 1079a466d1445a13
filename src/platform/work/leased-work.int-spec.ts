import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Module } from '@nestjs/common';
import { getConnectionToken, MongooseModule } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Connection, type mongo } from 'mongoose';
import { testDatabase } from '#test/support/database.js';
import { startDomain } from '#test/support/domain-app.js';
import { aRunItem } from '#test/support/factories/a-run-item.js';
import { anIteration } from '#test/support/worker-node.js';
import {
  IDEMPOTENCY_RECORD,
  idempotencyRecordSchema,
} from '#api/idempotency/idempotency-record.schema.js';
import { IdempotencyRepository } from '#api/idempotency/idempotency.repository.js';
import { RUN_ITEM_MODEL, runItemSchema } from '#domains/backups/collecting/backup-run.schema.js';
import { RunItemsRepository } from '#domains/backups/collecting/run-items.repository.js';
import {
  DEVICE_CHANGE_MODEL,
  deviceChangeSchema,
} from '#domains/device-changes/changes/device-change.schema.js';
import { DeviceChangesRepository } from '#domains/device-changes/changes/device-changes.repository.js';
import {
  type ChangeEnd,
  type StoredDeviceChange,
} from '#domains/device-changes/changes/stored-device-change.js';
import { DeliveriesRepository } from '#domains/events/deliveries/deliveries.repository.js';
import { DELIVERY_MODEL, deliverySchema } from '#domains/events/deliveries/delivery.schema.js';
import { type StoredDelivery } from '#domains/events/deliveries/delivery.js';
import { type StoredChange } from '#domains/service-management/changes/service-change.js';
import {
  SERVICE_CHANGE_MODEL,
  serviceChangeSchema,
} from '#domains/service-management/changes/service-change.schema.js';
import { ServiceChangesRepository } from '#domains/service-management/changes/service-changes.repository.js';
import { EngineWrites } from '#domains/workflow-engine/store/engine-writes.js';
import {
  ITERATION_MODEL,
  iterationSchema,
} from '#domains/workflow-engine/store/iteration.schema.js';
import { ClaimsRepository } from '#domains/workflow-engine/workers/claims.repository.js';
import { TaskOutcomesRepository } from '#domains/workflow-engine/workers/task-outcomes.repository.js';
import { FairClaims } from '#domains/workflow-engine/workers/fair-claims.js';
import { Metrics } from '../metrics/metrics.js';
import { type TrackedOperation } from '../tracking/tracked-operation.js';
import { TrackedOperationsRepository } from '../tracking/tracked-operations.repository.js';
import { Leases } from './leases.js';
import { WorkModule } from './work.module.js';

@Module({
  imports: [
    WorkModule,
    MongooseModule.forFeature([
      { name: DELIVERY_MODEL, schema: deliverySchema },
      { name: DEVICE_CHANGE_MODEL, schema: deviceChangeSchema },
      { name: IDEMPOTENCY_RECORD, schema: idempotencyRecordSchema },
      { name: ITERATION_MODEL, schema: iterationSchema },
      { name: RUN_ITEM_MODEL, schema: runItemSchema },
      { name: SERVICE_CHANGE_MODEL, schema: serviceChangeSchema },
    ]),
  ],
  providers: [
    ...[ClaimsRepository, DeliveriesRepository, DeviceChangesRepository, EngineWrites],
    TaskOutcomesRepository,
    ...[IdempotencyRepository, RunItemsRepository, ServiceChangesRepository],
  ],
})
class Users {}

const START = new Date('2026-01-01T00:00:00Z');
const SKEW_MS = 600_000;
const ID = 'the work';

/** What a worker has in hand. */
interface Held {
  /** Absent where the lease is longer than the work may take. */
  readonly renew?: () => Promise<boolean>;
  readonly finish: () => Promise<unknown>;
}

/** A user of leases: how its workers get work, and what is to be seen of it. */
interface LeaseUser {
  /** As metrics name it. */
  readonly work: string;
  readonly collection: string;
  readonly until: string;
  readonly leaseMs: number;
  /** The worker has the work from now on. */
  readonly begin: (worker: string) => Promise<Held>;
  /** Takes it over, or gives it up for its former holder; null while that one has it. */
  readonly takeOver: (worker: string) => Promise<Held | null>;
  /** What the document of a finished one says, whoever finished it. */
  readonly finished: mongo.Document;
  /** What is told after the lease was lost counts, because nobody else does the work. */
  readonly keepsLateEnds?: true;
}

describe('leased work', () => {
  const database = testDatabase('leased-work');
  let node: TestingModule;

  const get = <T>(type: new (...args: never[]) => T): T => node.get<T>(type, { strict: false });
  const collection = (name: string) =>
    node.get<Connection>(getConnectionToken(), { strict: false }).collection<{ _id: string }>(name);

  beforeAll(async () => {
    node = await startDomain({ uri: database.uri, module: Users });
  });
  afterAll(async () => {
    await node.close();
    await database.drop();
  });

  const tasks: LeaseUser = {
    work: 'task',
    collection: 'job_tasks',
    until: 'claimableAt',
    leaseMs: 15_000,
    begin: async (worker) => {
      await collection('job_tasks').insertOne(anIteration(ID));
      return mustHave(await tasks.takeOver(worker));
    },
    takeOver: async (worker) => {
      const claims = get(ClaimsRepository);
      const by = { owner: worker, without: new Set<string>(), count: 1 };
      const [claim] = await new FairClaims(claims).claim(by);
      if (!claim) return null;
      return {
        renew: async () => (await claims.renew(worker, [ID])).length === 0,
        finish: () => get(TaskOutcomesRepository).finish(claim.iteration, '{}', false),
      };
    },
    finished: { outcome: '{}' },
  };

  const operations: LeaseUser = {
    work: 'operation',
    collection: 'tracked_operations',
    until: 'beat',
    leaseMs: 20_000,
    begin: async (worker) => {
      const repository = get(TrackedOperationsRepository);
      await repository.insert({ ...OPERATION, node: worker, created: new Date() });
      const end = { state: 'succeeded', failure: null, result: {} } as const;
      return { finish: () => repository.end(ID, end) };
    },
    takeOver: async () =>
      (await get(TrackedOperationsRepository).interruptSilent()) === 0 ? null : GIVEN_UP,
    finished: { state: 'succeeded' },
    keepsLateEnds: true,
  };

  const backups: LeaseUser = {
    work: 'backup',
    collection: 'backup_run_items',
    until: 'due',
    leaseMs: 30_000,
    begin: async (worker) => {
      await get(RunItemsRepository).insertMany([{ item: ITEM, dueInMs: 0 }]);
      return mustHave(await claimItem(worker, 1));
    },
    // Many are claimed in another way than one.
    takeOver: (worker) => claimItem(worker, 2),
    finished: { state: 'succeeded' },
  };
  const claimItem = async (worker: string, count: number): Promise<Held | null> => {
    const items = get(RunItemsRepository);
    const [item] = await items.claim(worker, count);
    const finding = { kind: 'taken', outcome: 'new', backupId: 'b' } as const;
    return item
      ? { renew: () => items.renew(item), finish: () => items.finish(item, finding) }
      : null;
  };

  const deliveries: LeaseUser = {
    work: 'webhook-delivery',
    collection: 'event_deliveries',
    until: 'due',
    leaseMs: 60_000,
    begin: async (worker) => {
      await get(DeliveriesRepository).add([{ delivery: DELIVERY, notBefore: null }]);
      return mustHave(await deliveries.takeOver(worker));
    },
    takeOver: async () => {
      const repository = get(DeliveriesRepository);
      const delivery = await repository.take([]);
      const end = { state: 'delivered', dueInMs: null, status: 200, detail: '' } as const;
      return delivery && { finish: () => repository.note(delivery, { ...end, finished: START }) };
    },
    finished: { state: 'delivered' },
  };

  const serviceChanges: LeaseUser = {
    work: 'service-change',
    collection: 'service_changes',
    until: 'leaseUntil',
    leaseMs: 30_000,
    begin: async (worker) => {
      const change = { ...SERVICE_CHANGE, attempt: worker };
      await get(ServiceChangesRepository).insert(change);
      return holderOf(change);
    },
    takeOver: async () => {
      const change = await get(ServiceChangesRepository).take();
      return change && holderOf(change);
    },
    finished: { state: 'finished' },
  };
  const holderOf = (change: StoredChange): Held => ({
    renew: () => get(ServiceChangesRepository).renew(change),
    finish: () => get(ServiceChangesRepository).end(change, 'finished'),
  });

  const deviceChanges: LeaseUser = {
    work: 'device-change',
    collection: 'device_changes',
    until: 'leaseUntil',
    leaseMs: 20_000,
    begin: async () => {
      const changes = get(DeviceChangesRepository);
      const started = new Date();
      await changes.insert({ ...DEVICE_CHANGE, started, leaseUntil: started });
      return {
        renew: () => changes.renew(ID),
        finish: () => changes.finish(ID, PUSHED, START),
      };
    },
    takeOver: async () =>
      (await get(DeviceChangesRepository).interruptNext('gone')) === null ? null : GIVEN_UP,
    finished: { outcome: 'done' },
    keepsLateEnds: true,
  };

  const requests: LeaseUser = {
    work: 'idempotent-request',
    collection: 'idempotency_keys',
    until: 'leaseUntil',
    leaseMs: 30_000,
    begin: async (worker) => {
      await get(IdempotencyRepository).use({ _id: ID, attempt: worker, fingerprint: 'f' });
      return requestOf(worker);
    },
    takeOver: async (worker) => {
      const { attempt } = (await collection('idempotency_keys').findOne({ _id: ID })) as never;
      const isTaken = await get(IdempotencyRepository).takeOver(ID, attempt, worker);
      return isTaken ? requestOf(worker) : null;
    },
    finished: { 'answer.status': 200 },
  };
  const requestOf = (attempt: string): Held => ({
    renew: () => get(IdempotencyRepository).renew(ID, attempt),
    finish: () =>
      get(IdempotencyRepository).finish(ID, attempt, {
        status: 200,
        headers: {},
        body: { form: 'none' },
      }),
  });

  it('is taken as it was asked for, changed by its release, and not ended by others', async () => {
    const source = { collection: collection('leases') };
    const rules = { work: 'test', until: 'until', alsoUntil: 'repeated', leaseMs: 60_000 };
    const leases = new Leases<{ readonly _id: string; readonly until?: Date }>(source, rules);
    for (const _id of ['a', 'b']) await leases.add({ _id }, 0);
    const taken = await leases.take({ holder: 'w' }, { where: { _id: 'b' } });
    expect(taken).toMatchObject({ _id: 'b', holder: 'w' });
    expect(taken).toHaveProperty('repeated', taken?.until);
    expect(await leases.finish({ _id: 'b', holder: 'other' }, { $set: { done: 1 } })).toBe(false);
    expect(await leases.release({ _id: 'b', holder: 'w' }, 0, { note: 'rest' })).toBe(true);
    expect(await source.collection.findOne({ _id: 'b' })).toMatchObject({ note: 'rest' });
  });

  it('is taken and ended many at a time, each by one', async () => {
    const source = { collection: collection('leases_of_many') };
    const leases = new Leases<{ readonly _id: string }>(source, {
      work: 'test',
      until: 'until',
      leaseMs: 60_000,
    });
    const ids = ['a', 'b', 'c'];
    for (const _id of ids) await leases.add({ _id }, _id === 'c' ? 60_000 : 0);
    const changes = { attempts: { $add: [{ $ifNull: ['$attempts', 0] }, 1] } };
    expect(await leases.takeAll(ids, { holder: 'w' }, { changes })).toEqual(new Set(['a', 'b']));
    expect(await leases.takeAll(ids, { holder: 'other' }, { changes })).toEqual(new Set());
    expect(await source.collection.countDocuments({ holder: 'w', attempts: 1 })).toBe(2);
    const end = (_id: string, holder: string) => ({
      held: { _id, holder },
      change: { until: null, done: holder },
    });
    const over = { until: null, done: { $type: 'string' } };
    const ends = [end('a', 'w'), end('b', 'other'), end('c', 'w')];
    expect(await leases.finishAll(ends, over)).toEqual([true, false, false]);
    expect(await leases.finishAll([end('b', 'w')], over)).toEqual([true]);
    // The answer to the first was lost, say.
    expect(await leases.finishAll([end('a', 'w'), end('c', 'other')], over)).toEqual([true, false]);
  });

  it('is taken many at a time by what lies within, and keeps what else lies there', async () => {
    const source = { collection: collection('leases_within') };
    const leases = new Leases<{ readonly _id: string; readonly lease?: object | null }>(source, {
      work: 'test',
      until: 'until',
      alsoUntil: 'lease.until',
      leaseMs: 60_000,
    });
    const until = new Date(0);
    await source.collection.insertMany([
      { _id: 'a', until, lease: null },
      { _id: 'b', until, lease: { kept: 1 } },
    ] as never[]);
    const holder = { 'lease.owner': 'w' };
    const free = { where: { lease: null } };
    expect(await leases.takeAll(['a', 'b'], holder, free)).toEqual(new Set(['a']));
    expect(await leases.takeAll(['b'], holder)).toEqual(new Set(['b']));
    expect(await source.collection.findOne({ _id: 'b' })).toMatchObject({
      lease: { kept: 1, owner: 'w' },
    });
  });

  describe.each([
    ...[tasks, operations, backups, deliveries, serviceChanges, deviceChanges, requests],
  ])('$work', (user) => {
    const stored = () => collection(user.collection);
    const isFinished = async (): Promise<boolean> =>
      (await stored().countDocuments({ _id: ID, ...user.finished })) === 1;
    /** As if so much time had gone by. */
    const later = async (ms: number): Promise<void> => {
      const earlier = { $subtract: [`$${user.until}`, ms] };
      await stored().updateOne({ _id: ID }, [{ $set: { [user.until]: earlier } }]);
    };
    const lateEnds = async (): Promise<number> => {
      const metric = get(Metrics).registry.getSingleMetric('leased_work_late_ends_total');
      const { values = [] } = (await metric?.get()) ?? {};
      return values.find(({ labels }) => labels['work'] === user.work)?.value ?? 0;
    };

    beforeEach(async () => {
      await stored().deleteMany({});
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    it.each([
      ['ahead', SKEW_MS, 'behind', -SKEW_MS],
      ['behind', -SKEW_MS, 'ahead', SKEW_MS],
    ])('is held for as long as the database says by a worker whose clock is %s', async (...of) => {
      const [holder, holdersSkew, other, othersSkew] = of;
      const held = await withClock(holdersSkew, () => user.begin(holder));
      const take = () => withClock(othersSkew, () => user.takeOver(other));
      await later(user.leaseMs - 10_000);
      expect(await take()).toBeNull();
      const isRenewed = await withClock(holdersSkew, async () => held.renew?.());
      expect(isRenewed).toBe(held.renew && true);
      if (isRenewed === true) await later(user.leaseMs - 10_000);
      expect(await take()).toBeNull();
      await later(10_000);
      expect(await take()).not.toBeNull();
    });

    it('belongs to one of many that take it at the same moment', async () => {
      await user.begin('first');
      await later(user.leaseMs);
      const takes = Array.from({ length: 8 }, (_, at) => user.takeOver(`worker ${String(at)}`));
      expect((await Promise.all(takes)).filter((held) => held !== null)).toHaveLength(1);
    });

    it('tells of what its former holder says of it, and goes by who has it', async () => {
      const former = await user.begin('stalled');
      await later(user.leaseMs);
      const next = await user.takeOver('next');
      expect(await former.renew?.()).not.toBe(true);
      const before = await lateEnds();
      await former.finish();
      expect([await lateEnds(), await isFinished()]).toEqual([
        before + 1,
        user.keepsLateEnds ?? false,
      ]);
      await next?.finish();
      expect([await lateEnds(), await isFinished()]).toEqual([before + 1, true]);
    });

    it('is over for everybody once it is finished', async () => {
      const held = await user.begin('first');
      await held.finish();
      await later(user.leaseMs);
      expect([await isFinished(), await user.takeOver('other')]).toEqual([true, null]);
      expect(await held.renew?.()).not.toBe(true);
    });
  });
});

/** What a worker does whose own clock is wrong by so much. */
async function withClock<T>(byMs: number, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + byMs });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}

function mustHave(held: Held | null): Held {
  if (!held) throw new Error('nothing was taken');
  return held;
}

const GIVEN_UP: Held = { finish: () => Promise.resolve() };

const OPERATION: TrackedOperation = {
  _id: ID,
  rev: 1,
  kind: 'import',
  subject: '',
  isCancellable: true,
  state: 'running',
  isCancelAsked: false,
  progress: { done: 0, total: null, step: '' },
  accountId: null,
  username: null,
  requestId: null,
  node: '',
  created: START,
  started: null,
  finished: null,
  failure: null,
  result: null,
};

const ITEM = aRunItem({ _id: ID });

const DELIVERY: Omit<StoredDelivery, 'due'> = {
  _id: ID,
  webhook: 'w',
  event: 'e',
  source: 's',
  topic: 't',
  state: 'waiting',
  attempts: 0,
  status: null,
  detail: '',
  created: START,
  finished: null,
};

const SERVICE_CHANGE: StoredChange = {
  _id: ID,
  requestHash: '',
  kind: 'save',
  state: 'running',
  isBackground: false,
  total: 1,
  isAtomic: false,
  adapterId: null,
  adapterName: null,
  northbound: null,
  options: '{}',
  by: { accountId: 'a', username: 'ada', provenance: '' },
  created: START,
  finished: null,
  attempt: '',
};

const PUSHED: ChangeEnd = {
  outcome: 'done',
  refusedLine: null,
  isPartlyActive: false,
  detail: null,
  result: null,
  reverse: null,
  afterBackupId: null,
};

const DEVICE_CHANGE: StoredDeviceChange = {
  ...PUSHED,
  _id: ID,
  deviceId: 'd',
  name: 'x',
  type: 'cisco-ios',
  comment: '',
  restoredBackupId: null,
  sent: [],
  diff: '',
  comparedBy: 'prediction',
  warnings: [],
  beforeBackupId: 'b',
  started: START,
  finished: null,
  startedBy: 'ada',
  leaseUntil: START,
  gbac: { read: [], write: [] },
  readers: ['*'],
  outcome: 'running',
};
