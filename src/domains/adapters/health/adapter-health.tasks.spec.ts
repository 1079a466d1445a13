import { describe, expect, it } from 'vitest';
import {
  type BackgroundTasks,
  type BackgroundWork,
} from '../../../platform/scheduling/background-tasks.js';
import { type AdapterHealthService } from './adapter-health.service.js';
import { AdapterHealthTasks } from './adapter-health.tasks.js';

describe('the platform', () => {
  it('keeps looking at adapters, and stops when it is told to', async () => {
    const begun: [number, BackgroundWork][] = [];
    const looks: AbortSignal[] = [];
    const tasks: Pick<BackgroundTasks, 'every'> = {
      every: (_, intervalMs, work) => {
        begun.push([intervalMs, work]);
        return () => undefined;
      },
    };
    const health: Pick<AdapterHealthService, 'run' | 'dueCondition'> = {
      dueCondition: () => ({ collection: 'adapters', filter: () => ({}) }),
      run: (signal) => {
        looks.push(signal);
        return Promise.resolve();
      },
    };
    const given = [tasks as BackgroundTasks, health as AdapterHealthService] as const;
    new AdapterHealthTasks(...given).onApplicationBootstrap();
    const [[intervalMs, work] = [0, undefined]] = begun;
    expect(intervalMs).toBe(5000);
    const { signal } = new AbortController();
    await work?.(signal);
    expect(looks).toEqual([signal]);
  });
});
