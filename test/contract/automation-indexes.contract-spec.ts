import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Module } from '@nestjs/common';
import { getModelToken } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Model } from 'mongoose';
import { IdempotencyModule } from '../../src/api/idempotency/idempotency.module.js';
import { AUTOMATION_LIST } from '../../src/domains/automations/automations/automation-list.js';
import { AUTOMATION_MODEL } from '../../src/domains/automations/stored/automation.schema.js';
import { AutomationsRepository } from '../../src/domains/automations/stored/automations.repository.js';
import { FiringTasks } from '../../src/domains/automations/firing/firing.tasks.js';
import { TRIGGER_RUN_MODEL } from '../../src/domains/automations/firing/trigger-run.schema.js';
import { TRIGGER_RUN_LIST } from '../../src/domains/automations/firing/trigger-run-list.js';
import { TriggerRunsRepository } from '../../src/domains/automations/firing/trigger-runs.repository.js';
import { TriggerStatesRepository } from '../../src/domains/automations/firing/trigger-states.repository.js';
import { JobStartQueueService } from '../../src/domains/automations/starting/job-start-queue.service.js';
import { JOB_START_REQUEST_MODEL } from '../../src/domains/automations/starting/job-start-request.schema.js';
import { TriggerFiringModule } from '../../src/domains/automations/trigger-firing.module.js';
import { TRIGGER_LIST } from '../../src/domains/automations/triggers/trigger-list.js';
import { TRIGGER_MODEL } from '../../src/domains/automations/triggers/trigger.schema.js';
import { TriggersRepository } from '../../src/domains/automations/triggers/triggers.repository.js';
import { TriggersService } from '../../src/domains/automations/triggers/triggers.service.js';
import { AuditTrailModule } from '../../src/platform/audit/audit-trail.module.js';
import { type Principal } from '../../src/kernel/principal.js';
import { toStored } from '../../src/platform/database/storable.js';
import { testDatabase } from '../support/database.js';
import { startDomain } from '../support/domain-app.js';
import { type ExplainedRead, expectLean, explainReads, ofThePage } from '../support/explained.js';
import { aPrincipal } from '../support/factories/a-principal.js';
import { partOfList } from '../support/part-of-list.js';
import { watched } from '../support/watch-commands.js';

@Module({ imports: [IdempotencyModule, AuditTrailModule, TriggerFiringModule] })
class AutomationReads {}

const DOCUMENTS = 10_000;
const NUMBERS = Array.from({ length: DOCUMENTS }, (_, at) => at);
/** Every second automation is everybody's, every tenth is of the group `few`. */
const groupsOf = (at: number) => (at % 2 === 0 ? [] : at % 10 === 1 ? ['few'] : ['others']);
const timeOf = (at: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + at * 1000);
const padded = (at: number) => String(at).padStart(5, '0');
const countOf = (rule: (at: number) => boolean): number => NUMBERS.filter(rule).length;

const record = (at: number) => ({
  name: `One ${padded(at)}`,
  nameFolded: `one ${padded(at)}`,
  document: toStored({}),
  revision: 1,
  created: timeOf(at),
  createdBy: null,
  updated: timeOf(at),
  updatedBy: null,
});
const automation = (at: number) => ({
  _id: `automation-${padded(at)}`,
  ...record(at),
  facts: { description: '', descriptionFolded: at % 50 === 1 ? 'rare' : 'usual' },
  gbac: { read: groupsOf(at), write: [] },
  readers: groupsOf(at).length === 0 ? ['*'] : groupsOf(at),
});
const trigger = (at: number) => ({
  _id: `trigger-${padded(at)}`,
  automationId: `automation-${padded(at)}`,
  position: 0,
  ...record(at),
  description: '',
  descriptionFolded: at % 50 === 1 ? 'rare' : 'usual',
  enabled: at % 4 !== 0,
  ...(at % 3 === 0 && { type: 'manual' }),
  ...(at % 3 === 1 && {
    type: 'eventSystem',
    event: { source: `source ${String(at % 10)}`, topic: `topic ${String(at % 7)}` },
  }),
  ...(at % 3 === 2 && {
    type: 'schedule',
    schedule: { recurrence: { kind: 'once' }, missedRuns: 'skip', concurrency: 'allow' },
    dueAt: timeOf(at),
    ...(at % 100 === 2 && { lastMissed: timeOf(at) }),
  }),
});
const run = (at: number) => ({
  _id: `run-${padded(at)}`,
  triggerId: `trigger-${padded(at % 10)}`,
  automationId: 'a',
  occurrence: String(at),
  outcome: at % 7 === 0 ? 'refused' : 'started',
  reason: null,
  jobId: null,
  missed: null,
  at: timeOf(at),
});
const request = (at: number) => ({
  _id: `job-${padded(at)}`,
  triggerId: `trigger-${padded(at % 1000)}`,
  status: at % 10 === 0 ? 'waiting' : 'ended',
  startedBy: at % 100 === 0 ? 'bob' : 'ada',
  variables: toStored({}),
  at: timeOf(at),
});

