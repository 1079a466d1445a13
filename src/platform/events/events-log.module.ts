import { Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { MetricsModule } from '../metrics/metrics.module.js';
import { SchedulingModule } from '../scheduling/scheduling.module.js';
import { EVENT_COUNTER_MODEL, eventCounterSchema } from './event-counter.schema.js';
import { EVENT_CURSOR_MODEL, eventCursorSchema } from './event-cursor.schema.js';
import { EventCursorsRepository } from './event-cursors.repository.js';
import { EventFeedService } from './event-feed.service.js';
import { EventLogRepository } from './event-log.repository.js';
import { EventNotifier } from './event-notifier.js';
import { EventPublisherService } from './event-publisher.service.js';
import { EventWriter } from './event-writer.js';
import { EventRetentionService } from './event-retention.service.js';
import { PlatformLifeService } from './platform-life.service.js';
import { EVENT_MODEL, eventSchema } from './stored-event.schema.js';

/**
 * The log of events: publishing and durable consumers (global: every room tells what happens in it).
 * Owns the collections `events`, `event_counters` and `event_cursors`.
 */
@Global()
@Module({
  imports: [
    MetricsModule,
    SchedulingModule,
    MongooseModule.forFeature([
      { name: EVENT_MODEL, schema: eventSchema },
      { name: EVENT_COUNTER_MODEL, schema: eventCounterSchema },
      { name: EVENT_CURSOR_MODEL, schema: eventCursorSchema },
    ]),
  ],
  providers: [
    EventCursorsRepository,
    EventFeedService,
    EventLogRepository,
    EventNotifier,
    EventPublisherService,
    EventRetentionService,
    EventWriter,
    PlatformLifeService,
  ],
  exports: [
    PlatformLifeService,
    EventFeedService,
    EventLogRepository,
    EventNotifier,
    EventPublisherService,
    MongooseModule,
  ],
})
export class EventsLogModule {}
