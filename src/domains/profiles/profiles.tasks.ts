import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundTasks } from '../../platform/scheduling/background-tasks.js';
import { RuntimeProfileService } from './runtime-profile.service.js';

/** A profile that was activated anywhere counts everywhere within about this time. */
const FOLLOW_MS = 900;

/** What has to be done for profiles when nobody calls. */
@Injectable()
export class ProfilesTasks implements OnApplicationBootstrap {
  constructor(
    private readonly tasks: BackgroundTasks,
    private readonly runtime: RuntimeProfileService,
  ) {}

  onApplicationBootstrap(): void {
    this.tasks.every('follow the active profile', FOLLOW_MS, () => this.runtime.follow(), {
      due: this.runtime.dueCondition(),
    });
  }
}
