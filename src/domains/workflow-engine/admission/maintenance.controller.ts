import { Body, Controller } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { type Principal } from '../../../kernel/principal.js';
import { MaintenanceAnswer, PutMaintenanceRequest } from './maintenance.dto.js';
import { MaintenanceSwitchService, type SwitchState } from './maintenance-switch.service.js';

/** The switch by which the platform comes to rest. */
@Controller()
export class MaintenanceController {
  constructor(private readonly maintenance: MaintenanceSwitchService) {}

  @Operation('getMaintenance', MaintenanceAnswer)
  async getMaintenance(): Promise<MaintenanceAnswer> {
    return toAnswer(await this.maintenance.get('maintenance'));
  }

  @Operation('putMaintenance', MaintenanceAnswer)
  async putMaintenance(
    @Body() { enabled, reason = '' }: PutMaintenanceRequest,
    @CurrentPrincipal() { username }: Principal,
  ): Promise<MaintenanceAnswer> {
    return toAnswer(await this.maintenance.put('maintenance', enabled, reason, username));
  }
}

function toAnswer({ enabled, reason, since, by }: SwitchState): MaintenanceAnswer {
  return { enabled, reason, since: since?.toISOString() ?? null, by };
}
