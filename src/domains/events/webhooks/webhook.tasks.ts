import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventFeedService } from '../../../platform/events/event-feed.service.js';
import { Receivers } from '../deliveries/receivers.js';
import { WebhookCallerService } from './webhook-caller.service.js';
import { WebhookPlannerService } from './webhook-planner.service.js';

/** Has every event planned, and webhooks called. */
@Injectable()
export class WebhookTasks implements OnModuleInit {
  constructor(
    private readonly feed: EventFeedService,
    private readonly receivers: Receivers,
    private readonly planner: WebhookPlannerService,
    private readonly caller: WebhookCallerService,
  ) {}

  async onModuleInit(): Promise<void> {
    this.receivers.register(this.caller);
    await this.feed.follow('webhooks', (event, _signal, batch) => this.planner.plan(event, batch));
  }
}
