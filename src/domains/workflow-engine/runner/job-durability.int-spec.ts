import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '#test/support/database.js';
import { eventually } from '#test/support/eventually.js';
import {
  callsTest,
  chainOf,
  type MadeTask,
  setsVariable,
} from '#test/support/factories/made-workflows.js';
import { JobsNode } from '#test/support/jobs-node.js';
import { onCommand, watched } from '#test/support/watch-commands.js';
import { Clock } from '../../../kernel/clock.js';
import { ENGINE_WRITES, type EngineWrite, EngineWrites } from '../store/engine-writes.js';

const ENGINE_COLLECTIONS = /^(?:jobs|job_tasks|job_plans|job_values\.(?:files|chunks))$/;
const WRITES = ['insert', 'update', 'delete', 'findAndModify'];

/** Lets writes of a node fail: the next one of a name, or every one. */
class FailingWrites {
  /** Those that have not failed yet. */
  readonly left = new Set<EngineWrite>();
  private when: 'before' | 'after' = 'before';
  private isGone = false;

  constructor(writes: EngineWrites) {
    const run = writes.run.bind(writes);
    writes.run = async (name, write) => {
      const isIt = this.left.delete(name);
      if (this.isGone || (isIt && this.when === 'before')) throw new Error(GONE);
      const written = await run(name, write);
      if (isIt) throw new Error(GONE);
      return written;
    };
  }

  /** The next write of each of the names fails. */
  fail(names: readonly EngineWrite[], when: 'before' | 'after'): void {
    for (const name of names) this.left.add(name);
    this.when = when;
  }

  /** Every write fails until it is mended. */
  failAll(): void {
    this.isGone = true;
  }

  mend(): void {
    this.isGone = false;
    this.left.clear();
  }
}

const GONE = 'the database is gone';
const delays = (seconds: number): MadeTask => ({
  name: 'delay',
  incoming: { time: seconds },
  outgoing: { time_in_milliseconds: null },
});
class MinuteAhead extends Clock {
  override now(): Date {
    return new Date(Date.now() + 60_000);
  }
}

const loops = (count: number): MadeTask => ({
  name: 'childJob',
  incoming: {
    workflow: 'leaf',
    variables: {},
    loopType: 'parallel',
    data_array: Array.from({ length: count }, (_, at) => ({ at })),
    transformation: '',
  },
  outgoing: { job_details: null },
});

const WHOLE = {
  iterations: [
    'call 1 complete',
    'call 1 complete',
    'childJob 1 complete',
    'delay 1 complete',
    'newVariable 1 complete',
  ],
  children: Array.from({ length: 5 }, () => 'complete'),
  wakeAt: null,
};

/** Counts writes, or shares its nodes with the tests beside it. */
const ALONE = { concurrent: false };

/** Writes of all these tests that have no name. */
const unnamed: string[] = [];

/** Calls back with each write of a node, and notes those of the engine that have no name. */
function watch(node: JobsNode, onWrite: (write: string) => void = () => undefined): void {
  onCommand(node.app, (name, command) => {
    const target = command[name];
    if (!WRITES.includes(name) || typeof target !== 'string') return;
    onWrite(`${name} ${target}`);
    if (!ENGINE_COLLECTIONS.test(target)) return;
    const comment = command['comment'] as EngineWrite;
    if (!ENGINE_WRITES.includes(comment)) unnamed.push(`${name} ${target}`);
  });
}

/** A node whose writes can fail, on a database of its own. */
class FailingNode {
  /** Its writes since they were forgotten last. */
  writes: string[] = [];

  private constructor(
    private readonly database: TestDatabase,
    readonly uri: string,
    readonly node: JobsNode,
    readonly failing: FailingWrites,
  ) {}

  static async start(): Promise<FailingNode> {
    const database = testDatabase('job-durability');
    const uri = watched(database.uri);
    const node = await JobsNode.start({ uri });
    const failing = new FailingWrites(node.app.get(EngineWrites));
    const started = new FailingNode(database, uri, node, failing);
    watch(node, (write) => started.writes.push(write));
    await node.workflow(chainOf('leaf', [setsVariable('leaf', 1)]));
    await node.workflow(
      chainOf('all', [setsVariable('x', 1), callsTest(), delays(1), loops(5), callsTest()]),
    );
    return started;
  }

  async beginSome(count: number): Promise<readonly string[]> {
    const begun = await Promise.all(Array.from({ length: count }, () => this.node.begin('all')));
    return begun.map(({ _id }) => _id);
  }

  async outcomeOf(id: string): Promise<unknown> {
    const job = await this.node.until(id, 'complete');
    const iterations = await this.node.iterations(id);
    const children = await this.node.connection
      .collection('jobs')
      .find({ 'parent.jobId': id })
      .toArray();
    return {
      iterations: iterations
        .map(({ name, number, status }) => `${name} ${number} ${status}`)
        .sort(),
      children: children.map(({ status }) => String(status)),
      wakeAt: job.wakeAt,
    };
  }

  async outcomesOf(ids: readonly string[]): Promise<readonly unknown[]> {
    return Promise.all(ids.map((id) => this.outcomeOf(id)));
  }

  async close(): Promise<void> {
    await this.node.close();
    await this.database.drop();
  }
}

async function withNode(test: (failingNode: FailingNode) => Promise<void>): Promise<void> {
  const failingNode = await FailingNode.start();
  try {
    await test(failingNode);
  } finally {
    await failingNode.close();
  }
}

