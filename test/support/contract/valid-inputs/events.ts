import { type ValidInputs } from './valid-inputs.js';

const FILTER = { source: 'x', topic: 'x' };
const PAGE = { skip: '0', limit: '1' };

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
  searchEvents: { queryParameters: { ...FILTER, skip: 0, limit: 1, sort: true } },
  listEvents: {
    flat: { ...FILTER, ...PAGE, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
  },
  publishEvent: { body: { source: 'x', topic: 'x', payload: {}, id: 'x' } },
  streamEvents: { flat: { ...FILTER, from: '0', limit: '1' } },
  listEventTypes: { flat: { ...FILTER, ...PAGE } },
  declareEventType: { body: { description: 'x', schema: {} } },
  listWebhooks: { flat: PAGE },
  // Nothing is sent to this machine.
  createWebhook: { body: WEBHOOK },
  updateWebhook: { body: WEBHOOK },
  listWebhookDeliveries: { flat: { ...PAGE, state: 'waiting' } },
} as const satisfies ValidInputs;
