import { mongo } from 'mongoose';
import { describe, expect, it as test, vi } from 'vitest';
import { eventually } from '#test/support/eventually.js';
import {
  anIteration,
  type StartWorkerNode,
  type WorkerNode,
  workerNodesApart,
} from '#test/support/worker-node.js';
import { type TaskOutcome } from '../../../cores/engine/commands.js';
import { conflict } from '../../../kernel/app-error.js';
import { type StoredIteration } from '../store/stored-iteration.js';

const it = test.extend<{ aNode: StartWorkerNode }>({ aNode: workerNodesApart('task-worker') });
let ids = 0;

/** In the order in which they were made, also as texts. */
const anId = (): string => `it-${String((ids += 1)).padStart(4, '0')}`;

async function read(node: WorkerNode, id: string): Promise<StoredIteration> {
  const found = await node.iterations.findOne<StoredIteration>({ _id: id as never });
  if (!found) throw new Error('gone');
  return found;
}

/** Resolves when the node has told jobs of so many outcomes. */
const hasTold = (node: WorkerNode, wanted = 1): Promise<unknown> =>
  eventually(
    () => Promise.resolve(node.told.length),
    (count) => count === wanted,
  );

/** Resolves when the node is at nothing any more. */
const isIdle = (node: WorkerNode): Promise<unknown> =>
  eventually(
    () => Promise.resolve(node.dispatch.slots.active.size),
    (active) => active === 0,
  );

const hasBegun = (calls: () => number, wanted = 1): Promise<unknown> =>
  eventually(
    () => Promise.resolve(calls()),
    (count) => count === wanted,
  );

/** A lease of a node that is not there any more. */
const ofTheDead = (): Partial<StoredIteration> => ({
  lease: { owner: 'dead', until: new Date(0), fence: 3 },
});

const finishedWith = (iteration: string, outcome: TaskOutcome) => ({
  kind: 'finished',
  task: 'a1',
  iteration,
  outcome,
});

/** A task that ends when it is told to. */
function heldBack(): { run: () => Promise<TaskOutcome>; calls: () => number; end: () => void } {
  let calls = 0;
  let end: () => void = () => undefined;
  const over = new Promise<void>((resolve) => (end = resolve));
  const run = async (): Promise<TaskOutcome> => {
    calls += 1;
    await over;
    return { finish: 'success', output: 'late' };
  };
  return { run, calls: () => calls, end };
}

/** A node of one worker that is in the middle of this task, and what it has begun, in order. */
async function busyWith(
  aNode: StartWorkerNode,
  first: StoredIteration,
): Promise<{ node: WorkerNode; seen: readonly string[]; end: () => void }> {
  const { run: held, end } = heldBack();
  const seen: string[] = [];
  const run = async ({ iterationId }: { iterationId: string }): Promise<TaskOutcome> => {
    seen.push(iterationId);
    return held();
  };
  const node = await aNode({ run, env: { WORKER_CONCURRENCY: '1' }, looks: false });
  const stored = await node.store(first);
  expect(stored).toHaveLength(1);
  node.dispatch.announce(stored);
  await hasBegun(() => seen.length);
  return { node, seen, end };
}

