import { type OperationTable } from './operation-spec.js';
import { ADMINS, READERS, WRITERS } from './role-sets.js';

const backups = {
  state: 'built',
  application: 'ConfigurationManager',
  basis: 'extension',
  tag: 'Backups',
} as const;

/** Kept configurations of devices: versions, differences, retention. */
export const BACKUP_OPERATIONS = {
  getBackup: {
    ...backups,
    method: 'GET',
    path: '/configuration_manager/backups/:id',
    access: READERS,
    summary: 'Get a backup with its texts; secrets are masked',
    revisioned: true,
    problems: ['not-found'],
  },
  updateBackup: {
    ...backups,
    method: 'PATCH',
    path: '/configuration_manager/backups/:id',
    access: WRITERS,
    summary: 'Change description, notes or groups of a backup',
    changes: true,
    revisioned: true,
    problems: ['not-found', 'conflict', 'precondition-failed'],
  },
  deleteBackups: {
    ...backups,
    method: 'DELETE',
    path: '/configuration_manager/backups',
    access: WRITERS,
    summary: 'Delete backups; all others stay as they are',
    query: 'flat',
    changes: true,
    problems: ['conflict'],
  },
  importBackups: {
    ...backups,
    method: 'POST',
    path: '/configuration_manager/backups/import',
    access: WRITERS,
    summary: 'Store configurations taken elsewhere; each has an outcome of its own',
    changes: true,
  },
  revealBackup: {
    ...backups,
    method: 'POST',
    path: '/configuration_manager/backups/:id/reveal',
    access: ADMINS,
    summary: 'Get the texts of a backup with its secrets; who does is on record',
    changes: true,
    idempotency: 'none',
    problems: ['not-found', 'conflict'],
  },
  diffBackups: {
    ...backups,
    method: 'GET',
    path: '/configuration_manager/backups/:id/diff/:other',
    access: READERS,
    summary: 'Compare two backups, as a unified diff or side by side',
    query: 'flat',
    problems: ['not-found'],
  },
  listDeviceBackups: {
    ...backups,
    method: 'GET',
    path: '/configuration_manager/devices/:name/backups',
    access: READERS,
    summary: 'List the backups of a device, newest first, without their texts',
    query: 'flat',
  },
} as const satisfies OperationTable;
