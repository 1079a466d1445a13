import { type OperationTable } from './operation-spec.js';

const tracked = {
  state: 'built',
  application: 'AdminEssentials',
  // Whoever starts one follows it, whatever else they may do: which are seen is decided by kind.
  access: 'signed-in',
  basis: 'extension',
  tag: 'Operations',
} as const;

/** Work that takes longer than a request: looking at it, following it, cancelling it. */
export const TRACKED_OPERATIONS = {
  listOperations: {
    ...tracked,
    method: 'GET',
    path: '/admin/operations',
    summary: 'List operations that go on in the background, or did within the last seven days',
    query: 'flat',
  },
  getOperation: {
    ...tracked,
    method: 'GET',
    path: '/admin/operations/:id',
    summary: 'Get an operation: how far it is, and what it answers',
    problems: ['not-found'],
  },
  followOperation: {
    ...tracked,
    method: 'GET',
    path: '/admin/operations/:id/events',
    summary: 'Follow an operation as it goes on, as text/event-stream',
    problems: ['not-found', 'too-many-requests'],
    media: ['text/event-stream'],
  },
  cancelOperation: {
    ...tracked,
    method: 'POST',
    path: '/admin/operations/:id/cancel',
    summary: 'Ask for the end of an operation; it ends a little later',
    changes: true,
    problems: ['not-found', 'conflict'],
  },
} as const satisfies OperationTable;
