import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.js';
import { callsTest, chainOf, setsVariable } from '#test/support/factories/made-workflows.js';
import { JobsNode } from '#test/support/jobs-node.js';
import { JobRetentionService } from '../../background/job-retention.service.js';

const BOB = { startedBy: { id: 'bob-id', username: 'bob' } };
const KEPT = 'as JOB_VALUES_PER_STARTER_MAX_BYTES allows: 300000';
const FULL = { code: 'job-values-full' };
const of = (bytes: number): string => 'v'.repeat(bytes);

describe('what the jobs of one starter keep', () => {
  let database: ReturnType<typeof testDatabase>;
  let node: JobsNode;

  const stored = async (): Promise<number> => {
    const files = await node.connection.collection('job_values.files').find({}).toArray();
    return files.reduce((sum, { length }) => sum + Number(length), 0);
  };
  /** A job that keeps so much, in one value. */
  const fill = async (bytes: number, more = {}): Promise<string> => {
    const id = await node.workflow(chainOf('full', [setsVariable('small', 1)]));
    const { _id } = await node.begin(id, { variables: { large: of(bytes) }, ...more });
    await node.until(_id, 'complete');
    return _id;
  };

  beforeEach(async () => {
    database = testDatabase('value-quota');
    node = await JobsNode.start({
      uri: database.uri,
      env: { JOB_VALUES_PER_STARTER_MAX_BYTES: '300000', JOB_RETENTION_DAYS: '1' },
      run: () => Promise.resolve({ finish: 'success', output: of(150_000) }),
    });
  });
  afterEach(async () => {
    await node.close();
    await database.drop();
  });

  it('lets no further job begin, of nobody else, until jobs with large values are forgotten', async () => {
    const first = await fill(300_000);
    await expect(fill(1)).rejects.toMatchObject(FULL);
    await fill(1, BOB);
    await node.connection
      .collection('jobs')
      .updateOne({ _id: first as never }, { $set: { endedAt: new Date(0) } });
    await node.app.get(JobRetentionService).sweep();
    await fill(1);
  });

  it('ends a task in error whose result has no room, and its job goes on when there is', async () => {
    const full = await fill(200_000);
    const id = await node.workflow(
      chainOf('result', [callsTest({}, { outgoing: { result: '$var.job.back' } })]),
    );
    const { _id } = await node.begin(id);
    const failed = await node.until(_id, 'error');
    expect(failed.state).toContain(KEPT);
    expect(await stored()).toBe(200_002);
    await node.connection.collection('job_values.files').deleteMany({ 'metadata.jobId': full });
    await node.steps.apply(_id, { kind: 'retry', task: '1' });
    await node.until(_id, 'complete');
    expect(await stored()).toBe(150_002);
  });

  it('ends a task in error that would keep something large within the step', async () => {
    await fill(200_000);
    const id = await node.workflow(chainOf('within', [setsVariable('large', of(150_000))]));
    const failed = await node.until((await node.begin(id))._id, 'error');
    expect(failed.state).toContain(KEPT);
    expect(await stored()).toBe(200_002);
  });

  it('counts small values too, which lie in the documents of jobs and tasks', async () => {
    const id = await node.workflow(chainOf('small', [setsVariable('small', 1)]));
    const variables = Object.fromEntries(
      Array.from({ length: 8 }, (_, at) => [`v${String(at)}`, of(50_000)]),
    );
    const { _id } = await node.begin(id, { variables });
    await node.until(_id, 'complete');
    expect(await stored()).toBe(0);
    await expect(node.begin(id)).rejects.toMatchObject(FULL);
    await node.until((await node.begin(id, BOB))._id, 'complete');
    await node.connection.collection('jobs').deleteOne({ _id: _id as never });
    await node.until((await node.begin(id))._id, 'complete');
  });

  it('lets no child begin where small values have taken the room', async () => {
    await node.workflow(chainOf('one more', [setsVariable('small', 1)]));
    const starts = {
      name: 'childJob',
      incoming: {
        workflow: 'one more',
        variables: {},
        loopType: '',
        data_array: '',
        transformation: '',
      },
      outgoing: { job_details: null },
      more: { actor: 'Pronghorn' },
    };
    const id = await node.workflow(chainOf('small parent', [starts]));
    const variables = Object.fromEntries(
      Array.from({ length: 8 }, (_, at) => [`v${String(at)}`, of(50_000)]),
    );
    const failed = await node.until((await node.begin(id, { variables }))._id, 'error');
    expect(failed.state).toContain(KEPT);
  });

  it('counts what child jobs keep for the one who started the first job', async () => {
    await node.workflow(chainOf('small child', [setsVariable('small', 1)]));
    const starts = {
      name: 'childJob',
      incoming: {
        workflow: 'small child',
        variables: { large: { task: 'job', value: 'large' } },
        loopType: '',
        data_array: '',
        transformation: '',
      },
      outgoing: { job_details: null },
      more: { actor: 'Pronghorn' },
    };
    const id = await node.workflow(chainOf('parent', [starts]));
    const { _id } = await node.begin(id, { variables: { large: of(200_000) } });
    const failed = await node.until(_id, 'error');
    expect(failed.state).toContain(KEPT);
    expect(await stored()).toBe(200_002);
  });
});
