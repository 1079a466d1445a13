import { type OperationTable } from './operation-spec.js';
import { JOB_READERS } from './role-sets.js';

const following = {
  state: 'built',
  application: 'WorkFlowEngine',
  basis: 'extension',
  tag: 'Jobs',
} as const;

/** Jobs as they are watched: live, as pictures, in numbers. */
export const JOB_FOLLOWING_OPERATIONS = {
  followJob: {
    ...following,
    method: 'GET',
    path: '/operations-manager/jobs/:id/follow',
    access: JOB_READERS,
    summary: 'Follow a job as it happens, as text/event-stream',
    problems: ['not-found', 'too-many-requests'],
    media: ['text/event-stream'],
  },
  getJobGraph: {
    ...following,
    method: 'GET',
    path: '/operations-manager/jobs/:id/graph.svg',
    access: JOB_READERS,
    summary: 'Get a picture of a job, with where each of its tasks stands, as image/svg+xml',
    problems: ['not-found'],
    media: ['image/svg+xml'],
  },
  getJobMetrics: {
    ...following,
    method: 'GET',
    path: '/workflow_engine/jobs/metrics',
    access: JOB_READERS,
    summary: 'Get jobs in numbers: counts, durations and time saved, by workflow',
    query: 'flat',
  },
  getTaskMetrics: {
    ...following,
    method: 'GET',
    path: '/workflow_engine/tasks/metrics',
    access: JOB_READERS,
    summary: 'Get tasks in numbers: counts and durations, by kind',
    query: 'flat',
  },
} as const satisfies OperationTable;
