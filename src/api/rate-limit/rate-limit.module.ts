import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { MongooseModule } from '@nestjs/mongoose';
import { SchedulingModule } from '../../platform/scheduling/scheduling.module.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { RateLimitService } from './rate-limit.service.js';
import { REQUEST_COUNT, requestCountSchema } from './request-count.schema.js';
import { RequestCountsRepository } from './request-counts.repository.js';

/** Owns the collection `request_counts` and the guard that counts; imported after the guards that find out who calls. */
@Module({
  imports: [
    SchedulingModule,
    MongooseModule.forFeature([{ name: REQUEST_COUNT, schema: requestCountSchema }]),
  ],
  providers: [
    RequestCountsRepository,
    RateLimitService,
    { provide: APP_GUARD, useClass: RateLimitGuard },
  ],
})
export class RateLimitModule {}
