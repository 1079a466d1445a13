import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Module } from '@nestjs/common';
import { getModelToken, MongooseModule } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Model } from 'mongoose';
import { MetricsRepository } from '../../src/domains/workflow-engine/metrics/metrics.repository.js';
import { metricsWindow } from '../../src/domains/workflow-engine/metrics/metrics-window.js';
import { ITERATION_MODEL } from '../../src/domains/workflow-engine/store/iteration.schema.js';
import { listenerKey } from '../../src/domains/workflow-engine/store/stored-iteration.js';
import { EngineWrites } from '../../src/domains/workflow-engine/store/engine-writes.js';
import { JOB_MODEL } from '../../src/domains/workflow-engine/store/job.schema.js';
import { JOB_MODELS } from '../../src/domains/workflow-engine/store/store-providers.js';
import { ListenersRepository } from '../../src/domains/workflow-engine/event-waits/listeners.repository.js';
import { MANUAL_TASK_LIST } from '../../src/domains/workflow-engine/manual/manual-task-list.js';
import { type ManualTaskListOptions } from '../../src/domains/workflow-engine/manual/manual-tasks.dto.js';
import { ManualTasksRepository } from '../../src/domains/workflow-engine/manual/manual-tasks.repository.js';
import { testDatabase } from '../support/database.js';
import { startDomain } from '../support/domain-app.js';
import { expectLean, explainReads } from '../support/explained.js';
import { aPrincipal } from '../support/factories/a-principal.js';
import { partOfList } from '../support/part-of-list.js';
import { watched } from '../support/watch-commands.js';

type Asked = Pick<ManualTaskListOptions, keyof ManualTaskListOptions> & {
  readonly skip?: number;
  readonly limit?: number;
};

@Module({
  imports: [MongooseModule.forFeature(JOB_MODELS)],
  providers: [EngineWrites, ListenersRepository, ManualTasksRepository, MetricsRepository],
})
class TaskReads {}

const DOCUMENTS = 10_000;
const NUMBERS = Array.from({ length: DOCUMENTS }, (_, at) => at);
const START = Date.parse('2026-01-01T00:00:00Z');
const timeOf = (at: number) => new Date(START + at * 1000);
const groupsOf = (at: number) => (at % 2 === 0 ? [] : at % 10 === 1 ? ['few'] : ['others']);
const readersOf = (at: number) => (groupsOf(at).length === 0 ? ['*'] : groupsOf(at));
const iteration = (at: number) => ({
  _id: `task-${String(at)}`,
  jobId: `job-${String(at % 1000)}`,
  task: 'a1',
  number: at,
  kind: 'manual',
  status: at % 4 === 0 ? 'complete' : 'running',
  startedAt: timeOf(at),
  readers: readersOf(at),
  gbac: { read: [], write: groupsOf(at) },
  endedAt: null,
  app: 'x',
  name: 'ViewData',
  finish: null,
  listener: null,
  listensTo: null,
  manual: {
    workflow: `workflow ${String(at % 100)}`,
    title: 'x',
    claimedAt: null,
    finishedBy: null,
    groups: at % 50 === 3 ? ['few'] : [],
    owner: at % 20 === 6 ? { id: 'ada-id', username: 'ada' } : null,
    dueAt: at % 20 === 7 ? timeOf(at) : null,
    overdueTold: at % 40 === 7,
  },
});
const waiting = (at: number) => ({
  ...iteration(at),
  _id: `waiting-${String(at)}`,
  jobId: `listening-${String(at)}`,
  kind: 'wait',
  status: 'running',
  listener: '{}',
  manual: null,
  listensTo: listenerKey('script', `topic ${String(at % 100)}`),
});
const job = (at: number) => ({
  _id: `job-${String(at)}`,
  rev: 1,
  name: `workflow ${String(at % 100)}`,
  planId: 'p',
  status: at % 5 === 0 ? 'running' : 'complete',
  startedAt: timeOf(at),
  endedAt: timeOf(at),
  readers: readersOf(at),
  gbac: { read: [], write: groupsOf(at) },
});
const ADMIN = aPrincipal('admin');
const ONE_OF_FEW = aPrincipal('operator', ['few']);

