import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { ExpectedRevision } from '../../../api/revision/expected-revision.decorator.js';
import { revisioned } from '../../../api/revision/revisioned.js';
import { type Principal } from '../../../kernel/principal.js';
import { type Device } from './device.js';
import { DeviceChecksService } from './device-checks.service.js';
import { DeviceImportsService } from './device-imports.service.js';
import { deviceList } from './device-list-request.js';
import { DeviceLocksService } from './device-locks.service.js';
import { assertSameName, DeviceWritesService } from './device-writes.service.js';
import {
  CheckDeviceAnswer,
  DeviceAnswer,
  DeviceShown,
  ImportDevicesAnswer,
  ListDevicesAnswer,
} from './device-answers.dto.js';
import {
  CheckDeviceRequest,
  ImportDevicesRequest,
  ListDevicesRequest,
  PutDeviceRequest,
  UpdateDeviceRequest,
} from './devices.dto.js';
import { DevicesService } from './devices.service.js';
import { readImportedDevice } from './read-imported-device.js';
import { toDevice, toDeviceAnswer } from './to-device-answer.js';

/** Network devices. */
@Controller()
export class DevicesController {
  constructor(
    private readonly devices: DevicesService,
    private readonly writes: DeviceWritesService,
    private readonly imports: DeviceImportsService,
    private readonly checks: DeviceChecksService,
    private readonly locks: DeviceLocksService,
  ) {}

  @Operation('listDevices', ListDevicesAnswer)
  async listDevices(
    @Body() { options, ...beside }: ListDevicesRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ListDevicesAnswer> {
    const query = options ? deviceList(options, '#/options') : deviceList(beside, '#');
    const { items, total } = await this.devices.list(query, principal);
    return { total, return_count: items.length, list: items.map(toDevice) };
  }

  @Operation('getDevice', DeviceAnswer)
  async getDevice(
    @Param('name') name: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<DeviceAnswer> {
    const found = await this.devices.get(name, principal);
    const works = await this.locks.of(found._id);
    return revisioned(found.revision, toDeviceAnswer(found, works));
  }

  @Operation('putDevice', DeviceShown)
  async putDevice(
    @Param('name') name: string,
    @Body() body: PutDeviceRequest,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<DeviceShown> {
    assertSameName(body.name, name);
    return written(await this.writes.put({ name, write: body, pointer: '#' }, expected, principal));
  }

  @Operation('updateDevice', DeviceShown)
  async updateDevice(
    @Param('name') name: string,
    @Body() body: UpdateDeviceRequest,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<DeviceShown> {
    const present = await this.devices.writable(name, principal);
    return written(await this.writes.patch(present, body, expected, principal));
  }

  @Operation('deleteDevice')
  async deleteDevice(
    @Param('name') name: string,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() principal: Principal,
  ): Promise<void> {
    await this.writes.remove(await this.devices.writable(name, principal), expected);
  }

  @Operation('importDevices', ImportDevicesAnswer)
  async importDevices(
    @Body() { devices, options = {} }: ImportDevicesRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ImportDevicesAnswer> {
    const items = devices.map(readImportedDevice);
    const results = await this.imports.importAll(items, options.overwrite ?? false, principal);
    const imported = results.filter(({ success }) => success).length;
    return { imported, failed: results.length - imported, results };
  }

  @Operation('checkDevice', CheckDeviceAnswer)
  async checkDevice(
    @Param('name') name: string,
    @Body() { pin = false }: CheckDeviceRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<CheckDeviceAnswer> {
    const device = await this.devices.writable(name, principal);
    return this.checks.check(device, pin, principal);
  }
}

function written(device: Device): DeviceShown {
  return revisioned(device.revision, toDevice(device));
}
