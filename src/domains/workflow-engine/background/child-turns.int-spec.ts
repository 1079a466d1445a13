import { describe, expect, it as test, vi } from 'vitest';
import { testDatabase } from '#test/support/database.js';
import { eventually } from '#test/support/eventually.js';
import {
  callsTest,
  chainOf,
  type MadeTask,
  setsVariable,
} from '#test/support/factories/made-workflows.js';
import { JobsNode } from '#test/support/jobs-node.js';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { JobCapacityService } from '../admission/job-capacity.service.js';
import { type StartChild } from '../runner/child-creation.service.js';
import { ChildQueueService } from '../runner/child-queue.service.js';
import { JobStateCodecService } from '../store/values/job-state-codec.service.js';
import { JobsRepository } from '../store/jobs.repository.js';
import { PlansService } from '../store/plans.service.js';
import { type StoredJob } from '../store/stored-job.js';

const BOB = { startedBy: { id: 'bob-id', username: 'bob' } };
const fanOut = (workflow: string, count: number): MadeTask => ({
  name: 'childJob',
  incoming: {
    workflow,
    variables: {},
    loopType: 'parallel',
    data_array: Array.from({ length: count }, (_, port) => ({ port })),
    transformation: '',
  },
  outgoing: { job_details: null },
  error: '$var.job.fault',
});

/** Nodes over a database of their own, whose workers hold every task until `release`. */
class HoldingNodes {
  readonly nodes: JobsNode[] = [];
  /** Jobs whose task a worker has begun, in that order. */
  readonly worked: string[] = [];
  private readonly database = testDatabase('child-turns');
  private readonly held: (() => void)[] = [];

  async start(env: Record<string, string>): Promise<JobsNode> {
    const released = new Promise<void>((resolve) => this.held.push(resolve));
    const run = async ({ jobId }: { jobId: string }) => {
      this.worked.push(jobId);
      await released;
      return { finish: 'success' } as const;
    };
    const node = await JobsNode.start({ uri: this.database.uri, run, env });
    this.nodes.push(node);
    await node.workflow(chainOf('held leaf', [callsTest()]));
    await node.workflow(chainOf('leaf', [setsVariable('leaf', 'green')]));
    return node;
  }

  /** Lets the workers of all nodes so far go on, now and from now on. */
  release(): void {
    for (const release of this.held) release();
  }

  atWork(count: number): Promise<readonly string[]> {
    return eventually(
      () => Promise.resolve(this.worked),
      ({ length }) => length >= count,
    );
  }

  async close(): Promise<void> {
    this.release();
    await Promise.all(this.nodes.map((node) => node.close()));
    await this.database.drop();
  }
}

const it = test.extend<{ holding: HoldingNodes }>({
  holding: async ({ task: _ }, use) => {
    const holding = new HoldingNodes();
    await use(holding);
    await holding.close();
  },
});

const below = async (node: JobsNode, ...ids: string[]): Promise<readonly StoredJob[]> =>
  node.connection
    .collection<StoredJob>('jobs')
    .find({ ancestors: { $in: ids }, _id: { $nin: ids } })
    .sort({ 'parent.index': 1 })
    .toArray();
const queuedOf = (jobs: readonly StoredJob[]): readonly StoredJob[] =>
  jobs.filter(({ queuedDepth }) => queuedDepth !== null);

