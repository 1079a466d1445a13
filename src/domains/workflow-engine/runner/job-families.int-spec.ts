import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.js';
import { eventually } from '#test/support/eventually.js';
import {
  callsTest,
  chainOf,
  type MadeTask,
  setsVariable,
} from '#test/support/factories/made-workflows.js';
import { JobsNode } from '#test/support/jobs-node.js';
import { type JsonObject } from '../../../kernel/json.js';
import { FamiliesRepository } from '../store/families.repository.js';
import { JobStateCodecService } from '../store/values/job-state-codec.service.js';
import { JobsRepository } from '../store/jobs.repository.js';
import { type StoredJob } from '../store/stored-job.js';

const child = (workflow: string, incoming: JsonObject = {}): MadeTask => ({
  name: 'childJob',
  incoming: {
    workflow,
    variables: {},
    loopType: '',
    data_array: '',
    transformation: '',
    ...incoming,
  },
  outgoing: { job_details: '$var.job.details' },
  error: '$var.job.fault',
});
const delay = (seconds: number): MadeTask => ({
  name: 'delay',
  incoming: { time: seconds },
  outgoing: { time_in_milliseconds: null },
});
const loop = (workflow: string, loopType: string, items: JsonObject[]): MadeTask =>
  child(workflow, { loopType, data_array: items });

