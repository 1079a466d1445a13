import { type OperationTable } from './operation-spec.js';
import { ADMINS, READERS } from './role-sets.js';

const applications = {
  state: 'built',
  application: 'AdminEssentials',
  basis: 'extension',
  tag: 'Applications',
} as const;

/** The applications of the platform. The operations of one that is stopped answer 503. */
export const APPLICATION_OPERATIONS = {
  listApplications: {
    ...applications,
    method: 'GET',
    path: '/applications',
    access: READERS,
    summary: 'List the applications of the platform',
    query: 'flat',
  },
  getApplication: {
    ...applications,
    method: 'GET',
    path: '/applications/:name',
    access: READERS,
    summary: 'Get an application',
    problems: ['not-found'],
  },
  startApplication: {
    ...applications,
    method: 'PUT',
    path: '/applications/:name/start',
    access: ADMINS,
    summary: 'Let the operations of an application answer again',
    message: 'Successfully started the application.',
    changes: true,
    problems: ['not-found'],
  },
  stopApplication: {
    ...applications,
    method: 'PUT',
    path: '/applications/:name/stop',
    access: ADMINS,
    summary: 'Let the operations of an application answer 503, on every node; what runs goes on',
    message: 'Successfully stopped the application.',
    changes: true,
    problems: ['not-found', 'conflict'],
  },
  restartApplication: {
    ...applications,
    method: 'PUT',
    path: '/applications/:name/restart',
    access: ADMINS,
    summary: 'The same as start: an application holds nothing that it would have to let go',
    message: 'Successfully restarted the application.',
    changes: true,
    problems: ['not-found'],
  },
  listApplicationHealth: {
    ...applications,
    method: 'GET',
    path: '/health/applications',
    access: READERS,
    summary: 'List how the applications do',
    query: 'flat',
  },
  getApplicationHealth: {
    ...applications,
    method: 'GET',
    path: '/health/applications/:name',
    access: READERS,
    summary: 'Get how an application does',
    problems: ['not-found'],
  },
} as const satisfies OperationTable;
