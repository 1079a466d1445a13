import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { EventLogRepository } from '../../../platform/events/event-log.repository.js';
import { toPlatformEvent } from '../../../platform/events/stored-event.js';
import { type AttemptOutcome, DeliveriesRepository } from './deliveries.repository.js';
import { retryDelayMs } from './delivery-rules.js';
import { type StoredDelivery, type StoredWebhook } from './webhook.js';
import { type CallOutcome, WebhookCallerService } from './webhook-caller.service.js';
import { WebhookHealthService } from './webhook-health.service.js';

const AT_ONCE_MAX = 8;
/** Longer than any call: a node that has not told the outcome by then is gone. */
const LEASE_MS = 60_000;

/** Sends what is due. Every node does; none sends what another one is at. */
@Injectable()
export class WebhookSenderService {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly health: WebhookHealthService,
    private readonly caller: WebhookCallerService,
    private readonly events: EventLogRepository,
    private readonly clock: Clock,
  ) {}

  /** Sends everything that is due now. */
  async run(signal: AbortSignal): Promise<void> {
    const worker = async (): Promise<void> => {
      while (!signal.aborted && (await this.sendNext(signal)));
    };
    await Promise.all(Array.from({ length: AT_ONCE_MAX }, worker));
  }

  /** @returns whether there was one. */
  private async sendNext(signal: AbortSignal): Promise<boolean> {
    const now = this.clock.now();
    const delivery = await this.deliveries.take(now, new Date(now.getTime() + LEASE_MS));
    if (!delivery) return false;
    const webhook = await this.health.receiver(delivery.webhook);
    if (!webhook) await this.giveUp(delivery, 'The webhook is off');
    else await this.send(delivery, webhook, signal);
    return true;
  }

  private async send(
    delivery: StoredDelivery,
    webhook: StoredWebhook,
    signal: AbortSignal,
  ): Promise<void> {
    const stored = await this.events.find(delivery.event);
    if (!stored) {
      await this.giveUp(delivery, 'The event was removed because of its age');
      return;
    }
    const outcome = await this.caller.send(webhook, delivery._id, toPlatformEvent(stored), signal);
    // What was cut short is sent again when the lease is over.
    if (signal.aborted) return;
    await this.deliveries.note(delivery, this.toNote(delivery, outcome));
    await this.health.note(webhook, outcome);
  }

  private toNote({ attempts }: StoredDelivery, outcome: CallOutcome): AttemptOutcome {
    const { passed, status, detail } = outcome;
    const now = this.clock.now();
    if (passed) return { state: 'delivered', due: null, status, detail, finished: now };
    const delayMs = retryDelayMs(attempts, Math.random());
    if (delayMs === undefined) {
      return { state: 'failed', due: null, status, detail, finished: now };
    }
    const due = new Date(now.getTime() + delayMs);
    return { state: 'waiting', due, status, detail, finished: null };
  }

  private async giveUp(delivery: StoredDelivery, detail: string): Promise<void> {
    const finished = this.clock.now();
    const outcome = { state: 'failed' as const, due: null, status: null, detail, finished };
    await this.deliveries.note(delivery, outcome);
  }
}