describe('the indexes of tasks that people work', () => {
  const database = testDatabase('manual-task-indexes');
  let node: TestingModule;
  const fill = (model: string, make: (at: number) => object) =>
    node
      .get<Model<unknown>>(getModelToken(model), { strict: false })
      .collection.insertMany(NUMBERS.map(make));
  const isOpen = (at: number) => at % 4 !== 0;
  const isTheirs = (at: number) => at % 2 === 0 || at % 10 === 1;
  const countOf = (rule: (at: number) => boolean): number =>
    NUMBERS.filter((at) => isOpen(at) && rule(at)).length;

  beforeAll(async () => {
    node = await startDomain({ uri: watched(database.uri), module: TaskReads });
    await fill(ITERATION_MODEL, iteration);
    await fill(ITERATION_MODEL, waiting);
    await fill(JOB_MODEL, job);
  });
  afterAll(async () => {
    await node.close();
    await database.drop();
  });

  const LISTS: readonly [string, Asked, (at: number) => boolean][] = [
    ['all', {}, () => true],
    ['a page far down', { skip: 3000, limit: 50 }, () => true],
    ['those of the caller', { mine: true }, (at) => at % 20 === 6],
    ['those of a workflow', { workflow: 'workflow 6' }, (at) => at % 100 === 6],
    ['those of a group', { group: 'few' }, (at) => at % 50 === 3],
    ['those of a job', { job: 'job-6' }, (at) => at % 1000 === 6],
    ['those that are overdue', { overdue: true }, (at) => at % 20 === 7],
  ];

  it.each(LISTS)('carry the queue of administrators: %s', async (_, query, rule) => {
    const { result, reads } = await explainReads(node, () =>
      node
        .get(ManualTasksRepository)
        .list(partOfList(MANUAL_TASK_LIST, query), ADMIN, timeOf(DOCUMENTS)),
    );
    expect(result.total).toBe(countOf(rule));
    expectLean(reads, ({ kind, skip, returned }) => {
      // A job has few tasks; of all others no more is looked at than is shown.
      const lean = query.job === undefined ? skip + returned : 10;
      return kind === 'count' ? countOf(rule) : lean;
    });
  });

  it.each(LISTS)('carry the queue of members of a group: %s', async (_, query, rule) => {
    const { result, reads } = await explainReads(node, () =>
      node
        .get(ManualTasksRepository)
        .list(partOfList(MANUAL_TASK_LIST, query), ONE_OF_FEW, timeOf(DOCUMENTS)),
    );
    expect(result.total).toBe(countOf((at) => isTheirs(at) && rule(at)));
    expectLean(reads, () => (query.job === undefined ? countOf(rule) : 10));
  });

  it.each<[string, () => Promise<unknown>, number]>([
    ['what is overdue', () => node.get(ManualTasksRepository).findOverdue(timeOf(5000), 10), 10],
    ['whether anything waits for an event', () => node.get(ListenersRepository).hasAny(), 1],
    [
      'what waits for an event',
      () =>
        node.get(ListenersRepository).waitingFor({ source: 'script', topic: 'topic 7' }, '', 10),
      10,
    ],
    [
      'what has waited for a short time',
      () => node.get(ListenersRepository).waitingSince(timeOf(DOCUMENTS - 5), 100),
      5,
    ],
    ['the latest jobs', () => node.get(MetricsRepository).latestJobs(WINDOW, ADMIN, 100), 100],
    [
      'the latest jobs of members of a group',
      () => node.get(MetricsRepository).latestJobs(WINDOW, ONE_OF_FEW, 100),
      100,
    ],
    [
      'the latest jobs of a workflow',
      () =>
        node.get(MetricsRepository).latestJobs({ ...WINDOW, workflow: 'workflow 6' }, ADMIN, 50),
      50,
    ],
    [
      'the tasks of jobs',
      () => node.get(MetricsRepository).runsOf(['job-1', 'job-2'], undefined, 100),
      20,
    ],
    ['how many jobs run', () => node.get(MetricsRepository).countOf('running'), 0],
  ])('carry %s', async (_, read, atMost) => {
    const { reads } = await explainReads(node, read);
    expect(reads).not.toEqual([]);
    for (const { stages, docsExamined } of reads) {
      expect(stages).not.toContain('COLLSCAN');
      expect(stages).not.toContain('SORT');
      expect(docsExamined).toBeLessThanOrEqual(atMost);
    }
  });
});

const WINDOW = metricsWindow({}, timeOf(DOCUMENTS));