// Each has a node and a database of its own, and most of the time waits until leases end.
describe.concurrent('jobs whose node or database fails', () => {
  it.each(['before', 'after'] as const)(
    'one write of each name fails %s it is made: nothing is lost, nothing doubled',
    (when) =>
      withNode(async (world) => {
        const { failing } = world;
        failing.fail(['job-step', 'job-done', 'iterations-insert'], when);
        failing.fail(['iterations-close', 'iteration-outcome'], when);
        const ids = await world.beginSome(3);
        // From now on it is a child that cannot be stored, or counted.
        failing.fail(['job-insert', 'family-count'], when);
        expect(await world.outcomesOf(ids)).toEqual(ids.map(() => WHOLE));
        expect([...failing.left]).toEqual([]);
      }),
  );

  it('the database is away in the middle of jobs: all of them go on', () =>
    withNode(async (world) => {
      const ids = await world.beginSome(3);
      world.failing.failAll();
      await delay(5000);
      world.failing.mend();
      expect(await world.outcomesOf(ids)).toEqual(ids.map(() => WHOLE));
    }));

  it.each(['before', 'after'] as const)(
    'a cancel that fails %s it has reached those below reaches them later',
    (when) =>
      withNode(async ({ node, failing }) => {
        await node.workflow(chainOf('leaf that waits', [delays(3600)]));
        const { incoming, ...rest } = loops(5);
        const loop = { ...rest, incoming: { ...incoming, workflow: 'leaf that waits' } };
        const { _id } = await node.begin(await node.workflow(chainOf('canceled', [loop])));
        const below = () =>
          node.connection.collection('jobs').find({ 'parent.jobId': _id }).toArray();
        await eventually(below, ({ length }) => length === 5);
        failing.fail(['family-cancel'], when);
        await node.steps.apply(_id, { kind: 'cancel' });
        const all = await eventually(below, (jobs) =>
          jobs.every(
            ({ status, canceledFromAbove: left }) => status === 'canceled' && left === null,
          ),
        );
        expect(all).toHaveLength(5);
        expect(failing.left.has('family-cancel')).toBe(false);
      }),
  );

  it('a start that fails leaves nothing, or the job that a second start answers', () =>
    withNode(async (world) => {
      const { node, failing } = world;
      failing.fail(['job-insert'], 'after');
      const id = 'b'.repeat(24);
      await expect(node.begin('all', { id })).rejects.toThrow(GONE);
      failing.mend();
      expect(await node.begin('all', { id })).toMatchObject({ _id: id, rev: expect.anything() });
      expect(await world.outcomeOf(id)).toMatchObject(WHOLE);
    }));

  it(
    '32 jobs at once: two inline tasks take at most 6 write commands, two dispatched 12',
    ALONE,
    () =>
      withNode(async (world) => {
        const { node } = world;
        const inline = await node.workflow(
          chainOf('inline', [setsVariable('a', 1), setsVariable('b', 2)]),
        );
        const dispatched = await node.workflow(chainOf('dispatched', [callsTest(), callsTest()]));
        const counted = async (workflow: string): Promise<number> => {
          const some = Array.from({ length: 32 }, (_, at) => at);
          const run = async (): Promise<void> => {
            const begun = await Promise.all(some.map(() => node.begin(workflow)));
            for (const { _id } of begun) await node.until(_id, 'complete');
          };
          await run();
          world.writes = [];
          await run();
          return world.writes.length / some.length;
        };
        expect(await counted(inline)).toBeLessThanOrEqual(6);
        expect(await counted(dispatched)).toBeLessThanOrEqual(12);
      }),
  );

  describe('beside another node, whose clock is a minute ahead', () => {
    let world: FailingNode;
    let node: JobsNode;
    let other: JobsNode;

    beforeAll(async () => {
      world = await FailingNode.start();
      node = world.node;
      other = await JobsNode.start({ uri: world.uri, clock: new MinuteAhead() });
      watch(other);
    });
    afterAll(async () => {
      await other.close();
      await world.close();
    });

    it('jobs of both run each task once, whoever goes on with them', ALONE, async () => {
      const of = async (one: JobsNode): Promise<string> => (await one.begin('all'))._id;
      const ids = await Promise.all([of(node), of(other), of(node), of(other)]);
      expect(await world.outcomesOf(ids)).toEqual(ids.map(() => WHOLE));
    });

    it('a timer that another node has set fires', ALONE, async () => {
      const id = await other.workflow(chainOf('waits', [delays(1)]));
      const lonely = await JobsNode.start({ uri: world.uri });
      const { _id } = await lonely.begin(id);
      await lonely.close();
      expect(await node.until(_id, 'complete')).toMatchObject({ wakeAt: null });
    });

    it('what happens on two nodes at once happens once', ALONE, async () => {
      const id = await node.workflow(chainOf('raced', [delays(3600)]));
      const { _id } = await node.begin(id);
      const events = Array.from({ length: 10 }, (_, at) =>
        (at % 2 === 0 ? node : other).steps.apply(_id, { kind: 'pause' }),
      );
      const kinds = (await Promise.all(events)).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === 'applied').length).toBe(1);
      await eventually(
        () => node.job(_id),
        (job) => job.outbox === null,
      );
      expect(await node.job(_id)).toMatchObject({ status: 'paused', rev: 2 });
    });
  });
});

it('every write that these tests made has a name', () => {
  expect(unnamed).toEqual([]);
});
