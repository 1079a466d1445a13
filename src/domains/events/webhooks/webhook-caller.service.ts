import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { OutboundClient } from '../../../platform/outbound/outbound-client.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { EventLogRepository } from '../../../platform/events/event-log.repository.js';
import { type PlatformEvent, toPlatformEvent } from '../../../platform/events/stored-event.js';
import { toEvent } from '../log/to-event.js';
import { answeredWith, type CallOutcome, notAnswered } from '../deliveries/delivery.js';
import { deliverySignature } from '../deliveries/delivery-rules.js';
import {
  type OpenReceiver,
  type ReceiverHealth,
  type ReceiverKind,
} from '../deliveries/receivers.js';
import { type StoredWebhook } from './webhook.js';
import { WebhooksRepository } from './webhooks.repository.js';

const TIMEOUT_MS = 10_000;
/** What receivers answer does not matter: it is read so that the connection can be used again. */
const ANSWER_LIMIT_BYTES = 64 * 1024;

/** Calls the receivers of events. */
@Injectable()
export class WebhookCallerService implements ReceiverKind {
  readonly failing = null;
  readonly disabled = 'webhookDisabled';

  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly events: EventLogRepository,
    private readonly outbound: OutboundClient,
    private readonly secrets: SecretBox,
    private readonly clock: Clock,
  ) {}

  async find(id: string): Promise<OpenReceiver | null> {
    const webhook = await this.webhooks.find(id);
    if (!webhook?.enabled) return null;
    const send: OpenReceiver['send'] = async ({ _id, event }, signal) => {
      const stored = await this.events.find(event);
      if (!stored) return 'The event was removed because of its age';
      return this.send(webhook, _id, toPlatformEvent(stored), signal);
    };
    return { state: webhook, send };
  }

  ids(): Promise<readonly string[]> {
    return this.webhooks.ids();
  }

  async noteHealth(id: string, revision: number, health: ReceiverHealth): Promise<void> {
    await this.webhooks.noteHealth(id, revision, health);
  }

  disable(id: string, revision: number, reason: string): Promise<boolean> {
    return this.webhooks.disable(id, revision, reason);
  }

  /** Sends an event once. Never fails: what goes wrong is the outcome. */
  async send(
    webhook: Pick<StoredWebhook, '_id' | 'url' | 'secret'>,
    delivery: string,
    event: PlatformEvent,
    signal?: AbortSignal,
  ): Promise<CallOutcome> {
    try {
      const body = JSON.stringify({ delivery, webhook: webhook._id, event: toEvent(event) });
      const { status } = await this.outbound.request({
        url: webhook.url,
        method: 'POST',
        headers: this.headers(webhook, delivery, body),
        body,
        // Whoever writes a URL must not reach what this server reaches.
        trust: 'document',
        deadlineMs: TIMEOUT_MS,
        responseLimitBytes: ANSWER_LIMIT_BYTES,
        ...(signal && { signal }),
      });
      return answeredWith(status);
    } catch (error) {
      return notAnswered(error);
    }
  }

  private headers(
    { secret }: Pick<StoredWebhook, 'secret'>,
    delivery: string,
    body: string,
  ): Record<string, string> {
    const timestamp = Math.floor(this.clock.now().getTime() / 1000);
    return {
      'content-type': 'application/json',
      'x-webhook-delivery': delivery,
      'x-webhook-timestamp': String(timestamp),
      'x-webhook-signature': deliverySignature(this.secrets.unseal(secret), timestamp, body),
    };
  }
}
