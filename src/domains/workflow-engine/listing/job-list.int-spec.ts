import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Module } from '@nestjs/common';
import { getModelToken, MongooseModule } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import fc from 'fast-check';
import { type Model, trusted } from 'mongoose';
import { testDatabase } from '#test/support/database.js';
import { startDomain } from '#test/support/domain-app.js';
import { aPrincipal } from '#test/support/factories/a-principal.js';
import { aStoredJob } from '#test/support/factories/a-stored-job.js';
import { HandClock } from '#test/support/hand-clock.js';
import { JOB_STATUSES, type JobStatus } from '../../../cores/engine/job-state.js';
import { Clock } from '../../../kernel/clock.js';
import { JOINT } from '../../../kernel/gbac.js';
import { ListTotals } from '../../../platform/database/list-totals.js';
import { ListTotalsModule } from '../../../platform/database/list-totals.module.js';
import { JOB_MODEL, JOB_TOTALS } from '../store/job.schema.js';
import { JOB_MODELS } from '../store/store-providers.js';
import { type StoredJob } from '../store/stored-job.js';
import { readJobFilter } from './job-filter.js';
import { JobListRepository } from './job-list.repository.js';

@Module({
  imports: [ListTotalsModule, MongooseModule.forFeature(JOB_MODELS)],
  providers: [JobListRepository],
})
class JobLists {}

const ADMIN = aPrincipal('admin');
const ONE_OF_FEW = aPrincipal('engineering', ['few']);
const SKEW_MINUTES = 20;
/** The last one is guarded by several together. */
const READERS = [['*'], ['few'], ['others'], ['few', 'others'], [`${JOINT}few`]];
const SEEN_BY_FEW = new Set(['*', 'few', `${JOINT}few`]);

type Step = typeof aStep extends fc.Arbitrary<infer T> ? T : never;
const aStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('start' as const),
      readers: fc.constantFrom(...READERS),
      by: fc.constantFrom<0 | 1>(0, 1),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('change' as const),
      to: fc.constantFrom(...JOB_STATUSES),
      which: fc.nat(100),
      by: fc.constantFrom<0 | 1>(0, 1),
    }),
  },
  fc.record({ does: fc.constant('wait' as const), minutes: fc.constantFrom(1, 25, 70, 400) }),
  fc.record({ does: fc.constant('remove' as const), by: fc.constantFrom<0 | 1>(0, 1) }),
);
const aQuestion = fc.record({
  status: fc.subarray([...JOB_STATUSES], { minLength: 1 }),
  who: fc.constantFrom(ADMIN, ONE_OF_FEW),
});

describe('totals of jobs by status', () => {
  const database = testDatabase('job-list');
  /** The second one is late. */
  const clocks = [new HandClock(), new HandClock()] as const;
  let nodes: readonly [TestingModule, TestingModule];
  let jobs: Model<StoredJob>;
  let started = 0;

  beforeAll(async () => {
    const start = (clock: Clock) =>
      startDomain({
        uri: database.uri,
        module: JobLists,
        override: (builder) => builder.overrideProvider(Clock).useValue(clock),
      });
    clocks[0].advance({ minutes: SKEW_MINUTES });
    nodes = [await start(clocks[0]), await start(clocks[1])];
    jobs = nodes[0].get<Model<StoredJob>>(getModelToken(JOB_MODEL), { strict: false });
  });
  afterAll(async () => {
    for (const node of nodes) await node.close();
    await database.drop();
  });

  /** As the engine writes: what has ended stays so. */
  const change = async (status: JobStatus, which: number, now: Date) => {
    const open = await jobs.find({ endedAt: null }, { _id: 1 }).sort({ _id: 1 }).lean();
    const one = open[which % Math.max(1, open.length)];
    const endedAt = status === 'complete' || status === 'canceled' ? now : null;
    if (one) await jobs.updateOne({ _id: one._id }, { $set: { status, endedAt } });
  };
  const carryOut = async (step: Step) => {
    if (step.does === 'wait') for (const clock of clocks) clock.advance({ minutes: step.minutes });
    if (step.does === 'change') await change(step.to, step.which, clocks[step.by].now());
    if (step.does === 'remove') {
      await nodes[step.by]
        .get(ListTotals, { strict: false })
        .whileChanging(JOB_TOTALS, () =>
          jobs.deleteOne({ endedAt: trusted({ $ne: null }) }).exec(),
        );
    }
    if (step.does !== 'start') return;
    started += 1;
    const _id = `job ${String(started).padStart(6, '0')}`;
    await jobs.collection.insertOne(
      aStoredJob({ _id, readers: step.readers, startedAt: clocks[step.by].now() }) as never,
    );
  };
  const isSeenByFew = ({ readers }: StoredJob) => readers.some((one) => SEEN_BY_FEW.has(one));

  it('are right on every node, whatever ended, began and was removed when', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(aStep, aQuestion), { minLength: 30, maxLength: 40 }),
        async (steps) => {
          for (const [step, { status, who }] of steps) {
            await carryOut(step);
            const filter = { ...readJobFilter({ status }, []), startedByRuns: undefined };
            const all = await jobs.find({}).lean<StoredJob[]>();
            const meant = all.filter(
              (one) => status.includes(one.status) && (who === ADMIN || isSeenByFew(one)),
            );
            for (const node of nodes)
              expect(await node.get(JobListRepository).count({ filter, principal: who })).toBe(
                meant.length,
              );
          }
        },
      ),
      { numRuns: 3, endOnFailure: true },
    );
  });
});
