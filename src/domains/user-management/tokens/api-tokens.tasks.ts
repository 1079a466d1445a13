import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { ApiTokensService } from './api-tokens.service.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What has to be done for API tokens when nobody calls. */
@Injectable()
export class ApiTokensTasks implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly tasks: BackgroundTasks,
    private readonly tokens: ApiTokensService,
    private readonly log: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.tasks.every('record uses of API tokens', MINUTE_MS, () => this.tokens.recordUses());
    this.tasks.every('sweep expired API tokens', HOUR_MS, () => this.tokens.sweep());
  }

  /** Requests are finished by now. A database that is gone must not keep the server from ending. */
  async beforeApplicationShutdown(): Promise<void> {
    try {
      await this.tokens.recordUses();
    } catch (error) {
      this.log.warn({ err: error }, 'last uses of API tokens were not recorded');
    }
  }
}
