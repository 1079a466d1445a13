import { Injectable } from '@nestjs/common';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { MaintenanceService } from '../../../platform/maintenance/maintenance.service.js';
import { type PlatformSwitch } from '../../../platform/maintenance/platform-switch.js';
import { TaskWorkStopService } from '../../../platform/maintenance/task-work-stop.service.js';

/** As it stands. */
export type SwitchState = Awaited<ReturnType<PlatformSwitch['state']>>;

/** What can be stopped: starts of jobs and triggers, or the work on tasks. */
export type Stoppable = 'maintenance' | 'task-work';

/** The switches as administrators use them: with an audit entry. */
@Injectable()
export class MaintenanceSwitchService {
  private readonly switches: Readonly<Record<Stoppable, PlatformSwitch>>;

  constructor(maintenance: MaintenanceService, taskWork: TaskWorkStopService) {
    this.switches = { maintenance, 'task-work': taskWork };
  }

  async get(what: Stoppable): Promise<SwitchState> {
    return this.switches[what].state();
  }

  async put(what: Stoppable, enabled: boolean, reason: string, by: string): Promise<SwitchState> {
    const before = await this.get(what);
    const after = await this.switches[what].put(enabled, reason, by);
    const object = { type: 'maintenance', id: what, name: what } as const;
    noteChange({ object, before: audited(before), after: audited(after) });
    return after;
  }
}

function audited({ enabled, reason }: SwitchState): { enabled: boolean; reason: string } {
  return { enabled, reason };
}
