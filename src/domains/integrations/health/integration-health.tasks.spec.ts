import { describe, expect, it } from 'vitest';
import {
  type BackgroundTasks,
  type BackgroundWork,
} from '../../../platform/scheduling/background-tasks.js';
import { type IntegrationHealthService } from './integration-health.service.js';
import { IntegrationHealthTasks } from './integration-health.tasks.js';

describe('the platform', () => {
  it('keeps looking at integrations, and stops when it is told to', async () => {
    const begun: { readonly intervalMs: number; readonly work: BackgroundWork }[] = [];
    const looks: AbortSignal[] = [];
    const tasks: Pick<BackgroundTasks, 'every'> = {
      every: (_, intervalMs, work) => {
        begun.push({ intervalMs, work });
        return () => undefined;
      },
    };
    const health: Pick<IntegrationHealthService, 'run' | 'dueCondition'> = {
      dueCondition: () => ({ collection: 'integrations', filter: () => ({}) }),
      run: (signal) => {
        looks.push(signal);
        return Promise.resolve();
      },
    };
    new IntegrationHealthTasks(
      tasks as BackgroundTasks,
      health as IntegrationHealthService,
    ).onApplicationBootstrap();
    expect(begun).toHaveLength(1);
    expect(begun[0]?.intervalMs).toBeLessThanOrEqual(10_000);
    const { signal } = new AbortController();
    await begun[0]?.work(signal);
    expect(looks).toEqual([signal]);
  });
});
