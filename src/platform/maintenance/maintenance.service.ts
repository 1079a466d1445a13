import { Injectable } from '@nestjs/common';
import { AppError } from '../../kernel/app-error.js';
import { Clock } from '../../kernel/clock.js';
import { MaintenanceRepository } from './maintenance.repository.js';
import { PlatformSwitch } from './platform-switch.js';

const RETRY_SECONDS = 30;

/**
 * The switch by which an administrator lets the platform come to rest: no job is started and no trigger is
 * fired while it is on; what runs goes on.
 */
@Injectable()
export class MaintenanceService extends PlatformSwitch {
  constructor(states: MaintenanceRepository, clock: Clock) {
    super(states, clock, 'maintenance');
  }

  /** @throws AppError `unavailable`, code `maintenance`. */
  async assertOff(): Promise<void> {
    if (!(await this.isOn())) return;
    throw new AppError('unavailable', 'The platform is in maintenance: nothing new is started', {
      code: 'maintenance',
      retryAfterSeconds: RETRY_SECONDS,
    });
  }
}
