import { Module } from '@nestjs/common';

/** What the platform tells of itself: operation 10, the stored events, their stream, and webhooks. */
@Module({})
export class EventsModule {}
