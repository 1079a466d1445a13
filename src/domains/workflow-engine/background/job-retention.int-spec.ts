import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.js';
import { chainOf, setsVariable } from '#test/support/factories/made-workflows.js';
import { aPrincipal } from '#test/support/factories/a-principal.js';
import { JobsNode } from '#test/support/jobs-node.js';
import { JobListRepository } from '../listing/job-list.repository.js';
import { readJobFilter } from '../listing/job-filter.js';
import { JobValueFilesRepository } from '../store/values/job-value-files.repository.js';
import { JobRetentionService } from './job-retention.service.js';
import { ValueRetentionService } from './value-retention.service.js';

const LONG_AGO = new Date('2020-01-01T00:00:00Z');

describe('what is left of jobs', () => {
  const database = testDatabase('job-retention');
  let node: JobsNode;
  let workflow: string;

  const counts = async (): Promise<Record<string, number>> => {
    const names = ['jobs', 'job_tasks', 'job_plans', 'job_values.files', 'job_values.chunks'];
    const counted = names.map(async (name) => [
      name,
      await node.connection.collection(name).countDocuments({}),
    ]);
    return Object.fromEntries(await Promise.all(counted)) as Record<string, number>;
  };
  const listed = async (): Promise<number> => {
    const filter = { ...readJobFilter({}, []), startedByRuns: undefined };
    return node.app.get(JobListRepository).count({ filter, principal: aPrincipal('admin') });
  };
  const age = async (id: string, change: object): Promise<unknown> =>
    node.connection.collection('jobs').updateOne({ _id: id as never }, { $set: change });

  beforeAll(async () => {
    node = await JobsNode.start({ uri: database.uri });
    workflow = await node.workflow(chainOf('kept', [setsVariable('x', 'v'.repeat(100_000))]));
  });
  afterAll(async () => {
    await node.close();
    await database.drop();
  });

  it('goes with its values, iterations and plan when it ended long ago', async () => {
    const before = await counts();
    const old = await node.begin(workflow);
    await node.until(old._id, 'complete');
    await age(old._id, { endedAt: LONG_AGO, startedAt: LONG_AGO });
    const all = await listed();
    await node.connection.collection('job_plans').updateMany({}, { $set: { usedAt: LONG_AGO } });
    await node.app.get(JobRetentionService).sweep();
    expect(await counts()).toEqual(before);
    expect(await listed()).toBe(all - 1);
  });

  it('stays as long as it is not old, or belongs to one that goes on', async () => {
    const other = await node.workflow(chainOf('young', [setsVariable('x', 'w'.repeat(100_000))]));
    const young = await node.begin(other);
    const child = await node.begin(other);
    await node.until(young._id, 'complete');
    await node.until(child._id, 'complete');
    await age(child._id, { endedAt: LONG_AGO, ancestors: [young._id, child._id] });
    const before = await counts();
    await node.app.get(JobRetentionService).sweep();
    expect(await counts()).toEqual(before);
  });

  it('values go when nothing refers to them, and stay when something does', async () => {
    const job = await node.begin(
      await node.workflow(chainOf('v', [setsVariable('x', 'u'.repeat(100_000))])),
    );
    await node.until(job._id, 'complete');
    await node.app
      .get(JobValueFilesRepository)
      .put({ jobId: job._id, hash: 'f'.repeat(64), text: '"lost"', secret: false }, 'ada-id');
    await node.connection
      .collection('job_values.files')
      .updateMany({}, { $set: { uploadDate: LONG_AGO } });
    const before = await counts();
    await node.app.get(ValueRetentionService).sweep();
    expect(await counts()).toEqual({
      ...before,
      'job_values.files': (before['job_values.files'] ?? 0) - 1,
      'job_values.chunks': (before['job_values.chunks'] ?? 0) - 1,
    });
  });
});
