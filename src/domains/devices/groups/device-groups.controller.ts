import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { ListOptions } from '../../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOfRows } from '../../../api/lists/page-of.js';
import { Operation } from '../../../api/operation.decorator.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { ExpectedRevision } from '../../../api/revision/expected-revision.decorator.js';
import { revisioned } from '../../../api/revision/revisioned.js';
import { type Principal } from '../../../kernel/principal.js';
import { type DeviceGroup } from './device-group.js';
import { DeviceGroupEditsService } from './device-group-edits.service.js';
import { DEVICE_GROUP_LIST } from './device-group-list.js';
import {
  CreateDeviceGroupRequest,
  DeleteDeviceGroupsAnswer,
  DeleteDeviceGroupsRequest,
  DeviceGroupDone,
  DeviceGroupShown,
  GetDeviceGroupByNameQuery,
  UpdateDeviceGroupRequest,
} from './device-groups.dto.js';
import { DeviceGroupsService } from './device-groups.service.js';
import { GroupedDevicesService } from './grouped-devices.service.js';
import { toDeviceGroup } from './to-device-group.js';

const CREATED = { devices: ['deviceNames'], gbac: '#' };
const UPDATED = { devices: ['details', 'devices'], gbac: '#/details' };

/** Groups of devices, in the words of existing clients. */
@Controller()
export class DeviceGroupsController {
  constructor(
    private readonly groups: DeviceGroupsService,
    private readonly edits: DeviceGroupEditsService,
    private readonly devices: GroupedDevicesService,
  ) {}

  @Operation('listDeviceGroups', [DeviceGroupShown])
  async listDeviceGroups(
    @ListOptions(DEVICE_GROUP_LIST) list: ListRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<readonly DeviceGroupShown[]> {
    const read = this.groups.listFor(principal);
    return (await pageOfRows(list, read, (rows) => this.shown(rows, principal))).items;
  }

  @Operation('getDeviceGroup', DeviceGroupShown)
  async getDeviceGroup(
    @Param('id') id: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<DeviceGroupShown> {
    return this.one(await this.groups.get(id, principal), principal);
  }

  @Operation('getDeviceGroupByName', DeviceGroupShown)
  async getDeviceGroupByName(
    @QueryObject() { groupName }: GetDeviceGroupByNameQuery,
    @CurrentPrincipal() principal: Principal,
  ): Promise<DeviceGroupShown> {
    return this.one(await this.groups.getByName(groupName, principal), principal);
  }

  @Operation('createDeviceGroup', DeviceGroupDone)
  async createDeviceGroup(
    @Body() body: CreateDeviceGroupRequest,
    @CurrentPrincipal() by: Principal,
  ): Promise<DeviceGroupDone> {
    const { groupName: name, groupDescription: description, deviceNames = '', gbac } = body;
    const devices = splitNames(deviceNames);
    const write = { name, devices, description: description ?? '', ...(gbac && { gbac }) };
    return done(await this.edits.create(write, CREATED, by), 'created');
  }

  @Operation('updateDeviceGroup', DeviceGroupDone)
  async updateDeviceGroup(
    @Param('id') id: string,
    @Body() { details }: UpdateDeviceGroupRequest,
    @ExpectedRevision() expected: number | undefined,
    @CurrentPrincipal() by: Principal,
  ): Promise<DeviceGroupDone> {
    const how = { place: UPDATED, expected };
    return updated(await this.edits.change(await this.groups.writable(id, by), details, how, by));
  }

  @Operation('deleteDeviceGroups', DeleteDeviceGroupsAnswer)
  async deleteDeviceGroups(
    @Body() { groupIds }: DeleteDeviceGroupsRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<DeleteDeviceGroupsAnswer> {
    const groups = await this.groups.removable(groupIds, principal);
    return { status: 'success', deleted: await this.edits.removeAll(groups) };
  }

  private async one(group: DeviceGroup, principal: Principal): Promise<DeviceGroupShown> {
    const [shown] = await this.shown([group], principal);
    return revisioned(group.revision, shown ?? toDeviceGroup(group));
  }

  private async shown(
    groups: readonly DeviceGroup[],
    principal: Principal,
  ): Promise<readonly DeviceGroupShown[]> {
    return (await this.devices.seen(groups, principal)).map(toDeviceGroup);
  }
}

function splitNames(names: string): readonly string[] {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function updated(group: DeviceGroup): DeviceGroupDone {
  return revisioned(group.revision, done(group, 'updated'));
}

function done({ _id: id, name }: DeviceGroup, what: 'created' | 'updated'): DeviceGroupDone {
  return { id, name, status: 'success', message: `Successfully ${what} the device group.` };
}