describe('jobs and their children', () => {
  const database = testDatabase('job-families');
  let node: JobsNode;
  let other: JobsNode;
  let isHolding = false;

  const variablesOf = ({ state }: StoredJob): JsonObject =>
    Object.fromEntries(
      Object.entries(node.app.get(JobStateCodecService).readState(state).variables).map(
        ([name, held]) => [name, held.kind === 'here' ? held.value : held.kind],
      ),
    );
  const childrenOf = async (id: string): Promise<readonly StoredJob[]> =>
    node.connection
      .collection<StoredJob>('jobs')
      .find({ 'parent.jobId': id })
      .sort({ 'parent.index': 1 })
      .toArray();

  beforeAll(async () => {
    const run = async (): Promise<{ finish: 'success' }> => {
      await eventually(
        () => Promise.resolve(isHolding),
        (isHeld) => !isHeld,
      );
      return { finish: 'success' };
    };
    node = await JobsNode.start({ uri: database.uri, run });
    other = await JobsNode.start({ uri: database.uri, run });
    await node.workflow(chainOf('leaf', [setsVariable('leaf', 'green')]));
    await node.workflow(chainOf('slow leaf', [callsTest()]));
  });
  afterAll(async () => {
    await Promise.all([node.close(), other.close()]);
    await database.drop();
  });

  it('a child runs, and its parent reads what it made', async () => {
    const id = await node.workflow(chainOf('one child', [child('leaf')]));
    const { _id } = await node.begin(id);
    const done = await node.until(_id, 'complete');
    expect(variablesOf(done)['details']).toMatchObject({ leaf: 'green', status: 'complete' });
    const [only, ...more] = await childrenOf(_id);
    expect(more).toEqual([]);
    expect(only).toMatchObject({ name: 'leaf', ancestors: [_id, only?._id] });
  });

  it.each(['parallel', 'sequential'])('a %s loop has one child for each element', async (kind) => {
    const items = Array.from({ length: 120 }, (_, at) => ({ port: at }));
    const id = await node.workflow(chainOf(`loop ${kind}`, [loop('leaf', kind, items)]));
    const { _id } = await node.begin(id);
    await node.until(_id, 'complete');
    const children = await childrenOf(_id);
    expect(children.map(({ parent }) => parent?.index)).toEqual(items.map((_, at) => at));
    expect(children.map((one) => variablesOf(one)['childJobLoopIndex'])).toEqual(
      items.map((_, at) => at),
    );
  });

  it('a child of a project is found by its bare name as well', async () => {
    await node.workflow(chainOf('@p1: inner', [setsVariable('x', 1)]));
    const id = await node.workflow(chainOf('@p1: outer', [child('inner')]));
    const done = await node.until((await node.begin(id))._id, 'complete');
    expect(variablesOf(done)['details']).toMatchObject({ x: 1 });
  });

  it('an absent workflow is an error that names it', async () => {
    const id = await node.workflow(chainOf('lost child', [child('nowhere')]));
    const done = await node.until((await node.begin(id))._id, 'error');
    expect(JSON.stringify(variablesOf(done)['fault'])).toContain("Cannot find workflow 'nowhere'");
  });

  it('belong to families also where an older node has stored them', async () => {
    const id = await node.workflow(chainOf('older', [loop('slow leaf', 'parallel', [{}, {}])]));
    isHolding = true;
    const { _id } = await node.begin(id);
    const [first] = await eventually(
      () => childrenOf(_id),
      (all) => all.length === 2 && all.every(({ takesPlace }) => takesPlace),
    );
    const jobs = node.connection.collection<{ _id: string }>('jobs');
    const family = { rootId: 1, rootStarter: 1, canceledFromAbove: 1, descendants: 1 } as const;
    await jobs.updateMany({ _id: { $in: [_id, first?._id ?? ''] } }, { $unset: family });
    // The other node has read neither.
    expect(await other.app.get(JobsRepository).find(_id)).toMatchObject({
      rootId: _id,
      rootStarter: 'ada-id',
      canceledFromAbove: null,
      descendants: 0,
    });
    await other.app.get(FamiliesRepository).nameFamilies();
    expect(await node.job(first?._id ?? '')).toMatchObject({
      rootId: _id,
      takesPlace: true,
      canceledFromAbove: null,
      descendants: 0,
    });
    await other.steps.apply(_id, { kind: 'cancel' });
    await eventually(
      () => childrenOf(_id),
      (all) => all.every(({ status }) => status === 'canceled'),
    );
    isHolding = false;
  });

  it('ended when they were canceled, however late a node does what is left to do for them', async () => {
    isHolding = true;
    const { _id } = await node.begin(await node.workflow(chainOf('left', [callsTest()])));
    const then = new Date('2026-01-01T00:00:00Z');
    await node.app.get(FamiliesRepository).cancel(_id, [_id], then);
    await node.steps.apply(_id, { kind: 'cancel' });
    expect(await node.job(_id)).toMatchObject({ canceledFromAbove: null, endedAt: then });
    isHolding = false;
  });

  it('keep no place that an older node has ended', async () => {
    const { _id } = await node.begin('leaf');
    await node.until(_id, 'complete');
    const jobs = node.connection.collection<{ _id: string }>('jobs');
    await jobs.updateOne({ _id }, { $set: { takesPlace: true } });
    await node.app.get(FamiliesRepository).freePlaces();
    expect(await node.job(_id)).toMatchObject({ takesPlace: false });
  });

  it('a workflow that would run itself is refused with the chain', async () => {
    await node.workflow(chainOf('ring a', [child('ring b')]));
    await node.workflow(chainOf('ring b', [child('ring a')]));
    const { _id } = await node.begin('ring a');
    const [inner] = await eventually(
      () => childrenOf(_id),
      ([one]) => one?.status === 'error',
    );
    expect(JSON.stringify(inner && variablesOf(inner)['fault'])).toContain(
      'ring a > ring b > ring a',
    );
    expect(await childrenOf(inner?._id ?? '')).toEqual([]);
  });

  it('pausing, resuming and canceling reach all that is below', async () => {
    isHolding = true;
    await node.workflow(chainOf('middle', [child('slow leaf'), delay(0)]));
    const id = await node.workflow(chainOf('top', [child('middle')]));
    const { _id } = await node.begin(id);
    const family = async (): Promise<readonly StoredJob[]> => {
      const [middle] = await childrenOf(_id);
      return [await node.job(_id), ...(middle ? [middle, ...(await childrenOf(middle._id))] : [])];
    };
    const allAre = async (status: string): Promise<unknown> =>
      eventually(family, (all) => all.length === 3 && all.every((one) => one.status === status));
    await eventually(family, (all) =>
      all.some(({ ancestors, takesPlace }) => ancestors.length === 3 && takesPlace),
    );
    await node.steps.apply(_id, { kind: 'pause' });
    await allAre('paused');
    await other.steps.apply(_id, { kind: 'resume' });
    await allAre('running');
    await node.steps.apply(_id, { kind: 'cancel' });
    await allAre('canceled');
    isHolding = false;
    const left = await eventually(
      async () =>
        (await Promise.all((await family()).map((one) => node.iterations(one._id)))).flat(),
      (all) => all.every(({ status }) => status !== 'running'),
    );
    expect(left.filter(({ status }) => status === 'canceled').length).toBe(3);
  });

  it('a canceled child is an error of its parent', async () => {
    isHolding = true;
    const id = await node.workflow(chainOf('loses its child', [child('slow leaf')]));
    const { _id } = await node.begin(id);
    const [only] = await eventually(
      () => childrenOf(_id),
      (all) => all.length === 1,
    );
    await other.steps.apply(only?._id ?? '', { kind: 'cancel' });
    isHolding = false;
    const parent = await node.until(_id, 'error');
    expect(parent.standsAt).toMatchObject([{ name: 'childJob', phase: 'error' }]);
  });
});
