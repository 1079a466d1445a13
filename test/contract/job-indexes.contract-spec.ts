import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InjectModel, MongooseModule } from '@nestjs/mongoose';
import { Injectable, Module } from '@nestjs/common';
import { type TestingModule } from '@nestjs/testing';
import { type Model } from 'mongoose';
import { ITERATION_MODEL } from '../../src/domains/workflow-engine/store/iteration.schema.js';
import { JOB_MODELS } from '../../src/domains/workflow-engine/store/store-providers.js';
import { JOB_MODEL } from '../../src/domains/workflow-engine/store/job.schema.js';
import { ITERATION_LIST } from '../../src/domains/workflow-engine/listing/iteration-list.js';
import { IterationListRepository } from '../../src/domains/workflow-engine/listing/iteration-list.repository.js';
import { JOB_LIST, jobSelection } from '../../src/domains/workflow-engine/listing/job-list.js';
import { JobListRepository } from '../../src/domains/workflow-engine/listing/job-list.repository.js';
import { writeCursor } from '../../src/domains/workflow-engine/listing/job-cursor.js';
import { type Principal } from '../../src/kernel/principal.js';
import { ListTotalsModule } from '../../src/platform/database/list-totals.module.js';
import { testDatabase } from '../support/database.js';
import { startDomain } from '../support/domain-app.js';
import { type ExplainedRead, expectLean, explainReads, ofThePage } from '../support/explained.js';
import { aPrincipal } from '../support/factories/a-principal.js';
import { aStoredJob } from '../support/factories/a-stored-job.js';
import { aListRequest, partOfList } from '../support/part-of-list.js';
import { watched } from '../support/watch-commands.js';

/** The collections alone: nothing reads beside the lists. */
@Injectable()
class Collections {
  constructor(
    @InjectModel(JOB_MODEL) readonly jobs: Model<unknown>,
    @InjectModel(ITERATION_MODEL) readonly iterations: Model<unknown>,
  ) {}
}
@Module({
  imports: [ListTotalsModule, MongooseModule.forFeature(JOB_MODELS)],
  providers: [Collections, JobListRepository, IterationListRepository],
})
class JobReads {}

const DOCUMENTS = 10_000;
const NUMBERS = Array.from({ length: DOCUMENTS }, (_, at) => at);
const padded = (at: number) => at.toString(16).padStart(24, '0');
const timeOf = (at: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + at * 1000);
const statusOf = (at: number) => (at % 10 === 0 ? 'error' : at % 10 === 1 ? 'running' : 'complete');
/** Every second job is everybody's, every tenth is of the group `few`. */
const readersOf = (at: number) => (at % 2 === 0 ? ['*'] : at % 10 === 1 ? ['few'] : ['others']);
const standsAt = (at: number) => [
  { task: `t${String(at % 100)}`, name: 'x', phase: 'error' as const },
];
const countOf = (rule: (at: number) => boolean): number => NUMBERS.filter(rule).length;

const job = (at: number) =>
  aStoredJob({
    _id: padded(at),
    status: statusOf(at),
    name: `Workflow ${String(at % 50)}`,
    readers: readersOf(at),
    startedAt: timeOf(at),
    endedAt: statusOf(at) === 'complete' ? timeOf(at + 1) : null,
    standsAt: at % 10 === 0 ? standsAt(at) : [],
  });
const run = (at: number) => ({
  _id: `run-${padded(at)}`,
  jobId: padded(at % 10),
  task: `t${String(at % 3)}`,
  number: at,
  startedAt: timeOf(at),
});

const ADMIN = aPrincipal('admin');
const ONE_OF_FEW = aPrincipal('engineering', ['few']);