// Most of these tests wait until a node looks again, or says that it lives.
describe.concurrent('a worker', () => {
  it('begins what is stored with its lease at once, and tells the job of it', async ({ aNode }) => {
    const node = await aNode();
    const id = anId();
    const stored = await node.store(anIteration(id));
    expect(stored[0]?.lease).toMatchObject({ owner: node.id, fence: 1 });
    node.dispatch.announce(stored);
    await hasTold(node);
    expect(node.told[0]).toEqual(finishedWith(id, { finish: 'success', output: 1 }));
    const after = await eventually(
      () => read(node, id),
      ({ delivered, outcome }) => delivered && outcome !== null,
    );
    expect(after).toMatchObject({ claimableAt: null, status: 'running', attempt: 1 });
  });

  it('finds by itself what nobody has told it of', async ({ aNode }) => {
    const node = await aNode();
    const id = anId();
    await node.iterations.insertOne(anIteration(id) as never);
    await hasTold(node);
    expect(node.told).toMatchObject([{ iteration: id }]);
  });

  it('begins nothing while workers rest, and takes what is left when they do no more', async ({
    aNode,
  }) => {
    const node = await aNode({ looks: false });
    node.worker.rest(true);
    const id = anId();
    const [stored] = await node.store(anIteration(id));
    expect(stored?.lease).toBeNull();
    await node.worker.fill();
    expect(await node.worker.take(id)).toBe(false);
    node.worker.rest(false);
    await node.worker.fill();
    await hasTold(node);
    expect(node.told).toMatchObject([{ iteration: id }]);
  });

  it('follows a stop that another node has switched, also where nothing can be claimed', async ({
    aNode,
  }) => {
    const node = await aNode();
    const stops = node.connection.collection<{ _id: string }>('platform_state');
    for (const enabled of [true, false]) {
      const state = { $set: { enabled, reason: '' } };
      await stops.updateOne({ _id: 'task-work-stop' }, state, { upsert: true });
      const rests = () => Promise.resolve(node.worker.rests);
      expect(await eventually(rests, (now) => now === enabled)).toBe(enabled);
    }
  });

  it('begins nothing on a node that starts while workers are stopped', async ({ aNode }) => {
    const before = await aNode({ looks: false });
    const stops = before.connection.collection<{ _id: string }>('platform_state');
    const stop = { $set: { enabled: true, reason: '' } };
    await stops.updateOne({ _id: 'task-work-stop' }, stop, { upsert: true });
    const { run, calls } = heldBack();
    const node = await aNode({ run, isStopped: true });
    try {
      const stored = await node.store(anIteration(anId()));
      node.dispatch.announce(stored);
      await node.worker.fill();
      expect([stored[0]?.lease, calls()]).toEqual([null, 0]);
    } finally {
      await stops.deleteOne({ _id: 'task-work-stop' });
    }
  });

  it('lets two nodes share many, each once', async ({ aNode }) => {
    const seen: string[] = [];
    const run = ({ iterationId }: { iterationId: string }): Promise<TaskOutcome> => {
      seen.push(iterationId);
      return Promise.resolve({ finish: 'success' });
    };
    const [one, other] = [await aNode({ run }), await aNode({ run })];
    const all = Array.from({ length: 60 }, anId);
    await one.iterations.insertMany(all.map((id) => anIteration(id)) as never[]);
    one.worker.look();
    other.worker.look();
    await eventually(
      () => Promise.resolve(one.told.length + other.told.length),
      (count) => count >= 60,
    );
    expect([...seen].sort()).toEqual([...all].sort());
  });

  it('works on no more at a time than it may', async ({ aNode }) => {
    const { run, calls, end } = heldBack();
    const node = await aNode({ run, env: { WORKER_CONCURRENCY: '2' } });
    const all = Array.from({ length: 5 }, anId);
    const stored = await node.store(...all.map((id) => anIteration(id)));
    expect(stored.filter(({ lease }) => lease !== null)).toHaveLength(2);
    node.dispatch.announce(stored);
    await hasBegun(calls, 2);
    await node.worker.fill();
    expect(calls()).toBe(2);
    end();
    await hasTold(node, 5);
  });

  it('lets starters take turns, however many tasks one of them has', async ({ aNode }) => {
    const { node, seen, end } = await busyWith(aNode, anIteration(anId(), { starter: 'ada' }));
    const [before, many, stranger] = [anId(), Array.from({ length: 20 }, anId), anId()];
    const rows = [
      ...many.map((id) => anIteration(id, { starter: 'ada' })),
      anIteration(stranger, { starter: 'bob', claimableAt: new Date(1) }),
      anIteration(before, { claimableAt: new Date(2) }),
    ];
    node.dispatch.announce(await node.store(...rows));
    await node.worker.fill();
    end();
    await hasTold(node, 23);
    expect(new Set(seen.slice(1, 4))).toEqual(new Set([many[0], stranger, before]));
  });

  it('lets families of a starter take turns, however many tasks one of them has', async ({
    aNode,
  }) => {
    const of = (family: string, more = {}): StoredIteration =>
      anIteration(anId(), { starter: 'ada', family, ...more });
    const { node, seen, end } = await busyWith(aNode, of('many'));
    const many = Array.from({ length: 20 }, () => of('many'));
    const alone = ['a family', 'other'].map((name) => of(name, { claimableAt: new Date(1) }));
    const stranger = anIteration(anId(), {
      starter: 'bob',
      family: 'bobs',
      claimableAt: new Date(2),
    });
    node.dispatch.announce(await node.store(...many, ...alone, stranger));
    end();
    await node.worker.fill();
    await hasTold(node, 24);
    const places = [...alone, stranger].map(({ _id }) => seen.indexOf(_id));
    expect(Math.max(...places)).toBeLessThan(6);
  });

  it('takes nothing on when it is told to', async ({ aNode }) => {
    const node = await aNode({ env: { WORKER_CONCURRENCY: '0' } });
    expect(node.dispatch.reserve()).toBeUndefined();
  });

  it('begins nothing whose lease somebody else has, whatever it was told', async ({ aNode }) => {
    const { run, calls } = heldBack();
    const node = await aNode({ run });
    const id = anId();
    const [stored] = await node.store(anIteration(id));
    const lease = { owner: 'other', until: new Date(Date.now() + 60_000), fence: 1 };
    await node.iterations.updateOne({ _id: id as never }, { $set: { lease } });
    if (stored) node.dispatch.announce([stored]);
    await isIdle(node);
    expect(calls()).toBe(0);
  });
});

