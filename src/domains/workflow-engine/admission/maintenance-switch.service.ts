import { Injectable } from '@nestjs/common';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { Maintenance } from '../../../platform/maintenance/maintenance.service.js';

/** As it stands. */
export type SwitchState = Awaited<ReturnType<Maintenance['state']>>;

/** The switch as administrators use it: with an audit entry. */
@Injectable()
export class MaintenanceSwitch {
  constructor(private readonly maintenance: Maintenance) {}

  async get(): Promise<SwitchState> {
    return this.maintenance.state();
  }

  async put(enabled: boolean, reason: string, by: string): Promise<SwitchState> {
    const before = await this.maintenance.state();
    const after = await this.maintenance.put(enabled, reason, by);
    const object = { type: 'maintenance', id: 'maintenance', name: 'maintenance' } as const;
    noteChange({ object, before: audited(before), after: audited(after) });
    return after;
  }
}

function audited({ enabled, reason }: SwitchState): { enabled: boolean; reason: string } {
  return { enabled, reason };
}
