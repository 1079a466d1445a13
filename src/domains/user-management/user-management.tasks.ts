import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { AppLogger } from '../../platform/logging/app-logger.js';
import { BackgroundTasks } from '../../platform/scheduling/background-tasks.js';
import { AttemptsService } from './sign-in/attempts.service.js';
import { SessionsService } from './sessions/sessions.service.js';

const MINUTE_MS = 60_000;

/** What has to be done for sessions and sign-in attempts when nobody calls. */
@Injectable()
export class UserManagementTasks implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly tasks: BackgroundTasks,
    private readonly sessions: SessionsService,
    private readonly attempts: AttemptsService,
    private readonly log: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    const { recordIntervalMs } = this.sessions;
    this.tasks.every('record uses of sessions', recordIntervalMs, () => this.sessions.recordUses());
    this.tasks.every('sweep expired sessions', MINUTE_MS, () => this.sessions.sweep());
    this.tasks.every('sweep sign-in attempts', MINUTE_MS, () => this.attempts.sweep());
  }

  /** Requests are finished by now. A database that is gone must not keep the server from ending. */
  async beforeApplicationShutdown(): Promise<void> {
    try {
      await this.sessions.recordUses();
    } catch (error) {
      this.log.warn({ err: error }, 'last uses of sessions were not recorded');
    }
  }
}
