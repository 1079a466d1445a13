import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { IdSource } from '../../../kernel/ids.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { DeliveriesService } from '../deliveries/deliveries.service.js';
import { type CallOutcome, type StoredDelivery } from '../deliveries/delivery.js';
import { WebhookCallerService } from './webhook-caller.service.js';
import { WebhooksService } from './webhooks.service.js';

/** What was sent to a webhook, and sending by hand. */
@Injectable()
export class WebhookDeliveriesService {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly deliveries: DeliveriesService,
    private readonly caller: WebhookCallerService,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `not-found` */
  async list(webhook: string, part: StoredList): Promise<Page<StoredDelivery>> {
    await this.webhooks.get(webhook);
    return this.deliveries.list(webhook, part);
  }

  /** Sends a finished delivery again. @throws AppError `not-found`, `conflict`. */
  async retry(webhook: string, id: string): Promise<StoredDelivery> {
    await this.webhooks.get(webhook);
    return this.deliveries.retry(webhook, id);
  }

  /** Sends an event that nobody published, once. @throws AppError `not-found`. */
  async test(id: string, { username: actor }: Principal): Promise<CallOutcome> {
    const webhook = await this.webhooks.get(id);
    const event = {
      id: this.ids.next(),
      seq: 0,
      source: 'OperationsManager',
      topic: 'webhookTest',
      actor,
      time: this.clock.now(),
      payload: { webhook: webhook.name },
    };
    return this.caller.send(webhook, `test-${event.id}`, event);
  }
}
