import { type OperationTable } from './operation-spec.js';
import { READERS, WRITERS } from './role-sets.js';

const repositories = {
  state: 'built',
  application: 'PrebuiltsRepository',
  basis: 'extension',
  tag: 'Packages',
} as const;

/**
 * The event of a push of many commits comes to some hundreds of KiB. One that is larger still is seen at
 * the next regular reading.
 */
const PUSH_EVENT_MAX_BYTES = 1024 * 1024;

/** How far the index of each repository is, and what brings it up to date at once. */
export const REPOSITORY_REFRESH_OPERATIONS = {
  getRepositoryStatus: {
    ...repositories,
    method: 'GET',
    path: '/prebuilts-repository/status',
    access: READERS,
    summary: 'How the index of each repository stands, and how far a reading is that goes on',
  },
  refreshRepository: {
    ...repositories,
    method: 'POST',
    path: '/prebuilts-repository/configs/:name/refresh',
    access: {
      ...WRITERS,
      widerBecause: 'it reads the packages again and leaves the configuration as it is',
    },
    summary: 'Read a repository now, to its end or, with Prefer: respond-async, in the background',
    changes: true,
    later: true,
    problems: ['not-found', 'conflict', 'upstream-failed'],
  },
  callRepositoryWebhook: {
    ...repositories,
    method: 'POST',
    path: '/prebuilts-repository/configs/:name/webhook',
    access: { open: 'a registry calls it, which proves that it knows the secret of the webhook' },
    summary: 'Tell that a repository has changed; it is read as soon as a node gets to it',
    success: 202,
    rawBodyMaxBytes: PUSH_EVENT_MAX_BYTES,
    problems: ['unauthenticated'],
  },
} as const satisfies OperationTable;
