import { Controller } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { type Principal } from '../../../kernel/principal.js';
import { MaintenanceSwitchService, type SwitchState } from './maintenance-switch.service.js';
import { WorkersAnswer, type WorkerStatus } from './workers.dto.js';

/** The workers of all nodes, as existing clients switch them. The one for jobs is the switch of maintenance. */
@Controller()
export class WorkersController {
  constructor(private readonly switches: MaintenanceSwitchService) {}

  @Operation('getWorkers', WorkersAnswer)
  async getWorkers(): Promise<WorkersAnswer> {
    return {
      taskWorker: toStatus(await this.switches.get('task-work')),
      jobWorker: toStatus(await this.switches.get('maintenance')),
    };
  }

  @Operation('activateTaskWorker')
  async activateTaskWorker(@CurrentPrincipal() { username }: Principal): Promise<void> {
    await this.switches.put('task-work', false, '', username);
  }

  @Operation('deactivateTaskWorker')
  async deactivateTaskWorker(@CurrentPrincipal() { username }: Principal): Promise<void> {
    await this.switches.put('task-work', true, 'The task worker was deactivated', username);
  }

  @Operation('activateJobWorker')
  async activateJobWorker(@CurrentPrincipal() { username }: Principal): Promise<void> {
    await this.switches.put('maintenance', false, '', username);
  }

  @Operation('deactivateJobWorker')
  async deactivateJobWorker(@CurrentPrincipal() { username }: Principal): Promise<void> {
    await this.switches.put('maintenance', true, 'The job worker was deactivated', username);
  }
}

function toStatus({ enabled, since, by }: SwitchState): WorkerStatus {
  return { running: !enabled, since: since?.toISOString() ?? null, by };
}
