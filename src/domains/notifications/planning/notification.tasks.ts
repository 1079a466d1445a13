import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventFeedService } from '../../../platform/events/event-feed.service.js';
import { Receivers } from '../../events/deliveries/receivers.js';
import { ChannelCallerService } from '../sending/channel-caller.service.js';
import { NotificationPlannerService } from './notification-planner.service.js';

/** Has every event looked at by the rules, and channels called. */
@Injectable()
export class NotificationTasks implements OnModuleInit {
  constructor(
    private readonly feed: EventFeedService,
    private readonly receivers: Receivers,
    private readonly planner: NotificationPlannerService,
    private readonly caller: ChannelCallerService,
  ) {}

  async onModuleInit(): Promise<void> {
    this.receivers.register(this.caller);
    await this.feed.follow('notifications', (event, _signal, batch) =>
      this.planner.plan(event, batch),
    );
  }
}
