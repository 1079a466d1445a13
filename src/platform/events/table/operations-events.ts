import { plainChanges } from '../changed-object.js';
import { type EventDeclarations } from '../event-declaration.js';

const source = 'OperationsManager';

/** Automations, triggers, events and webhooks. */
export const OPERATIONS_EVENTS = {
  ...plainChanges(source, 'automation', 'An automation'),
  ...plainChanges(source, 'trigger', 'A trigger'),
  ...plainChanges(source, 'eventType', 'The declaration of an event'),
  ...plainChanges(source, 'webhook', 'A webhook'),
  webhookDisabled: {
    source,
    topic: 'webhookDisabled',
    description: 'A webhook was switched off because its receiver failed for too long',
    payload: {
      id: { type: 'text', note: 'Id of the webhook' },
      name: { type: 'text', note: 'Its name' },
      reason: { type: 'text', note: 'The last failure, in words' },
    },
  },
} as const satisfies EventDeclarations;
