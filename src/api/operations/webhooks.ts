import { type OperationTable } from './operation-spec.js';
import { ADMINS } from './role-sets.js';

const webhooks = {
  state: 'built',
  application: 'OperationsManager',
  access: ADMINS,
  basis: 'extension',
  tag: 'Webhooks',
} as const;

/** Where events are sent to. Only administrators decide where data goes (docs/events.md). */
export const WEBHOOK_OPERATIONS = {
  listWebhooks: {
    ...webhooks,
    method: 'GET',
    path: '/events/webhooks',
    summary: 'List webhooks',
    query: 'flat',
  },
  createWebhook: {
    ...webhooks,
    method: 'POST',
    path: '/events/webhooks',
    summary: 'Create a webhook that events are sent to, signed',
    changes: true,
    revisioned: true,
    problems: ['conflict'],
  },
  getWebhook: {
    ...webhooks,
    method: 'GET',
    path: '/events/webhooks/:id',
    summary: 'Get a webhook',
    revisioned: true,
    problems: ['not-found'],
  },
  updateWebhook: {
    ...webhooks,
    method: 'PUT',
    path: '/events/webhooks/:id',
    summary: 'Replace a webhook, and switch it on or off',
    changes: true,
    revisioned: true,
    problems: ['not-found', 'conflict', 'precondition-failed'],
  },
  deleteWebhook: {
    ...webhooks,
    method: 'DELETE',
    path: '/events/webhooks/:id',
    summary: 'Delete a webhook with its deliveries',
    message: 'Successfully deleted the webhook.',
    changes: true,
    problems: ['not-found', 'conflict', 'precondition-failed'],
  },
  testWebhook: {
    ...webhooks,
    method: 'POST',
    path: '/events/webhooks/:id/test',
    summary: 'Send a test event to a webhook, once',
    changes: true,
    problems: ['not-found'],
  },
  listWebhookDeliveries: {
    ...webhooks,
    method: 'GET',
    path: '/events/webhooks/:id/deliveries',
    summary: 'List what was sent to a webhook, newest first',
    query: 'flat',
    problems: ['not-found'],
  },
  retryWebhookDelivery: {
    ...webhooks,
    method: 'POST',
    path: '/events/webhooks/:id/deliveries/:delivery/retry',
    summary: 'Send a finished delivery again',
    changes: true,
    problems: ['not-found', 'conflict'],
  },
} as const satisfies OperationTable;
