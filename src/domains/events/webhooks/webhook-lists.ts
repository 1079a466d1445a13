import { listOf } from '../../../api/lists/list-declaration.js';
import { DeliveryListOptions } from '../deliveries/delivery.dto.js';
import { DeliveryShown, WebhookShown } from './webhooks.dto.js';

/** Receivers of events, by name. */
export const WEBHOOK_LIST = listOf('listWebhooks', {
  item: WebhookShown,
  order: ['name', 1],
  stored: { name: { path: 'name', folded: 'nameFolded' } },
});

/** Deliveries to a webhook, the newest first. */
export const DELIVERY_LIST = listOf('listWebhookDeliveries', {
  item: DeliveryShown,
  own: DeliveryListOptions,
  filters: { state: 'state' },
  order: ['created', -1],
  stored: { state: { path: 'state' }, created: { path: 'created', date: true } },
});
