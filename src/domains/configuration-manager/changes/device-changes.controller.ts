import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { PageQuery } from '../../../api/query/list-query.dto.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { type Principal } from '../../../kernel/principal.js';
import { ChangeRecords } from './change-records.service.js';
import { DeviceChanges } from './device-changes.service.js';
import {
  ChangeDeviceAnswer,
  ChangeDeviceRequest,
  DeviceChangeShown,
  ListDeviceChangesAnswer,
  RunDeviceCommandsAnswer,
  RunDeviceCommandsRequest,
} from './device-changes.dto.js';
import { DeviceCommands } from './device-commands.service.js';
import { toChangeAnswer, toDeviceChange, toListedChange } from './to-device-change.js';

const LIMIT = 25;

/** Changes of devices, and commands on them. */
@Controller()
export class DeviceChangesController {
  constructor(
    private readonly changes: DeviceChanges,
    private readonly records: ChangeRecords,
    private readonly commands: DeviceCommands,
  ) {}

  @Operation('changeDevice', ChangeDeviceAnswer)
  async changeDevice(
    @Param('name') name: string,
    @Body() body: ChangeDeviceRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ChangeDeviceAnswer> {
    return toChangeAnswer(name, await this.changes.request(name, body, principal));
  }

  @Operation('listDeviceChanges', ListDeviceChangesAnswer)
  async listDeviceChanges(
    @Param('name') name: string,
    @QueryObject() { skip = 0, limit = LIMIT }: PageQuery,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ListDeviceChangesAnswer> {
    const { items, total } = await this.records.list(name, { skip, limit }, principal);
    return { results: items.map(toListedChange), total };
  }

  @Operation('getDeviceChange', DeviceChangeShown)
  async getDeviceChange(
    @Param('id') id: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<DeviceChangeShown> {
    return toDeviceChange(await this.records.get(id, principal));
  }

  @Operation('runDeviceCommands', RunDeviceCommandsAnswer)
  async runDeviceCommands(
    @Param('name') name: string,
    @Body() { commands }: RunDeviceCommandsRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<RunDeviceCommandsAnswer> {
    return { device: name, results: await this.commands.run(name, commands, principal) };
  }
}
