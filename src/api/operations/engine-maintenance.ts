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
} as const satisfies OperationTable;
