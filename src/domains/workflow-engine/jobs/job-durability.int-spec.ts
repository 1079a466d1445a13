import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabase } from '../../../../test/support/database.js';
import { eventually } from '../../../../test/support/eventually.js';
import {
  callsTest,
  chainOf,
  type MadeTask,
  setsVariable,
} from '../../../../test/support/factories/made-workflows.js';
import { JobsNode } from '../../../../test/support/jobs-node.js';
import { onCommand, watched } from '../../../../test/support/watch-commands.js';
import { ENGINE_WRITES, type EngineWrite, EngineWrites } from './engine-writes.js';

const ENGINE_COLLECTIONS = /^(?:jobs|job_tasks|job_plans|job_values\.(?:files|chunks))$/;
const WRITES = ['insert', 'update', 'delete', 'findAndModify'];

/** Lets writes of a name fail, before or after they are made. */
class FailingWrites {
  private readonly run: EngineWrites['run'];
  failed = 0;

  constructor(private readonly writes: EngineWrites) {
    this.run = writes.run.bind(writes);
  }

  fail(name: EngineWrite, when: 'before' | 'after', times: number): void {
    this.failed = 0;
    this.writes.run = async (given, write) => {
      if (given !== name || this.failed >= times) return this.run(given, write);
      this.failed += 1;
      if (when === 'after') await this.run(given, write);
      throw new Error('the database is gone');
    };
  }

  mend(): void {
    this.writes.run = this.run;
  }
}

const delays = (seconds: number): MadeTask => ({
  name: 'delay',
  incoming: { time: seconds },
  outgoing: { time_in_milliseconds: null },
});
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

describe('jobs whose node or database fails', () => {
  const database = testDatabase('job-durability');
  let node: JobsNode;
  let other: JobsNode;
  let failing: FailingWrites;
  const unnamed: string[] = [];
  let commands: string[] = [];
  let isCounting = false;

  beforeAll(async () => {
    const uri = watched(database.uri);
    node = await JobsNode.start({ uri });
    other = await JobsNode.start({ uri });
    for (const one of [node, other]) {
      onCommand(one.app, (name, command) => {
        const target = command[name];
        if (!WRITES.includes(name) || typeof target !== 'string') return;
        if (isCounting) commands.push(`${name} ${target}`);
        if (!ENGINE_COLLECTIONS.test(target)) return;
        const comment = command['comment'] as EngineWrite;
        if (!ENGINE_WRITES.includes(comment)) unnamed.push(`${name} ${target}`);
      });
    }
    failing = new FailingWrites(node.app.get(EngineWrites));
    await node.workflow(chainOf('leaf', [setsVariable('leaf', 1)]));
    await node.workflow(
      chainOf('all', [setsVariable('x', 1), callsTest(), delays(1), loops(5), callsTest()]),
    );
  });
  afterEach(() => {
    failing.mend();
  });
  afterAll(async () => {
    await Promise.all([node.close(), other.close()]);
    await database.drop();
  });

  const outcomeOf = async (id: string): Promise<unknown> => {
    const job = await node.until(id, 'complete');
    const iterations = await node.iterations(id);
    const children = await node.connection
      .collection('jobs')
      .find({ 'parent.jobId': id })
      .toArray();
    return {
      iterations: iterations.map(({ name, number, status }) => `${name} ${number} ${status}`),
      children: children.map(({ status }) => String(status)),
      wakeAt: job.wakeAt,
    };
  };

  const WHOLE = {
    iterations: expect.arrayContaining([
      'newVariable 1 complete',
      'delay 1 complete',
      'childJob 1 complete',
    ]),
    children: Array.from({ length: 5 }, () => 'complete'),
    wakeAt: null,
  };

  const POINTS: readonly EngineWrite[] = [
    'job-step',
    'job-done',
    'iterations-insert',
    'iterations-close',
    'iteration-outcome',
  ];
  const FAILURES = POINTS.flatMap((point) =>
    (['before', 'after'] as const).map((when) => [point, when] as const),
  );

  it.each(FAILURES)(
    '%s fails %s it is made: nothing is lost, nothing doubled',
    async (point, when) => {
      failing.fail(point, when, 1);
      const { _id } = await node.begin('all');
      const outcome = await outcomeOf(_id);
      expect(failing.failed).toBe(1);
      expect(outcome).toMatchObject(WHOLE);
      expect((await node.iterations(_id)).length).toBe(5);
    },
  );

  it('a start that fails leaves nothing, or the job that a second start answers', async () => {
    failing.fail('job-insert', 'after', 1);
    const id = 'b'.repeat(24);
    await expect(node.begin('all', { id })).rejects.toThrow('the database is gone');
    failing.mend();
    expect(await node.begin('all', { id })).toMatchObject({ _id: id, rev: expect.anything() });
    expect(await outcomeOf(id)).toMatchObject(WHOLE);
  });

  it('every write of the engine has a name', async () => {
    const { _id } = await node.begin('all');
    await outcomeOf(_id);
    expect(unnamed).toEqual([]);
  });

  it('32 jobs at once: two inline tasks take at most 6 write commands, two dispatched 12', async () => {
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
      commands = [];
      isCounting = true;
      await run();
      isCounting = false;
      return commands.length / some.length;
    };
    expect(await counted(inline)).toBeLessThanOrEqual(6);
    expect(await counted(dispatched)).toBeLessThanOrEqual(12);
  });

  it('a timer that another node has set fires', async () => {
    const id = await other.workflow(chainOf('waits', [delays(1)]));
    const lonely = await JobsNode.start({ uri: database.uri });
    const { _id } = await lonely.begin(id);
    await lonely.close();
    expect(await node.until(_id, 'complete')).toMatchObject({ wakeAt: null });
  });

  it('what happens on two nodes at once happens once', async () => {
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
