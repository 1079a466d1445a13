import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { EventPublisherService } from '../../../platform/events/event-publisher.service.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { pauseMs } from './delivery-rules.js';
import { type StoredWebhook } from './webhook.js';
import { type CallOutcome } from './webhook-caller.service.js';
import { WebhooksRepository } from './webhooks.repository.js';

/** A receiver that has failed for so long, without one success, is switched off. */
const FAILING_MAX_MS = 24 * 60 * 60_000;

/** Knows how receivers do: those that fail are given time, and switched off in the end. */
@Injectable()
export class WebhookHealthService {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly events: EventPublisherService,
    private readonly clock: Clock,
  ) {}

  /** A webhook that is on. */
  async receiver(id: string): Promise<StoredWebhook | null> {
    const found = await this.webhooks.find(id);
    return found?.enabled ? found : null;
  }

  /**
   * Takes note of what came of a call to the receiver.
   * @returns for how long it is left alone, in milliseconds.
   */
  async note(webhook: StoredWebhook, { passed, detail }: CallOutcome): Promise<number> {
    const { _id, revision, failingSince } = webhook;
    if (passed) {
      const well = { failingSince: null, failures: 0, pausedMs: null };
      if (failingSince !== null) await this.webhooks.noteHealth(_id, revision, well);
      return 0;
    }
    const now = this.clock.now();
    const since = failingSince ?? now;
    const failures = webhook.failures + 1;
    const pausedMs = pauseMs(failures);
    await this.webhooks.noteHealth(_id, revision, { failingSince: since, failures, pausedMs });
    await this.deliveries.postpone(_id, pausedMs);
    if (now.getTime() - since.getTime() >= FAILING_MAX_MS) await this.disable(webhook, detail);
    return pausedMs;
  }

  private async disable({ _id, name, revision }: StoredWebhook, reason: string): Promise<void> {
    if (!(await this.webhooks.disable(_id, revision, reason))) return;
    await this.events.publish('webhookDisabled', { id: _id, name, reason });
  }
}
