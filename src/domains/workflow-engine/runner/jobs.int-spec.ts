import { getModelToken } from '@nestjs/mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Model } from 'mongoose';
import { testDatabase } from '#test/support/database.js';
import { eventually } from '#test/support/eventually.js';
import { callsTest, chainOf, setsVariable } from '#test/support/factories/made-workflows.js';
import { ShiftedClock } from '#test/support/engine/shifted-clock.js';
import { aPrincipal } from '#test/support/factories/a-principal.js';
import { JobsNode } from '#test/support/jobs-node.js';
import { watched } from '#test/support/watch-commands.js';
import { JobStartQueueService } from '../../automations/starting/job-start-queue.service.js';
import { readJobFilter } from '../listing/job-filter.js';
import { JobListRepository } from '../listing/job-list.repository.js';
import { WatchersRepository } from '../control/watchers.repository.js';
import { EngineWrites } from '../store/engine-writes.js';
import { JobsRepository } from '../store/jobs.repository.js';
import { JobStateCodecService } from '../store/values/job-state-codec.service.js';
import { JOB_MODEL } from '../store/job.schema.js';
import { type StoredJob } from '../store/stored-job.js';

describe('jobs', () => {
  const database = testDatabase('jobs');
  let node: JobsNode;
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));

  beforeAll(async () => {
    node = await JobsNode.start({
      uri: watched(database.uri),
      run: async ({ input }) => {
        if (input['held'] === true) await held;
        return { finish: 'success', output: { got: input } };
      },
    });
  });
  afterAll(async () => {
    await node.close();
    await database.drop();
  });

  it('run tasks that are pure functions within their start', async () => {
    const tasks = [setsVariable('a', 1), setsVariable('b', '$var.job.a')];
    const id = await node.workflow(chainOf('two inline', tasks));
    const job = await node.begin(id);
    expect(job).toMatchObject({ status: 'complete', rev: 1, name: 'two inline', workflowId: id });
    const iterations = await node.iterations(job._id);
    expect(iterations.map(({ name, status, number }) => [name, status, number])).toEqual([
      ['newVariable', 'complete', 1],
      ['newVariable', 'complete', 1],
    ]);
    const done = await node.until(job._id, 'complete');
    expect(done.wakeAt).toBeNull();
    const { variables } = node.app.get(JobStateCodecService).readState(done.state);
    expect(variables).toMatchObject({ a: { value: 1 }, b: { value: 1 } });
  });

  it('give other tasks to workers, and go on with what these answer', async () => {
    const id = await node.workflow(
      chainOf('two dispatched', [
        callsTest({ x: 1 }),
        callsTest({ y: '$var.1.result' }, { outgoing: { result: '$var.job.out' } }),
      ]),
    );
    const begun = await node.begin(id);
    expect(begun.status).toBe('running');
    const done = await node.until(begun._id, 'complete');
    const { variables } = node.app.get(JobStateCodecService).readState(done.state);
    expect(variables['out']).toMatchObject({ value: { got: { y: { got: { x: 1 } } } } });
  });

  it('are written together, each by what it was before', async () => {
    const id = await node.workflow(chainOf('written together', [callsTest({ held: true })]));
    const begun = await Promise.all([node.begin(id), node.begin(id), node.begin(id)]);
    const updatedAt = new Date(0);
    const steps = begun.map(({ _id, rev, ...change }, at) => ({
      _id,
      rev: at === 1 ? rev + 7 : rev,
      change: { ...change, updatedAt },
    }));
    const jobs = node.app.get(JobsRepository);
    const written = await Promise.all(steps.map((step) => jobs.stepTogether(step)));
    expect(written).toEqual([true, false, true]);
    expect((await node.job(begun[1]._id)).updatedAt).not.toEqual(updatedAt);
  });

  it('count for the workflow that they were moved to, however old they are', async () => {
    const workflow = await node.workflow(chainOf('moved from', [callsTest({ held: true })]));
    const { _id } = await node.begin(workflow);
    const jobs = node.app.get(JobsRepository);
    await node.app
      .get<Model<StoredJob>>(getModelToken(JOB_MODEL), { strict: false })
      .updateOne({ _id }, { $set: { startedAt: new Date(0) } });
    const countsOf = () =>
      Promise.all(
        ['moved from', 'moved to'].map((workflowName) => {
          const filter = { ...readJobFilter({}, []), startedByRuns: undefined, workflowName };
          return node.app.get(JobListRepository).count({ filter, principal: aPrincipal('admin') });
        }),
      );
    expect(await countsOf()).toEqual([1, 0]);
    const job = await jobs.find(_id);
    if (!job) throw new Error('gone');
    const { rev, ...rest } = job;
    const change = { ...rest, name: 'moved to', workflowId: 'another' };
    expect(await jobs.step({ _id, rev, change })).toBe(true);
    expect(await countsOf()).toEqual([0, 1]);
  });

  it('have their tasks worked at once by others, where the clock of their node is ahead', async () => {
    const clock = new ShiftedClock();
    clock.forward(600);
    const env = { WORKER_CONCURRENCY: '0' };
    const ahead = await JobsNode.start({ uri: database.uri, clock, env });
    try {
      const id = await ahead.workflow(chainOf('begun ahead', [callsTest({ x: 1 })]));
      const { _id } = await ahead.begin(id);
      expect((await node.until(_id, 'complete')).status).toBe('complete');
    } finally {
      await ahead.close();
    }
  });

  it('begin where a trigger asks for them, once, under the id that it gave', async () => {
    const workflowId = await node.workflow(chainOf('asked for', [callsTest({ x: '$var.job.x' })]));
    const queue = node.app.get(JobStartQueueService);
    const jobId = 'c'.repeat(24);
    const ask = {
      jobId,
      workflowId,
      workflowName: 'asked for',
      variables: { x: 1 },
      description: 'why',
      automationId: 'a',
      triggerId: 't',
      startedBy: 'ada-id',
      startedByName: 'ada',
      startedWith: ['r1'],
      chain: ['s', 't'],
      at: new Date(),
    };
    await queue.enqueue(ask);
    await queue.enqueue(ask);
    const request = await eventually(
      () => queue.find(jobId),
      (found) => found?.status === 'ended',
    );
    expect(request?.endedAt).toBeInstanceOf(Date);
    expect(await node.until(jobId, 'complete')).toMatchObject({
      name: 'asked for',
      description: 'why',
      automationId: 'a',
      triggerId: 't',
      startedBy: { id: 'ada-id', username: 'ada' },
      startedWith: ['r1'],
      chain: ['s', 't'],
    });
  });

  it('tell of their end whoever came to watch them on another node, and no one who left', async () => {
    const id = await node.workflow(chainOf('watched', [callsTest({ held: true })]));
    const { _id } = await node.begin(id);
    await eventually(
      () => node.iterations(_id),
      ([iteration]) => iteration?.status === 'running',
    );
    const jobs = node.app.get<Model<StoredJob>>(getModelToken(JOB_MODEL));
    const elsewhere = new WatchersRepository(jobs, new EngineWrites());
    for (const name of ['bob', 'cy']) expect(await elsewhere.add(_id, name)).toBe(true);
    await elsewhere.remove(_id, 'ada');
    release();
    await node.until(_id, 'complete');
    const events = node.connection.collection('events');
    const told = await events.findOne({ topic: 'jobComplete', 'payload.jobId': _id });
    expect(told?.['payload']).toMatchObject({ watchers: ['bob', 'cy'] });
    const count = await events.countDocuments({ 'payload.jobId': _id });
    expect(count).toBe(2);
  });

  it('that can never begin do not keep others waiting', async () => {
    const queue = node.app.get(JobStartQueueService);
    const jobId = 'd'.repeat(24);
    await queue.enqueue({
      jobId,
      workflowId: 'gone',
      workflowName: 'gone',
      variables: {},
      description: '',
      automationId: 'a',
      triggerId: 't',
      startedBy: 'ada-id',
      startedByName: 'ada',
      startedWith: null,
      chain: ['t'],
      at: new Date(),
    });
    const request = await eventually(
      () => queue.find(jobId),
      (found) => found?.status === 'ended',
    );
    expect(request?.status).toBe('ended');
  });
});
