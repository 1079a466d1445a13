import { describe, expect, it } from 'vitest';
import { callsTest, chainOf } from '#test/support/factories/made-workflows.js';
import { aLawWorkflow, aTask, type LawEdge } from '#test/support/engine/law-workflow.js';
import { SteppedJob } from '#test/support/engine/stepped-job.js';
import { type JsonObject } from '../../../kernel/json.js';
import { compilePlan } from '../../../cores/engine/compile-plan.js';
import {
  type ChildrenState,
  type JobState,
  type TaskPhase,
} from '../../../cores/engine/job-state.js';
import { initialState } from '../../../cores/engine/step.js';
import { derivedFieldsOf, occupiesSlot } from './derived-job-fields.js';

const PLAN = compilePlan(
  chainOf('w', [
    callsTest(),
    { name: 'ViewData', type: 'manual' },
    { name: 'childJob' },
    { name: 'eventListenerJob' },
  ]),
  { isInline: () => undefined },
);
const [CALL, MANUAL, CHILDREN] = ['1', '2', '3'];
const LIVE = { 3: { live: { 0: 'child' } } } as unknown as Record<number, ChildrenState>;
const timer = (kind: JobState['timers'][number]['kind']): JobState['timers'] => [
  { kind, task: null, generation: 0, at: 1 },
];

/** A job of which one task stands so. */
function state(task: string, phase: TaskPhase, more: Partial<JobState> = {}): JobState {
  const first = initialState(PLAN, {}, '');
  const at = PLAN.places.get(task);
  const tasks = first.tasks.map((one, place) => (place === at ? { ...one, phase } : one));
  return { ...first, tasks, ...more };
}

describe('a job takes a place', () => {
  it.each([
    ['while a worker has a task of it', state(CALL, 'running')],
    ['while it waits for a time', state(CALL, 'waiting', { timers: timer('delay') })],
    ['while there is more to do at once', state(CALL, 'ready', { hasMore: true })],
  ])('%s', (_, job) => {
    expect(occupiesSlot(PLAN, job)).toBe(true);
  });

  it.each([
    ['while it waits for a person', state(MANUAL, 'running', { timers: timer('task-sla') })],
    ['while it waits for an event', state(CALL, 'waiting', { timers: timer('listener') })],
    [
      'while a child of it is under way, whatever else it does',
      state(CHILDREN, 'waiting', { children: LIVE, timers: timer('delay') }),
    ],
    ['before it has begun', initialState(PLAN, {}, '')],
    ['when it is paused', state(CALL, 'running', { status: 'paused' })],
  ])('not %s', (_, job) => {
    expect(occupiesSlot(PLAN, job)).toBe(false);
  });
});

describe('a job stands', () => {
  const jobOf = (edges: readonly LawEdge[], more: JsonObject = {}, reverts = 5) =>
    new SteppedJob(
      aLawWorkflow({ a: aTask('call'), b: aTask('call'), c: aTask('call'), ...more }, [
        ['workflow_start', 'a'],
        ...edges,
      ]),
      { limits: { reverts } },
    );
  const standing = (job: SteppedJob, ...ends: readonly [string, 'success' | 'error'][]) => {
    for (const [task, finish] of ends) {
      job.finish(task, finish === 'success' ? { finish } : { finish, error: 'no' });
    }
    const context = { now: new Date(0), hasOutbox: false, depth: 1 };
    const { standsAt } = derivedFieldsOf(job.plan, job.state, context);
    return standsAt.map(({ task, phase }) => `${task} ${phase}`);
  };

  it('where a task ended in error, and where nothing leads on', () => {
    const job = jobOf([['workflow_start', 'b']]);
    expect(standing(job, ['b', 'error'])).toEqual(['b error', 'a running']);
    expect(standing(job, ['a', 'success'])).toEqual(['b error', 'a error']);
  });

  it('not where an edge has taken up the error', () => {
    const job = jobOf([
      ['a', 'b', 'error'],
      ['b', 'c'],
    ]);
    expect(standing(job, ['a', 'error'])).toEqual(['b running']);
    expect(standing(job, ['b', 'success'], ['c', 'error'])).toEqual(['c error']);
  });

  it('not where the task was done again since', () => {
    const job = jobOf([
      ['a', 'b', 'error'],
      ['b', 'a', 'success', 'revert'],
      ['workflow_start', 'c'],
    ]);
    expect(standing(job, ['a', 'error'], ['b', 'success'])).toEqual(['a running', 'c running']);
    expect(standing(job, ['a', 'success'])).toEqual(['c running']);
  });

  it('where a circle was cut off', () => {
    const job = jobOf([['a', 'workflow_start', 'success', 'revert']], {}, 1);
    expect(standing(job, ['a', 'success'], ['a', 'success'])).toEqual(['a error']);
  });

  it('where a task failed of a loop that goes on', () => {
    const f = aTask('forEach', { incoming: { data_array: ['x'] } });
    const job = jobOf(
      [
        ['workflow_start', 'f'],
        ['f', 'b', 'loop'],
        ['f', 'c', 'loop'],
      ],
      { f },
    );
    const stands = standing(job, ['b', 'error']);
    expect(stands).toEqual(['b error', 'a running', 'c running', 'f waiting']);
  });
});
