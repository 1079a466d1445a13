import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventFeedService } from '../../../platform/events/event-feed.service.js';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { EventListenersService } from './event-listeners.service.js';

const CATCH_UP_MS = 5000;

/** Follows the events that tasks wait for. */
@Injectable()
export class ListeningTasks implements OnApplicationBootstrap {
  constructor(
    private readonly feed: EventFeedService,
    private readonly tasks: BackgroundTasks,
    private readonly listeners: EventListenersService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const work = (signal: AbortSignal): Promise<void> => this.listeners.catchUp(signal);
    const due = this.listeners.dueCondition();
    this.tasks.every('events that tasks missed', CATCH_UP_MS, work, { due });
    await this.feed.follow('tasks', (event, signal) => this.listeners.handle(event, signal));
  }
}
