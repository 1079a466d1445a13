import { type OperationTable } from './operation-spec.js';
import { ADMINS, READERS } from './role-sets.js';

const maintenance = {
  state: 'built',
  application: 'WorkFlowEngine',
  basis: 'extension',
  tag: 'Jobs',
} as const;

/** The switch that stops whatever would begin. */
export const ENGINE_MAINTENANCE_OPERATIONS = {
  getMaintenance: {
    ...maintenance,
    method: 'GET',
    path: '/workflow_engine/maintenance',
    access: READERS,
    summary: 'Get whether jobs are started and triggers are fired',
  },
  putMaintenance: {
    ...maintenance,
    method: 'PUT',
    path: '/workflow_engine/maintenance',
    access: ADMINS,
    summary: 'Stop all starts of jobs and all triggers, or let them go on',
    changes: true,
  },
  getWorkers: {
    ...maintenance,
    method: 'GET',
    path: '/workflow_engine/workers/status',
    access: READERS,
    summary: 'Get whether the workers of jobs and of tasks take on anything new',
  },
  deactivateTaskWorker: {
    ...maintenance,
    method: 'POST',
    path: '/workflow_engine/deactivate',
    access: ADMINS,
    summary: 'Let the workers of all nodes begin no task; those that run are finished',
    message: 'Successfully deactivated the task worker.',
    changes: true,
  },
  activateTaskWorker: {
    ...maintenance,
    method: 'POST',
    path: '/workflow_engine/activate',
    access: ADMINS,
    summary: 'Let the workers of all nodes begin tasks again',
    message: 'Successfully activated the task worker.',
    changes: true,
  },
  deactivateJobWorker: {
    ...maintenance,
    method: 'POST',
    path: '/workflow_engine/jobWorker/deactivate',
    access: ADMINS,
    summary: 'Stop all starts of jobs and all triggers, as existing clients do',
    message: 'Successfully deactivated the job worker.',
    changes: true,
  },
  activateJobWorker: {
    ...maintenance,
    method: 'POST',
    path: '/workflow_engine/jobWorker/activate',
    access: ADMINS,
    summary: 'End maintenance, as existing clients do',
    message: 'Successfully activated the job worker.',
    changes: true,
  },
} as const satisfies OperationTable;
