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

const RULE = {
  name: 'x',
  description: 'x',
  enabled: false,
  filters: [FILTER],
  workflows: ['x'],
  devices: ['x'],
  deviceGroups: ['x'],
  groups: ['x'],
  channels: ['x'],
  to: ['x@x.example'],
  subject: 'x',
  text: 'x',
  quiet: { from: '22:00', to: '06:00', timeZone: 'UTC', days: ['mon'] },
  bundleMinutes: 1,
};
const CHANNEL = {
  name: 'x',
  description: 'x',
  kind: 'slack',
  url: 'http://127.0.0.1:9/',
  enabled: false,
};

/** Events, their declarations, webhooks and notifications. */
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
  listNotificationChannels: { flat: LIST_GRAMMAR },
  createNotificationChannel: { body: CHANNEL },
  updateNotificationChannel: { body: CHANNEL },
  deleteNotificationChannel: { flat: { force: 'true' } },
  listNotifications: { flat: { ...BY_SOURCE, state: 'waiting' } },
  listNotificationRules: { flat: LIST_GRAMMAR },
  createNotificationRule: { body: RULE },
  updateNotificationRule: { body: RULE },
  previewNotificationRule: { body: { event: 'x' } },
  listWebhookDeliveries: { flat: { ...BY_SOURCE, state: 'waiting' } },
} as const satisfies ValidInputs;
