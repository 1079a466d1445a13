import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { durationFigures } from './duration-figures.js';
import { jobFigures, type MeasuredJob, workflowFigures } from './job-figures.js';
import { taskFigures } from './task-figures.js';

const job = (name: string, fields: Partial<MeasuredJob> = {}): MeasuredJob => ({
  name,
  planId: `plan of ${name}`,
  status: 'complete',
  startedAt: new Date(1000),
  endedAt: new Date(3000),
  ...fields,
});
const NO_TIMES = new Map<string, number>();

describe('durationFigures', () => {
  it('are null where nothing has ended', () => {
    expect(durationFigures([])).toEqual({ avg: null, p50: null, p95: null, max: null, sum: 0 });
  });

  it('are durations that occurred, but for the average', () => {
    const durations = Array.from({ length: 100 }, (_, at) => 100 - at);
    expect(durationFigures(durations)).toEqual({ avg: 51, p50: 50, p95: 95, max: 100, sum: 5050 });
  });

  it('are in order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1 }), (durations) => {
        const { p50, p95, max } = durationFigures(durations);
        expect([p50, p95, max]).toEqual([p50, p95, max].toSorted((a, b) => (a ?? 0) - (b ?? 0)));
        expect(durations).toContain(p50);
        expect(max).toBe(Math.max(...durations));
      }),
    );
  });
});

describe('jobFigures', () => {
  it('counts by status, and measures what is complete', () => {
    const jobs = [
      job('a'),
      job('a', { status: 'running', endedAt: null }),
      job('a', { status: 'canceled' }),
    ];
    expect(jobFigures(jobs, NO_TIMES)).toEqual({
      jobs: 3,
      statuses: { running: 1, paused: 0, error: 0, complete: 1, canceled: 1 },
      run_time: { avg: 2000, p50: 2000, p95: 2000, max: 2000, sum: 2000 },
      time_saved: null,
    });
  });

  it('tells what people did not have to do, also where a job took longer than they would', () => {
    const times = new Map([['plan of a', 60_000]]);
    expect(jobFigures([job('a'), job('a'), job('b')], times).time_saved).toBe(116_000);
    const slow = job('a', { endedAt: new Date(101_000) });
    expect(jobFigures([slow], times).time_saved).toBe(-40_000);
  });
});

describe('workflowFigures', () => {
  it('begin with the workflow that has the most jobs', () => {
    const found = workflowFigures([job('b'), job('c'), job('a'), job('c')], NO_TIMES);
    expect(found.map(({ workflow, jobs }) => [workflow, jobs])).toEqual([
      ['c', 2],
      ['a', 1],
      ['b', 1],
    ]);
  });
});

describe('taskFigures', () => {
  it('counts runs of each kind of task by status and by how they finished', () => {
    const run = {
      app: 'x',
      name: 'query',
      kind: 'manual' as const,
      startedAt: new Date(0),
      endedAt: new Date(10),
    };
    const found = taskFigures([
      { ...run, status: 'complete', finish: 'success' },
      { ...run, status: 'canceled', finish: 'canceled', endedAt: new Date(9999) },
      { ...run, status: 'running', finish: null, endedAt: null },
      { ...run, name: 'merge', status: 'error', finish: 'error' },
    ]);
    expect(found.map(({ name }) => name)).toEqual(['query', 'merge']);
    expect(found[0]).toEqual({
      app: 'x',
      name: 'query',
      taskType: 'manual',
      runs: 3,
      statuses: { running: 1, complete: 1, error: 0, canceled: 1 },
      finish_states: { success: 1, failure: 0, error: 0, canceled: 1 },
      run_time: { avg: 10, p50: 10, p95: 10, max: 10, sum: 10 },
    });
  });
});