describe.concurrent('a lost lease', () => {
  it('ends a task that may not be done twice in an error that says so', async ({ aNode }) => {
    const { run, calls } = heldBack();
    const node = await aNode({ run });
    const id = anId();
    await node.iterations.insertOne(anIteration(id, ofTheDead()) as never);
    node.worker.look();
    await hasTold(node);
    expect(node.told[0]?.outcome).toEqual({
      finish: 'error',
      error: { message: 'interrupted, outcome unknown', code: 'outcome-unknown' },
    });
    expect(calls()).toBe(0);
    expect((await read(node, id)).lease).toMatchObject({ owner: node.id, fence: 4 });
  });

  it('is not forgotten when what the next try needs cannot be read at first', async ({ aNode }) => {
    const { run, calls } = heldBack();
    const node = await aNode({ run, looks: false });
    const id = anId();
    node.failures = 1;
    await node.iterations.insertOne(anIteration(id, ofTheDead()) as never);
    expect(await node.worker.take(id)).toBe(true);
    expect(await read(node, id)).toMatchObject({ outcome: null, attempt: 2 });
    await node.iterations.updateOne({ _id: id as never }, { $set: { claimableAt: new Date(0) } });
    expect(await node.worker.take(id)).toBe(true);
    expect(node.told[0]?.outcome).toMatchObject({ error: { code: 'outcome-unknown' } });
    expect([calls(), (await read(node, id)).attempt]).toEqual([0, 3]);
  });

  it('has its last attempt still when the database was away at it', async ({ aNode }) => {
    const [node, id] = [await aNode({ looks: false }), anId()];
    Object.assign(node, { failures: 1, failure: new mongo.MongoNetworkError('away') });
    await node.iterations.insertOne(anIteration(id, { attempt: 5 }) as never);
    await node.worker.take(id);
    await node.iterations.updateOne({ _id: id as never }, { $set: { claimableAt: new Date(0) } });
    await node.worker.take(id);
    expect(node.told[0]?.outcome).toMatchObject({ finish: 'success' });
  });

  it('lets a task that may be done twice be done again, as another attempt', async ({ aNode }) => {
    const attempts: number[] = [];
    const run = ({ attempt }: { attempt: number }): Promise<TaskOutcome> => {
      attempts.push(attempt);
      return Promise.resolve({ finish: 'success' });
    };
    const node = await aNode({ run, isIdempotent: true });
    await node.iterations.insertOne(anIteration(anId(), ofTheDead()) as never);
    node.worker.look();
    await hasTold(node);
    expect(attempts).toEqual([2]);
  });

  it.for<[string, number]>([
    ['begun too often', 0],
    ['begun too often, also where what it needs cannot be read', Infinity],
  ])('ends a task that was %s', async ([, failures], { aNode }) => {
    const node = await aNode({ isIdempotent: true });
    node.failures = failures;
    await node.iterations.insertOne(anIteration(anId(), { ...ofTheDead(), attempt: 5 }) as never);
    node.worker.look();
    await hasTold(node);
    expect(node.told[0]?.outcome).toMatchObject({ error: { code: 'given-up' } });
  });

  it('refuses a result that comes after somebody else took the iteration', async ({ aNode }) => {
    const { run, calls, end } = heldBack();
    const node = await aNode({ run });
    const id = anId();
    node.dispatch.announce(await node.store(anIteration(id)));
    await hasBegun(calls);
    await node.iterations.updateOne(
      { _id: id as never },
      { $set: { 'lease.owner': 'other', 'lease.fence': 2 } },
    );
    end();
    await isIdle(node);
    expect(node.told).toEqual([]);
    expect((await read(node, id)).outcome).toBeNull();
  });

  it('is noticed by the next heartbeat, which ends the try', async ({ aNode }) => {
    let reason: unknown;
    let begun = 0;
    const run = ({ signal }: { signal: AbortSignal }): Promise<TaskOutcome> =>
      new Promise((_, reject) => {
        begun += 1;
        signal.addEventListener('abort', () => {
          reason = signal.reason;
          reject(signal.reason as Error);
        });
      });
    const node = await aNode({ run });
    const id = anId();
    node.dispatch.announce(await node.store(anIteration(id)));
    await hasBegun(() => begun);
    await node.iterations.updateOne({ _id: id as never }, { $set: { status: 'canceled' } });
    await isIdle(node);
    expect(reason).toEqual(new Error('it is no longer ours'));
    expect(node.told).toEqual([]);
  });

  it('is not begun again by the node that took it from itself while it was at it', async ({
    aNode,
  }) => {
    const { run, calls, end } = heldBack();
    const node = await aNode({ run, looks: false });
    const id = anId();
    const leaseEnds = (): Promise<unknown> =>
      node.iterations.updateOne({ _id: id as never }, { $set: { claimableAt: new Date(0) } });
    node.dispatch.announce(await node.store(anIteration(id)));
    await hasBegun(calls);
    await leaseEnds();
    expect(await node.worker.take(id)).toBe(true);
    end();
    await isIdle(node);
    await leaseEnds();
    node.worker.look();
    await hasTold(node);
    expect(node.told[0]?.outcome).toMatchObject({ error: { code: 'outcome-unknown' } });
    expect(calls()).toBe(1);
  });

  it('is not lost while the try goes on', async ({ aNode }) => {
    const { run, calls, end } = heldBack();
    const node = await aNode({ run });
    const id = anId();
    node.dispatch.announce(await node.store(anIteration(id)));
    const before = (await read(node, id)).claimableAt;
    await eventually(
      () => read(node, id),
      ({ claimableAt }) => Number(claimableAt) > Number(before),
    );
    end();
    expect(calls()).toBe(1);
  });
});