const ADMIN = aPrincipal('admin');
const ONE_OF_FEW = aPrincipal('engineering', ['few']);
const STRANGER = aPrincipal('engineering');

describe('the indexes of automations', () => {
  const database = testDatabase('automation-indexes');
  let node: TestingModule;
  const fill = (model: string, make: (at: number) => object) =>
    node
      .get<Model<unknown>>(getModelToken(model), { strict: false })
      .collection.insertMany(NUMBERS.map(make));
  const get = <T>(type: new (...args: never[]) => T): T => node.get<T>(type, { strict: false });

  beforeAll(async () => {
    node = await startDomain({
      uri: watched(database.uri),
      module: AutomationReads,
      // Its own reads would stand between those that are explained.
      override: (builder) => builder.overrideProvider(FiringTasks).useValue({}),
    });
    await fill(AUTOMATION_MODEL, automation);
    await fill(TRIGGER_MODEL, trigger);
    await fill(TRIGGER_RUN_MODEL, run);
    await fill(JOB_START_REQUEST_MODEL, request);
  });
  afterAll(async () => {
    await node.close();
    await database.drop();
  });

  const expectLeanList = (reads: readonly ExplainedRead[]) => {
    expect(reads.map(({ kind }) => kind).sort()).toEqual(['count', 'find']);
    expectLean(reads);
  };
  const isSeenBy: ReadonlyMap<Principal, (at: number) => boolean> = new Map([
    [ADMIN, () => true],
    [ONE_OF_FEW, (at: number) => at % 2 === 0 || at % 10 === 1],
    [STRANGER, (at: number) => at % 2 === 0],
  ]);
  const seenBy = (who: Principal, rule: (at: number) => boolean): number =>
    countOf((at) => isSeenBy.get(who)?.(at) === true && rule(at));
  const SEARCHES: readonly [string, object, (at: number) => boolean][] = [
    ['the first page', {}, () => true],
    ['a page far down, backwards', { skip: 3000, limit: 100, order: -1 }, () => true],
    ['a part of names', { contains: '33' }, (at) => padded(at).includes('33')],
    ['the beginning of names', { startsWith: 'ONE 001' }, (at) => at >= 100 && at < 200],
    ['one name', { equals: 'One 00011' }, (at) => at === 11],
    [
      'a part of descriptions',
      { contains: 'RARE', containsField: 'description' },
      (at) => at % 50 === 1,
    ],
  ];
  const CALLERS = [
    ['administrators', ADMIN],
    ['a member of a group', ONE_OF_FEW],
    ['somebody in no group', STRANGER],
  ] as const;
  const CASES = CALLERS.flatMap(([caller, who]) =>
    SEARCHES.map(
      ([search, query, rule]) => [`${search} for ${caller}`, query, { who, rule }] as const,
    ),
  );

  it.each(CASES)('carry the list of automations: %s', async (_, query, { who, rule }) => {
    const { result, reads } = await explainReads(node, () =>
      get(AutomationsRepository).list(partOfList(AUTOMATION_LIST, query), who),
    );
    expect(result.total).toBe(seenBy(who, rule));
    // Totals that are known need no counting.
    expect(reads.some(({ kind }) => kind === 'find')).toBe(true);
    const isSearch = countOf(rule) < DOCUMENTS && who !== ADMIN;
    // Groups are compared in the documents that a search finds.
    expectLean(reads, (read) => (isSearch ? countOf(rule) : ofThePage(read)));
  });

  it.each([
    ['downwards', { order: -1 }],
    ['of a description', { equals: 'usual', equalsField: 'description' }],
  ])('carry automations %s on from a page far down', async (_, query) => {
    const list = (skip: number) =>
      get(AutomationsRepository).list(partOfList(AUTOMATION_LIST, { ...query, skip }), ADMIN);
    await list(4000);
    const { reads } = await explainReads(node, () => list(4025));
    for (const { keysExamined } of reads) expect(keysExamined).toBeLessThanOrEqual(100);
  });

  it.each(CASES)('carry the list of triggers: %s', async (_, query, { who, rule }) => {
    const { result, reads } = await explainReads(node, () =>
      get(TriggersService).list(partOfList(TRIGGER_LIST, query), who),
    );
    expect(result.total).toBe(seenBy(who, rule));
    expectLean(reads.filter(({ collection }) => collection === 'triggers'));
    // Of automations no more is read than those that are left out, and the owners of the page.
    const owners = reads.filter(({ collection }) => collection === 'automations');
    for (const { stages, docsExamined, returned } of owners) {
      expect(stages).not.toContain('COLLSCAN');
      expect(docsExamined).toBe(returned);
    }
  });

  it('carry the schedules that missed a run', async () => {
    const missedSince = timeOf(4500).toISOString();
    const { result, reads } = await explainReads(node, () =>
      get(TriggersRepository).list(partOfList(TRIGGER_LIST, { missedSince }), []),
    );
    const rule = (at: number): boolean => at >= 4500 && at % 100 === 2 && at % 3 === 2;
    expect(result.total).toBe(countOf(rule));
    expectLean(reads, () => countOf(rule));
  });

  it('carry the triggers of one automation', async () => {
    const { result, reads } = await explainReads(node, () =>
      get(TriggersRepository).list(partOfList(TRIGGER_LIST, { actionId: 'automation-00011' }), []),
    );
    expect(result.total).toBe(1);
    for (const { docsExamined } of reads) expect(docsExamined).toBeLessThanOrEqual(1);
  });

  it.each([undefined, 'refused' as const])('carry runs of outcome %s', async (outcome) => {
    const { result, reads } = await explainReads(node, () =>
      get(TriggerRunsRepository).list(
        'trigger-00003',
        partOfList(TRIGGER_RUN_LIST, { outcome, skip: 50 }),
      ),
    );
    expect(result.items).toHaveLength(25);
    expectLeanList(reads);
  });

  it('carry what waits for the engine: of each starter the oldest, in turns', async () => {
    const { result, reads } = await explainReads(node, () => get(JobStartQueueService).waiting(3));
    expect(result.map(({ jobId }) => jobId)).toEqual([
      ...['job-00010', 'job-00000', 'job-00020', 'job-00100', 'job-00030', 'job-00200'],
    ]);
    // Who is next is read for each, and that nobody is; then the oldest of both.
    expect(reads.map(({ returned }) => returned)).toEqual([1, 1, 0, 1, 3, 3]);
    expectLean(reads);
  });

  it.each<[string, () => Promise<unknown>, number]>([
    [
      'whether a job of a trigger runs',
      () => get(JobStartQueueService).isRunning('trigger-00010'),
      1,
    ],
    ['what is due', () => get(TriggerStatesRepository).findDue(timeOf(100), 10), 10],
    [
      'the triggers of an event',
      () => get(TriggersRepository).findForEvent({ source: 'source 3', topic: 'topic 2' }, '', 100),
      countOf((at) => at % 3 === 1 && at % 10 === 3 && at % 7 === 2),
    ],
  ])('find %s without looking at anything else', async (_, find, most) => {
    const { reads } = await explainReads(node, find);
    expect(reads).toHaveLength(1);
    expectLean(reads, () => most);
  });
});
