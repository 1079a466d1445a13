import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { EventFeedService } from '../../../platform/events/event-feed.service.js';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { WebhookPlannerService } from './webhook-planner.service.js';
import { WebhookSenderService } from './webhook-sender.service.js';
import { WebhooksRepository } from './webhooks.repository.js';

const SEND_MS = 1000;
const SWEEP_MS = 60_000;
const KEPT_MS = 7 * 24 * 60 * 60_000;
const KEPT_PER_WEBHOOK_MAX = 10_000;

/** Keeps webhooks going: every event is planned, what is due is sent, old deliveries are forgotten. */
@Injectable()
export class WebhookTasks implements OnModuleInit {
  // eslint-disable-next-line max-params -- what it keeps going, and with what
  constructor(
    private readonly feed: EventFeedService,
    private readonly tasks: BackgroundTasks,
    private readonly planner: WebhookPlannerService,
    private readonly sender: WebhookSenderService,
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    const sendNow = this.tasks.every('webhook deliveries', SEND_MS, (signal) =>
      this.sender.run(signal),
    );
    this.tasks.every('old webhook deliveries', SWEEP_MS, (signal) => this.sweep(signal));
    await this.feed.follow('webhooks', async (event, _signal, batch) => {
      if ((await this.planner.plan(event, batch)) > 0) sendNow();
    });
  }

  /** Forgets what is old or too much. */
  async sweep(signal?: AbortSignal): Promise<void> {
    await this.deliveries.removeBefore(new Date(this.clock.now().getTime() - KEPT_MS), signal);
    for (const id of await this.webhooks.ids()) {
      await this.deliveries.trim(id, KEPT_PER_WEBHOOK_MAX, signal);
    }
  }
}
