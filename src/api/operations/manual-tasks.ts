import { type OperationTable } from './operation-spec.js';
import { TASK_READERS, TASK_WORKERS } from './role-sets.js';

const tasks = {
  state: 'built',
  application: 'WorkFlowEngine',
  basis: 'extension',
  tag: 'Manual tasks',
} as const;

/** Tasks that people work: listed, claimed, released, finished. */
export const MANUAL_TASK_OPERATIONS = {
  listManualTasks: {
    ...tasks,
    method: 'GET',
    path: '/operations-manager/tasks',
    access: TASK_READERS,
    summary: 'List the open tasks that the caller may work',
    query: 'flat',
  },
  getManualTask: {
    ...tasks,
    method: 'GET',
    path: '/operations-manager/tasks/:id',
    access: TASK_READERS,
    summary: 'Get a task with everything that somebody needs to work it',
    problems: ['not-found'],
  },
  claimManualTask: {
    ...tasks,
    method: 'POST',
    path: '/operations-manager/tasks/:id/claim',
    access: TASK_WORKERS,
    summary: 'Claim a task; of two at once, one gets it',
    changes: true,
    problems: ['not-found', 'conflict'],
  },
  releaseManualTask: {
    ...tasks,
    method: 'POST',
    path: '/operations-manager/tasks/:id/release',
    access: TASK_WORKERS,
    summary: 'Put a claimed task back; administrators put back those of others',
    changes: true,
    problems: ['not-found', 'conflict'],
  },
  assignManualTask: {
    ...tasks,
    method: 'POST',
    path: '/operations-manager/tasks/:id/assign',
    access: TASK_WORKERS,
    summary: 'Hand a task to an account that may work it, or say when it is due',
    changes: true,
    problems: ['not-found', 'conflict'],
  },
  finishManualTask: {
    ...tasks,
    method: 'POST',
    path: '/operations-manager/tasks/:id/finish',
    access: TASK_WORKERS,
    summary: 'Finish a task, and let its job go on',
    body: 'documents',
    changes: true,
    problems: ['not-found', 'conflict', 'document-too-large'],
  },
} as const satisfies OperationTable;
