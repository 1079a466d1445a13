import { grammarBy, LIST_GRAMMAR } from './list-grammar.js';
import { type ValidInputs } from './valid-inputs.js';

const FILTER = { source: 'x', topic: 'x' };
const BY_SOURCE = grammarBy('source');

const WEBHOOK = {
  name: 'x',
  description: 'x',
  url: 'http://127.0.0.1:9/',
  secret: 'nonsense-nonsense',
  filters: [FILTER],
  enabled: false,
};

/** Events, their declarations and webhooks. */
export const EVENT_INPUTS = {
  searchEvents: {
    queryParameters: { ...BY_SOURCE, order: 1, skip: 0, limit: 1, sort: true, ...FILTER },
  },
  listEvents: {
    flat: { ...BY_SOURCE, ...FILTER, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
  },
  publishEvent: { body: { source: 'x', topic: 'x', payload: {}, id: 'x' } },
  streamEvents: { flat: { ...FILTER, from: '0', limit: '1' } },
  listEventTypes: { flat: { ...BY_SOURCE, ...FILTER } },
  declareEventType: { body: { description: 'x', schema: {} } },
  listWebhooks: { flat: LIST_GRAMMAR },
  // Nothing is sent to this machine.
  createWebhook: { body: WEBHOOK },
  updateWebhook: { body: WEBHOOK },
  listWebhookDeliveries: { flat: { ...BY_SOURCE, state: 'waiting' } },
} as const satisfies ValidInputs;
