import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { type EventBatch } from '../../../platform/events/event-batch.js';
import { type PlatformEvent } from '../../../platform/events/stored-event.js';
import { DeliveriesRepository, type NewDelivery } from './deliveries.repository.js';
import { isWanted } from './delivery-rules.js';
import { type StoredWebhook } from './webhook.js';
import { WebhooksRepository } from './webhooks.repository.js';

/** Decides which event goes to whom. */
@Injectable()
export class WebhookPlannerService {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly clock: Clock,
  ) {}

  /** Plans the deliveries of an event; planning it again changes nothing. */
  async plan(event: PlatformEvent, batch: EventBatch): Promise<number> {
    const enabled = await batch.once('webhooks', () => this.webhooks.enabled());
    const receivers = enabled.filter(({ filters }) => isWanted(filters, event));
    if (receivers.length === 0) return 0;
    const now = this.clock.now();
    await this.deliveries.add(receivers.map((webhook) => toDelivery(webhook, event, now)));
    return receivers.length;
  }
}

function toDelivery(
  { _id, pausedUntil: notBefore }: StoredWebhook,
  event: PlatformEvent,
  now: Date,
): NewDelivery {
  const { id, source, topic } = event;
  const delivery = {
    ...{ _id: `${_id}-${id}`, webhook: _id, event: id, source, topic },
    state: 'waiting' as const,
    attempts: 0,
    status: null,
    detail: '',
    created: now,
    finished: null,
  };
  return { delivery, notBefore };
}
