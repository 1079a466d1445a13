import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { MaintenanceRepository } from './maintenance.repository.js';
import { PlatformSwitch } from './platform-switch.js';

/** The switch by which workers begin no task: jobs go as far as they can without one, and wait. */
@Injectable()
export class TaskWorkStopService extends PlatformSwitch {
  constructor(states: MaintenanceRepository, clock: Clock) {
    super(states, clock, 'task-work-stop');
  }
}
