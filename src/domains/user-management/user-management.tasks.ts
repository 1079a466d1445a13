import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { BackgroundTasks } from '../../platform/scheduling/background-tasks.js';
import { AttemptsService } from './attempts.service.js';
import { SessionsService } from './sessions.service.js';

const MINUTE_MS = 60_000;

/** What has to be done for sessions and sign-in attempts when nobody calls. */
@Injectable()
export class UserManagementTasks implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly tasks: BackgroundTasks,
    private readonly sessions: SessionsService,
    private readonly attempts: AttemptsService,
  ) {}

  onApplicationBootstrap(): void {
    this.tasks.every('record uses of sessions', MINUTE_MS, () => this.sessions.recordUses());
    this.tasks.every('sweep expired sessions', MINUTE_MS, () => this.sessions.sweep());
    this.tasks.every('sweep sign-in attempts', MINUTE_MS, () => this.attempts.sweep());
  }

  /** Requests are finished by now, and the database is still there. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.sessions.recordUses();
  }
}
