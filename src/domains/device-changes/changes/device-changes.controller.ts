import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { ListOptions } from '../../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOf } from '../../../api/lists/page-of.js';
import { type Principal } from '../../../kernel/principal.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { type Changes, ChangeRecordsService } from './change-records.service.js';
import { DEVICE_CHANGE_LIST } from './device-change-list.js';
import { DeviceChangesService } from './device-changes.service.js';
import {
  ChangeDeviceAnswer,
  ChangeDeviceRequest,
  DeviceChangeShown,
  ListDeviceChangesAnswer,
  RunDeviceCommandsAnswer,
  RunDeviceCommandsRequest,
} from './device-changes.dto.js';
import { DeviceCommandsService } from './device-commands.service.js';
import { toChangeAnswer, toDeviceChange, toListedChange } from './to-device-change.js';

/** Changes of devices, and commands on them. */
@Controller()
export class DeviceChangesController {
  constructor(
    private readonly changes: DeviceChangesService,
    private readonly records: ChangeRecordsService,
    private readonly commands: DeviceCommandsService,
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
    @ListOptions(DEVICE_CHANGE_LIST) list: ListRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ListDeviceChangesAnswer> {
    const read = (part: StoredList): Promise<Changes> => this.records.list(name, part, principal);
    const { items, total } = await pageOf(list, read, toListedChange);
    return { results: items, total };
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
