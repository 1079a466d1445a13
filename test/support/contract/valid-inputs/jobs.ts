import { LIST_GRAMMAR } from './list-grammar.js';
import { type ValidInputs } from './valid-inputs.js';

const CONDITIONS = {
  startedAfter: '2026-01-01T00:00:00Z',
  startedBefore: '2026-01-02T00:00:00Z',
  workflow: 'Absent',
  standsAt: 'absent',
  parent: 'absent',
  startedBy: 'nobody',
};
const IDS = { body: { jobIds: ['absent'] } };

/** Jobs: started, listed, controlled; operation 20 and what belongs to it. All of them are absent. */
export const JOB_INPUTS = {
  listJobs: {
    flat: {
      ...LIST_GRAMMAR,
      ...CONDITIONS,
      status: 'error',
      sort: 'metrics.start_time',
    },
  },
  startJob: {
    body: {
      workflow: 'Absent',
      options: {
        description: 'x',
        variables: {},
        type: 'automation',
        groups: ['absent'],
        mocks: { absent: {} },
        validateInput: true,
      },
    },
  },
  pauseJobs: IDS,
  resumeJobs: IDS,
  cancelJobs: IDS,
  controlJobsInBulk: {
    body: {
      action: 'skip',
      query: { ...CONDITIONS, status: ['error'] },
      task: 'absent',
      finishState: 'success',
      dryRun: true,
      limit: 1,
      cursor: '0-66d02d8221161b4df2717495',
    },
  },
  getJob: { flat: { valueBytes: '1000', include: 'status' } },
  getJobValue: {
    flat: { name: 'x', task: 'x', side: 'incoming', run: '1', offset: '0', limit: '10' },
  },
  listJobIterations: { flat: { ...LIST_GRAMMAR, task: 'absent', valueBytes: '1000' } },
  continueJob: { body: { taskId: 'absent' } },
  continueJobFrom: { body: { fromTask: 'absent' } },
  revertJob: { body: { fromTask: 'absent', toTask: 'absent' } },
  retryJob: { body: { task: 'absent' } },
  upgradeJob: { body: { dryRun: false } },
  skipJobTask: { body: { task: 'absent', finishState: 'success' } },
} as const satisfies ValidInputs;
