import { describe, expect, it } from 'vitest';
import { callsTest, chainOf } from '#test/support/factories/made-workflows.js';
import { compilePlan } from '../../../cores/engine/compile-plan.js';
import {
  type ChildrenState,
  type JobState,
  type TaskPhase,
} from '../../../cores/engine/job-state.js';
import { initialState } from '../../../cores/engine/step.js';
import { occupiesSlot } from './derived-job-fields.js';

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
