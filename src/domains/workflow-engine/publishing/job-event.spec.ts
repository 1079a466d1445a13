import { describe, expect, it } from 'vitest';
import { eventDeclaration } from '../../../platform/events/event-table.js';
import { payloadSchema } from '../../../platform/events/event-declaration.js';
import { compileSchema } from '../../../cores/json-schema/json-schema.js';
import {
  assignedEvent,
  type JobEvent,
  openedEvent,
  overdueEvent,
  publishedEvent,
  type PublishedJob,
} from './job-event.js';

const JOB: PublishedJob = {
  _id: 'j',
  name: 'Upgrade',
  workflowId: 'w',
  gbac: { read: [], write: [] },
  ancestors: ['root', 'j'],
  automationId: 'a',
  watchers: ['ada'],
  chain: ['t1', 't2'],
  startedBy: null,
};
const TASK = {
  _id: 'i',
  task: 'b2c3',
  manual: {
    workflow: 'Upgrade',
    title: 'Approve',
    groups: ['g'],
    claimedAt: null,
    owner: { id: 'o', username: 'eve' },
    dueAt: new Date(0),
    overdueTold: false,
    finishedBy: null,
  },
};
const AT = { rev: 3, place: 0 };

describe('publishedEvent', () => {
  it('names the job, its workflow, who watches it and what it follows from', () => {
    expect(publishedEvent(JOB, { topic: 'jobStart' }, AT)).toMatchObject({
      event: 'jobStart',
      payload: {
        jobId: 'j',
        workflowId: 'w',
        workflowName: 'Upgrade',
        rootJobId: 'root',
        automationId: 'a',
        watchers: ['ada'],
        chain: ['t1', 't2'],
      },
    });
  });

  it('does not name the workflow of a job that only some may see', () => {
    const restricted = { ...JOB, gbac: { read: [], write: ['g'] } };
    const { payload } = publishedEvent(restricted, { topic: 'jobComplete' }, AT);
    expect(payload).toMatchObject({ workflowId: null, workflowName: null });
    expect(JSON.stringify(payload)).not.toContain('Upgrade');
  });

  it('tells at which task a job failed, and not the message, which may quote a value', () => {
    const publication = { topic: 'jobError', task: 'b2c3', message: 'secret' } as const;
    const { payload } = publishedEvent(JOB, publication, AT);
    expect(payload).toMatchObject({ task: 'b2c3' });
    expect(JSON.stringify(payload)).not.toContain('secret');
  });

  it('has the same id for the same place of the same step, and no other', () => {
    const idOf = (rev: number, place: number, topic: 'jobPause' | 'jobResume' = 'jobPause') =>
      publishedEvent(JOB, { topic }, { rev, place }).id;
    expect(idOf(3, 0)).toBe(idOf(3, 0));
    expect(new Set([idOf(3, 0), idOf(3, 1), idOf(4, 0), idOf(3, 0, 'jobResume')]).size).toBe(4);
  });
});

describe('events of manual tasks', () => {
  it('are as the table declares them', async () => {
    const events: JobEvent[] = [
      openedEvent(JOB, TASK),
      assignedEvent(JOB, TASK, 'eve', new Date(5)),
      overdueEvent(JOB, TASK),
      publishedEvent(JOB, { topic: 'taskSlaBreach', task: 'b2c3' }, AT),
    ];
    for (const { event, payload } of events) {
      const compiled = await compileSchema(payloadSchema(eventDeclaration(event)));
      expect(compiled.kind === 'schema' && compiled.validate({ ...payload })).toEqual([]);
      expect(Object.keys(payload).sort()).toEqual(
        Object.keys(eventDeclaration(event).payload).sort(),
      );
    }
  });

  it('tell of a task once for each time that it is due', () => {
    const later = { ...TASK, manual: { ...TASK.manual, dueAt: new Date(1) } };
    expect(overdueEvent(JOB, TASK).id).toBe(overdueEvent(JOB, TASK).id);
    expect(overdueEvent(JOB, TASK).id).not.toBe(overdueEvent(JOB, later).id);
  });
});
