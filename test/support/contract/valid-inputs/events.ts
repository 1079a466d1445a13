import { type ValidInputs } from './valid-inputs.js';

const FILTER = { source: 'x', topic: 'x' };
const PAGE = { skip: '0', limit: '1' };

const WEBHOOK = {
  name: 'x',
  description: 'x',
  url: 'nothing',
  secret: 'nonsense-nonsense',
  filters: [FILTER],
  enabled: false,
};

/** Events; what is published in the name of the platform is refused after validation. */
export const EVENT_INPUTS = {
  searchEvents: { queryParameters: { ...FILTER, skip: 0, limit: 1, sort: true } },
  listEvents: {
    flat: { ...FILTER, ...PAGE, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
  },
  publishEvent: { body: { source: 'Platform', topic: 'x', payload: {}, id: 'x' } },
  // So many that a stream which is opened ends with the test.
  streamEvents: { flat: { ...FILTER, from: '0', limit: '1' } },
  listEventTypes: { flat: { ...FILTER, ...PAGE } },
  // A revision of nothing, or no JSON Schema.
  declareEventType: { body: { description: 'x', schema: { type: 'nonsense' } } },
  listWebhooks: { flat: PAGE },
  // No URL: refused after validation.
  createWebhook: { body: WEBHOOK },
  updateWebhook: { body: WEBHOOK },
  listWebhookDeliveries: { flat: { ...PAGE, state: 'waiting' } },
} as const satisfies ValidInputs;
