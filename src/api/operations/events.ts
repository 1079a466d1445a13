import { type OperationTable } from './operation-spec.js';
import { OPERATIONS_READERS, OPERATIONS_WRITERS } from './role-sets.js';

const events = {
  state: 'built',
  application: 'OperationsManager',
  basis: 'extension',
  tag: 'Events',
} as const;

/** Operations on events beyond the interface; application OperationsManager. */
export const EVENT_OPERATIONS = {
  listEvents: {
    ...events,
    method: 'GET',
    path: '/events',
    access: OPERATIONS_READERS,
    summary: 'List events that happened, newest first',
    query: 'flat',
  },
  publishEvent: {
    ...events,
    method: 'POST',
    path: '/events',
    access: OPERATIONS_WRITERS,
    summary: 'Publish an event of an integration',
    body: 'documents',
    changes: true,
    problems: ['document-too-large'],
  },
  listEventTypes: {
    ...events,
    method: 'GET',
    path: '/events/types',
    access: OPERATIONS_READERS,
    summary: 'List events that integrations have declared',
    query: 'flat',
  },
  getEventType: {
    ...events,
    method: 'GET',
    path: '/events/types/:source/:topic',
    access: OPERATIONS_READERS,
    summary: 'Get the declaration of an event',
    revisioned: true,
    problems: ['not-found'],
  },
  declareEventType: {
    ...events,
    method: 'PUT',
    path: '/events/types/:source/:topic',
    access: OPERATIONS_WRITERS,
    summary: 'Declare an event that an integration publishes',
    body: 'documents',
    changes: true,
    revisioned: true,
    problems: ['conflict', 'precondition-failed', 'document-too-large'],
  },
  deleteEventType: {
    ...events,
    method: 'DELETE',
    path: '/events/types/:source/:topic',
    access: OPERATIONS_WRITERS,
    summary: 'Delete the declaration of an event',
    message: 'Successfully deleted the event type.',
    changes: true,
    problems: ['not-found', 'conflict', 'precondition-failed'],
  },
  streamEvents: {
    ...events,
    method: 'GET',
    path: '/events/stream',
    access: OPERATIONS_READERS,
    summary: 'Follow events as they happen, as text/event-stream',
    query: 'flat',
    problems: ['too-many-requests'],
    media: ['text/event-stream'],
  },
  getEvent: {
    ...events,
    method: 'GET',
    path: '/events/:id',
    access: OPERATIONS_READERS,
    summary: 'Get an event that happened',
    problems: ['not-found'],
  },
} as const satisfies OperationTable;