describe('the indexes of jobs', () => {
  const database = testDatabase('job-indexes');
  let node: TestingModule;

  beforeAll(async () => {
    node = await startDomain({ uri: watched(database.uri), module: JobReads });
    const { jobs, iterations } = node.get(Collections, { strict: false });
    await jobs.collection.insertMany(NUMBERS.map(job) as never[]);
    await iterations.collection.insertMany(NUMBERS.map(run) as never[]);
  });
  afterAll(async () => {
    await node.close();
    await database.drop();
  });

  const expectLeanList = (reads: readonly ExplainedRead[]) => {
    // A member's total is counted in two parts: what several sets of groups guard, and all else.
    expect([...new Set(reads.map(({ kind }) => kind))].sort()).toEqual(['count', 'find']);
    // The one at which a cursor stands is looked at, and not shown.
    expectLean(reads, (read) => ofThePage(read) + (read.kind === 'count' ? 0 : 1));
  };
  const list = (query: object, who: Principal) => {
    const request = aListRequest(JOB_LIST, query);
    const { filter, after: position } = jobSelection(request);
    const search = { filter: { ...filter, startedByRuns: undefined }, principal: who };
    const part = { ...partOfList(JOB_LIST, query), after: position };
    return explainReads(node, () => node.get(JobListRepository).list(search, part));
  };
  const after = writeCursor({ startedAt: timeOf(5000), id: padded(5000) });

  it.each<[string, object, (at: number) => boolean]>([
    ['the first page', {}, () => true],
    ['a page far down, the oldest first', { skip: 3000, limit: 100, order: 1 }, () => true],
    ['a page after a cursor', { cursor: after }, () => true],
    ['one status', { status: ['error'] }, (at) => statusOf(at) === 'error'],
    ['a status by a verb', { equals: { status: 'error' } }, (at) => statusOf(at) === 'error'],
    ['a workflow by a verb', { in: { name: ['Workflow 7'] } }, (at) => at % 50 === 7],
    ['two statuses', { status: ['error', 'running'] }, (at) => statusOf(at) !== 'complete'],
    ['a workflow', { workflow: 'Workflow 7' }, (at) => at % 50 === 7],
    [
      'a status of a workflow',
      { workflow: 'Workflow 10', status: ['error'] },
      (at) => at % 50 === 10 && statusOf(at) === 'error',
    ],
    ['a time', { startedAfter: timeOf(9000).toISOString() }, (at) => at >= 9000],
  ])('carry %s for administrators', async (_, query, rule) => {
    const { result, reads } = await list(query, ADMIN);
    expect(result.total).toBe(countOf(rule));
    expectLeanList(reads);
  });

  it.each<[string, object, (at: number) => boolean]>([
    ['the first page', {}, () => true],
    ['a status', { status: ['error'] }, (at) => statusOf(at) === 'error'],
    ['a page after a cursor', { cursor: after }, () => true],
  ])('carry %s for a member of a group', async (_, query, rule) => {
    const { result, reads } = await list(query, ONE_OF_FEW);
    const isSeen = (at: number) => at % 2 === 0 || at % 10 === 1;
    expect(result.total).toBe(countOf((at) => isSeen(at) && rule(at)));
    expectLeanList(reads);
  });

  it.each([
    ['administrators', ADMIN],
    ['a member of a group', ONE_OF_FEW],
  ])('carry the list for %s on from a page far down', async (_, who) => {
    await list({ skip: 2500 }, who);
    const { reads } = await list({ skip: 2525 }, who);
    for (const { keysExamined } of reads) expect(keysExamined).toBeLessThanOrEqual(100);
  });

  it('count what a name asks for once', async () => {
    const query = { equals: { name: 'Workflow 9' } };
    await list(query, ADMIN);
    const { result, reads } = await list(query, ADMIN);
    expect(result.total).toBe(countOf((at) => at % 50 === 9));
    for (const { kind, keysExamined } of reads)
      expect([kind, keysExamined <= (kind === 'count' ? 1 : 50)]).toEqual([kind, true]);
  });

  it.each<[string, Principal, object]>([
    ['administrators', ADMIN, { status: ['complete'] }],
    ['administrators, by a verb', ADMIN, { in: { status: ['complete', 'canceled'] } }],
    ['a member of a group', ONE_OF_FEW, { status: ['complete'] }],
  ])('count what has ended once for %s', async (_, who, query) => {
    const first = await list(query, who);
    const { result, reads } = await list(query, who);
    expect(result.total).toBe(first.result.total);
    // At most one key beyond each range.
    for (const { keysExamined } of reads.filter(({ kind }) => kind === 'count'))
      expect(keysExamined).toBeLessThanOrEqual(4);
  });

  it('carry what stands at a task: no job is looked at that does not', async () => {
    const { result, reads } = await list({ standsAt: 't30', status: ['error'] }, ONE_OF_FEW);
    const most = countOf((at) => at % 100 === 30);
    expect(result.total).toBe(most);
    expectLean(reads, () => most);
  });

  it.each([undefined, 't1'])('carry the runs of a job, of task %s', async (task) => {
    const { result, reads } = await explainReads(node, () =>
      node
        .get(IterationListRepository)
        .list(padded(3), partOfList(ITERATION_LIST, { task, skip: 50 })),
    );
    expect(result.items).toHaveLength(25);
    expectLeanList(reads);
  });

  it('carry the walk of a bulk action', async () => {
    const { filter } = jobSelection(aListRequest(JOB_LIST, { status: ['error'] }));
    const search = { filter: { ...filter, startedByRuns: undefined }, principal: ADMIN };
    const position = { startedAt: timeOf(5000), id: padded(5000) };
    const { result, reads } = await explainReads(node, () =>
      node.get(JobListRepository).next(search, position, 100),
    );
    expect(result).toHaveLength(100);
    expect(reads.map(({ docsExamined }) => docsExamined <= 101)).toEqual([true]);
    expect(reads[0]?.stages).not.toContain('SORT');
  });
});
