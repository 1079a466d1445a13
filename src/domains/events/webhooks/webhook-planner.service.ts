import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { type EventBatch } from '../../../platform/events/event-batch.js';
import { type PlatformEvent } from '../../../platform/events/stored-event.js';
import { type NewDelivery } from '../deliveries/deliveries.repository.js';
import { DeliveriesService } from '../deliveries/deliveries.service.js';
import { newDelivery } from '../deliveries/delivery.js';
import { isWanted } from '../deliveries/delivery-rules.js';
import { type StoredWebhook } from './webhook.js';
import { WebhooksRepository } from './webhooks.repository.js';

/** Decides which event goes to whom. */
@Injectable()
export class WebhookPlannerService {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveriesService,
    private readonly clock: Clock,
  ) {}

  /** Plans the deliveries of an event; planning it again changes nothing. */
  async plan(event: PlatformEvent, batch: EventBatch): Promise<void> {
    const enabled = await batch.once('webhooks', () => this.webhooks.enabled());
    const receivers = enabled.filter(({ filters }) => isWanted(filters, event));
    const now = this.clock.now();
    await this.deliveries.add(receivers.map((webhook) => toDelivery(webhook, event, now)));
  }
}

function toDelivery(
  { _id, pausedUntil: notBefore }: StoredWebhook,
  event: PlatformEvent,
  now: Date,
): NewDelivery {
  const { id, source, topic } = event;
  const of = { webhook: _id, event: id, source, topic };
  const delivery = newDelivery({ _id: `${_id}-${id}`, ...of, created: now });
  return { delivery, notBefore };
}
