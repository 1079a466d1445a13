import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { RolesModule } from './access/roles.module.js';
import { ConsoleModule } from './console/console.module.js';
import { ReadableRequestModule } from './http/readable-request.module.js';
import { IdempotencyModule } from './idempotency/idempotency.module.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { OperationalModule } from './operational/operational.module.js';
import { ProblemFilter } from './problems/problem.filter.js';
import { RateLimitModule } from './rate-limit/rate-limit.module.js';

/**
 * Binds what every operation passes through. The guard that finds out who calls is bound by
 * `AccessModule`, which the application imports before this one: Nest runs guards in that order.
 */
@Module({
  imports: [
    RateLimitModule,
    RolesModule,
    ReadableRequestModule,
    IdempotencyModule,
    OpenApiModule,
    ConsoleModule,
    OperationalModule,
  ],
  providers: [{ provide: APP_FILTER, useClass: ProblemFilter }],
})
export class ApiModule {}
