import { describe, expect, it } from 'vitest';
import { newManualWork } from './new-manual-work.js';

const JOB = { workflow: 'Upgrade', groups: ['g'], startedAt: new Date(1000) };

describe('newManualWork', () => {
  it('has nobody at first, and a time where the task has a service level', () => {
    expect(newManualWork({ name: 'ViewData', summary: 'Approve', sla: 500 }, JOB)).toEqual({
      workflow: 'Upgrade',
      title: 'Approve',
      groups: ['g'],
      owner: null,
      claimedAt: null,
      dueAt: new Date(1500),
      overdueTold: false,
      finishedBy: null,
    });
  });

  it.each([[0], [-1], ['500'], [Number.MAX_VALUE], [undefined]])('is not due with %j', (sla) => {
    const task = { name: 'ViewData', ...(sla !== undefined && { sla }) };
    expect(newManualWork(task, JOB)).toMatchObject({ title: 'ViewData', dueAt: null });
  });
});