// Each waits until nodes look again.
describe.concurrent('jobs that other jobs have started', () => {
  it('wait when as many of their family are at work as may, say so, and go on', async ({
    holding,
  }) => {
    const node = await holding.start({ JOBS_RUNNING_PER_FAMILY_MAX: '2' });
    await holding.start({ JOBS_RUNNING_PER_FAMILY_MAX: '2' });
    const id = await node.workflow(chainOf('five held', [fanOut('held leaf', 5)]));
    const { _id } = await node.begin(id);
    await holding.atWork(2);
    const children = await eventually(
      () => below(node, _id),
      (all) => all.length === 5,
    );
    expect(children.map(({ queuedDepth }) => queuedDepth)).toEqual([null, null, 2, 2, 2]);
    const [waiting] = queuedOf(children);
    if (!waiting) throw new Error('nothing waits');
    expect(await node.app.get(JobCapacityService).reasonOf(waiting)).toBe(
      'waits for its turn to begin: 2 jobs of its family are at work, as many as JOBS_RUNNING_PER_FAMILY_MAX allows',
    );
    holding.release();
    await node.until(_id, 'complete');
    expect(holding.worked).toHaveLength(5);
  });

  it('have room although all above them wait for them', async ({ holding }) => {
    const node = await holding.start({ JOBS_RUNNING_PER_FAMILY_MAX: '1', JOBS_RUNNING_MAX: '1' });
    holding.release();
    await node.workflow(chainOf('inner', [fanOut('held leaf', 3)]));
    const id = await node.workflow(chainOf('outer', [fanOut('inner', 3)]));
    const { _id } = await node.begin(id);
    await node.until(_id, 'complete');
    expect(holding.worked).toHaveLength(9);
  });

  it('wait when as many of their starter are at work as may; those of others do not', async ({
    holding,
  }) => {
    const node = await holding.start({ JOBS_RUNNING_PER_STARTER_MAX: '2' });
    const id = await node.workflow(chainOf('three held', [fanOut('held leaf', 3)]));
    const own = [await node.begin(id), await node.begin(id)].map(({ _id }) => _id);
    await holding.atWork(2);
    const { _id: other } = await node.begin(id, BOB);
    await holding.atWork(4);
    expect(queuedOf(await below(node, ...own))).toHaveLength(4);
    expect(queuedOf(await below(node, other))).toHaveLength(1);
    await expect(node.begin(id)).rejects.toMatchObject({
      code: 'too-many-jobs',
      detail: '2 jobs of whoever starts it run already: no further one may begin',
    });
  });

  it('take turns: a family that came later does not wait behind all of one', async ({
    holding,
  }) => {
    const node = await holding.start({ JOBS_RUNNING_MAX: '1' });
    const held = await node.begin('held leaf');
    await holding.atWork(1);
    const id = await node.workflow(chainOf('many held', [fanOut('held leaf', 20)]));
    const idle = await holding.start({});
    await idle.app.get(BackgroundTasks).stop(0);
    const [first, second] = [await idle.begin(id), await idle.begin(id, BOB)];
    await eventually(
      () => below(node, first._id, second._id),
      (all) => all.length === 40,
    );
    holding.release();
    await holding.atWork(6);
    const children = await below(node, first._id, second._id);
    const roots = new Map(children.map((one) => [one._id, one.rootId]));
    const turns = holding.worked.filter((id) => id !== held._id).slice(0, 4);
    expect(new Set(turns.slice(0, 2).map((id) => roots.get(id))).size).toBe(2);
    expect(new Set(turns.slice(2, 4).map((id) => roots.get(id))).size).toBe(2);
  });

  it('are an error of the task when the family has had as many as it may', async ({ holding }) => {
    const node = await holding.start({ JOBS_PER_FAMILY_MAX: '3' });
    const id = await node.workflow(chainOf('five', [fanOut('leaf', 5)]));
    const { _id } = await node.begin(id);
    const failed = await node.until(_id, 'error');
    expect(failed.state).toContain(
      'the job at the top has had 3 jobs started below it, as many as JOBS_PER_FAMILY_MAX allows',
    );
    expect(await below(node, _id)).toHaveLength(3);
    expect(failed.descendants).toBe(3);
  });

  it('are paused and resumed also while they wait for their turn', async ({ holding }) => {
    const node = await holding.start({ JOBS_RUNNING_PER_FAMILY_MAX: '1' });
    const id = await node.workflow(chainOf('pausable', [fanOut('held leaf', 3)]));
    const { _id } = await node.begin(id);
    await holding.atWork(1);
    await node.steps.apply(_id, { kind: 'pause' });
    const paused = await eventually(
      () => below(node, _id),
      (all) => all.length === 3 && all.every(({ status }) => status === 'paused'),
    );
    expect(queuedOf(paused)).toEqual([]);
    await node.steps.apply(_id, { kind: 'resume' });
    holding.release();
    await node.until(_id, 'complete');
    expect(holding.worked).toHaveLength(3);
  });

  it('are canceled with the one at the top, begun or not, and so is what comes later', async ({
    holding,
  }) => {
    const node = await holding.start({ JOBS_RUNNING_PER_FAMILY_MAX: '2' });
    await node.workflow(chainOf('middle', [fanOut('held leaf', 4)]));
    const id = await node.workflow(chainOf('top', [fanOut('middle', 3)]));
    const { _id } = await node.begin(id);
    await holding.atWork(2);
    const middle = (await below(node, _id)).find(({ name }) => name === 'middle');
    await node.steps.apply(_id, { kind: 'cancel' });
    const settled = (all: readonly StoredJob[]): boolean =>
      all.every((one) => one.status === 'canceled' && one.canceledFromAbove === null);
    const all = await eventually(() => below(node, _id), settled);
    await eventually(
      async () => (await Promise.all(all.map((one) => node.iterations(one._id)))).flat(),
      (runs) => runs.every(({ status }) => status !== 'running'),
    );
    expect(holding.worked).toHaveLength(2);

    const parent = await node.job(middle?._id ?? '');
    const { plan } = await node.app.get(PlansService).get(parent.planId);
    const state = node.app.get(JobStateCodecService).readState(parent.state);
    const late: StartChild = {
      kind: 'start-child',
      childId: 'late',
      iteration: 'i',
      task: '1',
      index: 9,
      isLoop: true,
      workflow: 'held leaf',
      variables: {},
      actor: 'job',
    };
    const queue = node.app.get(ChildQueueService);
    await queue.add({ job: parent, plan, state }, [late]);
    await expect(node.job('late')).rejects.toThrow('no job late');

    // It is canceled just after whoever starts the child has looked.
    const looked = vi.spyOn(node.app.get(JobsRepository), 'findHeads').mockResolvedValueOnce([]);
    await queue.add({ job: parent, plan, state }, [late]);
    looked.mockRestore();
    const one = await eventually(
      () => node.job('late'),
      (job) => settled([job]),
    );
    expect(one.queuedDepth).toBeNull();
  });

  it('wait in the database: a node that stops leaves them to the next one', async ({ holding }) => {
    const env = { JOBS_RUNNING_PER_FAMILY_MAX: '1' };
    const node = await holding.start(env);
    const id = await node.workflow(chainOf('left', [fanOut('held leaf', 40)]));
    const { _id } = await node.begin(id);
    await holding.atWork(1);
    holding.release();
    await node.close();
    holding.nodes.splice(0, 1);
    const next = await holding.start(env);
    holding.release();
    await next.until(_id, 'complete');
    expect(new Set(holding.worked).size).toBe(40);
  });
});
