import { mask } from '../../../platform/secrets/placeholders.js';
import { isSealed } from '../../../platform/secrets/secret-box.js';
import { SHOWN, withoutCredentials } from '../../../platform/secrets/secret-texts.js';
import { toDeliveryProgress } from '../deliveries/to-delivery-progress.js';
import { type StoredDelivery } from '../deliveries/delivery.js';
import { type StoredWebhook } from './webhook.js';
import { type DeliveryShown, type WebhookFilter, type WebhookShown } from './webhooks.dto.js';

/** A webhook as it is answered. */
export function toWebhook(webhook: StoredWebhook): WebhookShown {
  const { _id, name, description, url, secret, enabled, disabledReason } = webhook;
  return {
    _id,
    name,
    description,
    url: shownUrl(url),
    enabled,
    disabledReason,
    secret: mask(secret, '<SECRET>'),
    filters: webhook.filters as WebhookFilter[], // as they were given
    failingSince: webhook.failingSince?.toISOString() ?? null,
    created: webhook.created.toISOString(),
    createdBy: webhook.createdBy,
    lastUpdated: webhook.updated.toISOString(),
    lastUpdatedBy: webhook.updatedBy,
  };
}

/** The URL without the credentials in it; written back, it stands for the one that is stored. */
export function shownUrl(url: string): string {
  return isSealed(url) ? SHOWN : withoutCredentials(url);
}

/** A delivery as it is answered. */
export function toDelivery(delivery: StoredDelivery): DeliveryShown {
  const { event, source, topic } = delivery;
  return { ...toDeliveryProgress(delivery), event, source, topic };
}
