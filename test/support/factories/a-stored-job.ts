import { type StoredJob } from '../../../src/domains/workflow-engine/store/stored-job.js';

export const JOB_START = Date.parse('2026-01-05T10:00:00Z');

/** A job as the database holds it: of one group, started by ada, at work. */
export function aStoredJob(more: Partial<StoredJob> = {}): StoredJob {
  const _id = '66d02d8221161b4df2717495';
  return {
    _id,
    rev: 7,
    status: 'running',
    name: 'Colors',
    workflowId: 'w1',
    planId: 'p1',
    description: 'Said anew',
    gbac: { read: [], write: ['g1'] },
    readers: ['g1'],
    parent: null,
    parentRev: 0,
    mendedRev: 0,
    secrets: '',
    rootId: _id,
    rootStarter: 'u1',
    takesPlace: false,
    queuedDepth: null,
    canceledFromAbove: null,
    descendants: 0,
    ancestors: [_id],
    startedBy: { id: 'u1', username: 'ada' },
    startedWith: null,
    automationId: null,
    triggerId: null,
    chain: [],
    watchers: ['ada'],
    startedAt: new Date(JOB_START),
    endedAt: null,
    updatedAt: new Date(JOB_START + 500),
    standsAt: [],
    mocks: null,
    state: 'not read here',
    outbox: 'not shown',
    wakeAt: null,
    ...more,
  };
}
