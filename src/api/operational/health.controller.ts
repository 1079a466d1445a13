import { Controller } from '@nestjs/common';
import { Operation } from '../operation.decorator.js';
import { type PlatformHealth, type Readiness, type ServerFacts } from './health.js';
import { HealthService } from './health.service.js';
import {
  HealthServerAnswer,
  HealthStatusAnswer,
  LiveAnswer,
  ReadyAnswer,
} from './operational.dto.js';

/** Whether the server lives, whether it can work, and what it is. */
@Controller()
export class HealthController {
  constructor(private readonly health: HealthService) {}

  @Operation('live', LiveAnswer)
  live(): { readonly status: 'live' } {
    return { status: 'live' };
  }

  @Operation('ready', ReadyAnswer)
  ready(): Promise<Readiness> {
    return this.health.ready();
  }

  @Operation('healthStatus', HealthStatusAnswer)
  healthStatus(): Promise<PlatformHealth> {
    return this.health.status();
  }

  @Operation('healthServer', HealthServerAnswer)
  healthServer(): ServerFacts {
    return this.health.server();
  }
}
