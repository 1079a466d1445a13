import { Injectable } from '@nestjs/common';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { Maintenance } from '../../../platform/maintenance/maintenance.service.js';
import { type MaintenanceAnswer } from './maintenance.dto.js';

type State = Awaited<ReturnType<Maintenance['state']>>;

/** The switch as administrators use it: with an audit entry. */
@Injectable()
export class MaintenanceSwitch {
  constructor(private readonly maintenance: Maintenance) {}

  async get(): Promise<MaintenanceAnswer> {
    return toAnswer(await this.maintenance.state());
  }

  async put(enabled: boolean, reason: string, by: string): Promise<MaintenanceAnswer> {
    const before = await this.maintenance.state();
    const after = await this.maintenance.put(enabled, reason, by);
    const object = { type: 'maintenance', id: 'maintenance', name: 'maintenance' } as const;
    noteChange({ object, before: audited(before), after: audited(after) });
    return toAnswer(after);
  }
}

function audited({ enabled, reason }: State): { enabled: boolean; reason: string } {
  return { enabled, reason };
}

function toAnswer({ enabled, reason, since, by }: State): MaintenanceAnswer {
  return { enabled, reason, since: since?.toISOString() ?? null, by };
}