describe.concurrent('a place that was kept and never taken', () => {
  it('is no lost lease: nobody has begun the iteration', async ({ aNode }) => {
    const node = await aNode();
    const id = anId();
    await node.store(anIteration(id));
    await node.iterations.updateOne({ _id: id as never }, { $set: { claimableAt: new Date(0) } });
    node.worker.look();
    await hasTold(node);
    expect(node.told[0]?.outcome).toMatchObject({ finish: 'success' });
  });
});

describe.concurrent('what came of a task', () => {
  it('is told by any node when the one that knows it is gone', async ({ aNode }) => {
    const outcome = JSON.stringify({ finish: 'success', output: 7 });
    const node = await aNode();
    const id = anId();
    const left = { outcome, outcomeAt: new Date(0), delivered: false, claimableAt: null };
    await node.iterations.insertOne(anIteration(id, left) as never);
    await eventually(
      () => read(node, id),
      ({ delivered }) => delivered,
    );
    expect(node.told).toEqual([finishedWith(id, { finish: 'success', output: 7 })]);
  });

  it('is kept when the database is away while large values of it are stored', async ({ aNode }) => {
    const node = await aNode({ looks: false });
    const away = new mongo.MongoNetworkError('away');
    vi.spyOn(node.values, 'keepOutcome').mockRejectedValueOnce(away);
    const warned = vi.spyOn(node.log, 'warn');
    const id = anId();
    node.dispatch.announce(await node.store(anIteration(id)));
    await hasTold(node);
    expect(node.told[0]?.outcome).toMatchObject({ finish: 'success' });
    const fields = { err: away, iteration: id, tries: 0 };
    expect(warned).toHaveBeenCalledWith(fields, 'the result of a task is to be stored again');
  });

  it('is told again when the job could not be told', async ({ aNode }) => {
    let failures = 1;
    const node = await aNode({
      hear: () =>
        failures-- > 0
          ? Promise.reject(new Error('no database'))
          : Promise.resolve({ kind: 'absent' }),
    });
    const id = anId();
    node.dispatch.announce(await node.store(anIteration(id)));
    await eventually(
      () => read(node, id),
      ({ delivered, outcome }) => delivered && outcome !== null,
    );
    expect(node.told).toHaveLength(2);
  });

  it('is an error that names the task where nobody knows how to run it', async ({ aNode }) => {
    const node = await aNode();
    node.dispatch.announce(await node.store(anIteration(anId(), { task: 'b2' })));
    await hasTold(node);
    expect(node.told[0]?.outcome).toEqual({
      finish: 'error',
      error: {
        message: "Tasks of the type 'Test.nobodyKnows' are not known here",
        code: 'unknown-task',
      },
    });
  });

  it('is an error where no key opens what goes in, and nothing is done', async ({ aNode }) => {
    const { run, calls } = heldBack();
    const node = await aNode({ run, looks: false });
    const unreadable = conflict('A stored secret cannot be read', 'secret-unreadable');
    vi.spyOn(node.values, 'read').mockRejectedValue(unreadable);
    node.dispatch.announce(await node.store(anIteration(anId())));
    await hasTold(node);
    expect(node.told[0]?.outcome).toEqual({
      finish: 'error',
      error: { message: 'A stored secret cannot be read', code: 'secret-unreadable' },
    });
    expect(calls()).toBe(0);
  });

  it.for([
    ['bytes', 'x'.repeat(50_000_000)],
    ['values', Array.from({ length: 200_001 }, () => 0)],
  ])('is an error where it has more %s than what is kept', async ([, output], { aNode }) => {
    const run = (): Promise<TaskOutcome> => Promise.resolve({ finish: 'success', output });
    const node = await aNode({ run });
    node.dispatch.announce(await node.store(anIteration(anId())));
    await hasTold(node);
    expect(node.told[0]?.outcome).toMatchObject({ error: { code: 'result-too-large' } });
  });

  it('is an error that hides what failed in the platform', async ({ aNode }) => {
    const node = await aNode({ run: () => Promise.reject(new Error('secret canary')) });
    node.dispatch.announce(await node.store(anIteration(anId())));
    await hasTold(node);
    expect(node.told[0]?.outcome).toMatchObject({ error: { code: 'internal' } });
    expect(JSON.stringify(node.told)).not.toContain('canary');
  });
});

