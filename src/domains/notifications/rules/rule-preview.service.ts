import { Injectable } from '@nestjs/common';
import { notFound } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { EventLogRepository } from '../../../platform/events/event-log.repository.js';
import { type PlatformEvent, toPlatformEvent } from '../../../platform/events/stored-event.js';
import { MessagesService, type RenderedMessage } from '../messages/messages.service.js';
import { sampleEvent } from '../messages/sample-event.js';
import { type StoredRule } from '../stored/rule.js';

/** Shows what a rule would say; nothing is sent. */
@Injectable()
export class RulePreviewService {
  constructor(
    private readonly messages: MessagesService,
    private readonly events: EventLogRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `not-found` for an event that is not kept; as `WorkerPool.run`. */
  async of(rule: StoredRule, event: string | undefined): Promise<RenderedMessage> {
    const about = event === undefined ? sampleEvent(rule.filters, this.clock.now()) : null;
    return this.messages.ofEvents(rule, [about ?? (await this.event(event ?? ''))], 0);
  }

  private async event(id: string): Promise<PlatformEvent> {
    const found = await this.events.find(id);
    if (!found) throw notFound('Event', id);
    return toPlatformEvent(found);
  }
}
