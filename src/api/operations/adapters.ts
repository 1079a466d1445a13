import { type OperationTable } from './operation-spec.js';
import { ADMINS, READERS } from './role-sets.js';

const adapters = {
  state: 'built',
  application: 'AdminEssentials',
  basis: 'extension',
  tag: 'Adapters',
} as const;

/**
 * Adapters: the orchestrators that the platform talks to. Only administrators write them: they decide
 * where credentials go, and which private hosts are called (ADR 0130).
 */
export const ADAPTER_OPERATIONS = {
  listAdapters: {
    ...adapters,
    method: 'GET',
    path: '/adapters',
    access: ADMINS,
    summary: 'List adapters',
    query: 'flat',
  },
  createAdapter: {
    ...adapters,
    method: 'POST',
    path: '/adapters',
    access: ADMINS,
    summary: 'Create an adapter',
    body: 'medium',
    changes: true,
    problems: ['conflict'],
  },
  getAdapter: {
    ...adapters,
    method: 'GET',
    path: '/adapters/:name',
    access: ADMINS,
    summary: 'Get an adapter by its name or id',
    revisioned: true,
    problems: ['not-found'],
  },
  updateAdapter: {
    ...adapters,
    method: 'PATCH',
    path: '/adapters/:name',
    access: ADMINS,
    summary: 'Change what is given of an adapter',
    body: 'medium',
    changes: true,
    revisioned: true,
    problems: ['not-found', 'precondition-failed'],
  },
  deleteAdapter: {
    ...adapters,
    method: 'DELETE',
    path: '/adapters/:name',
    access: ADMINS,
    summary: 'Delete an adapter',
    success: 204,
    changes: true,
    problems: ['not-found', 'precondition-failed'],
  },
  startAdapter: {
    ...adapters,
    method: 'PUT',
    path: '/adapters/:name/start',
    access: ADMINS,
    summary: 'Enable an adapter',
    changes: true,
    revisioned: true,
    problems: ['not-found', 'precondition-failed'],
  },
  stopAdapter: {
    ...adapters,
    method: 'PUT',
    path: '/adapters/:name/stop',
    access: ADMINS,
    summary: 'Disable an adapter',
    changes: true,
    revisioned: true,
    problems: ['not-found', 'precondition-failed'],
  },
  restartAdapter: {
    ...adapters,
    method: 'PUT',
    path: '/adapters/:name/restart',
    access: ADMINS,
    summary: 'Enable an adapter with new connections and a closed circuit',
    changes: true,
    revisioned: true,
    problems: ['not-found', 'precondition-failed'],
  },
  probeAdapter: {
    ...adapters,
    method: 'POST',
    path: '/adapters/:name/probe',
    access: ADMINS,
    summary: 'Look now whether the system behind an adapter answers',
    problems: ['not-found', 'conflict'],
  },
  listAdapterHealth: {
    ...adapters,
    method: 'GET',
    path: '/health/adapters',
    access: READERS,
    summary: 'List how the systems behind adapters do',
    query: 'flat',
  },
} as const satisfies OperationTable;