describe.concurrent('a node that stops', () => {
  const untilAborted = ({ signal }: { signal: AbortSignal }): Promise<TaskOutcome> =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        reject(signal.reason as Error);
      });
    });

  it('gives back what may be done again, and another node does it', async ({ aNode }) => {
    let begun = 0;
    const run = (call: { signal: AbortSignal }): Promise<TaskOutcome> => {
      begun += 1;
      return untilAborted(call);
    };
    const node = await aNode({ run, isIdempotent: true });
    const id = anId();
    node.dispatch.announce(await node.store(anIteration(id)));
    await hasBegun(() => begun);
    await node.close();
    const other = await aNode({ isIdempotent: true, looks: false });
    expect(await read(other, id)).toMatchObject({ lease: { owner: '' }, attempt: 1 });
    other.worker.look();
    await hasTold(other);
  });

  it('gives back at once what it is about to claim', async ({ aNode }) => {
    const node = await aNode({ looks: false, isIdempotent: false });
    const id = anId();
    await node.iterations.insertOne(anIteration(id) as never);
    let isStopped: () => void = () => undefined;
    const stop = new Promise<void>((resolve) => (isStopped = resolve));
    const claimAfter = node.claims.claimAfter.bind(node.claims);
    vi.spyOn(node.claims, 'claimAfter').mockImplementation(async (...of) => {
      await stop;
      return claimAfter(...of);
    });
    const filling = node.worker.fill();
    const stopping = node.worker.onModuleDestroy();
    isStopped();
    await Promise.all([filling, stopping]);
    expect(await read(node, id)).toMatchObject({ lease: { owner: '', fence: 1 }, attempt: 1 });
    expect(node.told).toEqual([]);
  });

  it('says of what may not be done again that its outcome is unknown', async ({ aNode }) => {
    let begun = 0;
    const run = (call: { signal: AbortSignal }): Promise<TaskOutcome> => {
      begun += 1;
      return untilAborted(call);
    };
    const node = await aNode({ run });
    node.dispatch.announce(await node.store(anIteration(anId())));
    await hasBegun(() => begun);
    await node.close();
    expect(node.told[0]?.outcome).toMatchObject({ error: { code: 'outcome-unknown' } });
  });
});
