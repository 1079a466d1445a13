import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ProtectedObjectsModule } from '../../../platform/auth/protected-objects.module.js';
import { DevicesModule } from '../inventory/devices.module.js';
import { DEVICE_GROUP_MODEL, deviceGroupSchema } from './device-group.schema.js';
import { DeviceGroupEdits } from './device-group-edits.service.js';
import { DeviceGroupsController } from './device-groups.controller.js';
import { DeviceGroupsRepository } from './device-groups.repository.js';
import { DeviceGroupsService } from './device-groups.service.js';
import { GroupedDevices } from './grouped-devices.service.js';
import { ProtectedDeviceGroups } from './protected-device-groups.service.js';

/** Groups of devices: `/configuration_manager/devicegroups`, collection `device_groups`. */
@Module({
  imports: [
    MongooseModule.forFeature([{ name: DEVICE_GROUP_MODEL, schema: deviceGroupSchema }]),
    DevicesModule,
    ProtectedObjectsModule,
  ],
  controllers: [DeviceGroupsController],
  providers: [
    DeviceGroupEdits,
    DeviceGroupsRepository,
    DeviceGroupsService,
    GroupedDevices,
    ProtectedDeviceGroups,
  ],
})
export class DeviceGroupsModule {}
