import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ProtectedObjectsModule } from '../../../platform/auth/protected-objects.module.js';
import { DevicesModule } from '../inventory/devices.module.js';
import { DEVICE_GROUP_MODEL, deviceGroupSchema } from './device-group.schema.js';
import { DeviceGroupEditsService } from './device-group-edits.service.js';
import { DeviceGroupsController } from './device-groups.controller.js';
import { DeviceGroupsRepository } from './device-groups.repository.js';
import { DeviceGroupsService } from './device-groups.service.js';
import { GroupedDevicesService } from './grouped-devices.service.js';
import { ProtectedDeviceGroupsService } from './protected-device-groups.service.js';

/** Groups of devices: `/configuration_manager/devicegroups`, collection `device_groups`. */
@Module({
  imports: [
    MongooseModule.forFeature([{ name: DEVICE_GROUP_MODEL, schema: deviceGroupSchema }]),
    DevicesModule,
    ProtectedObjectsModule,
  ],
  controllers: [DeviceGroupsController],
  providers: [
    DeviceGroupEditsService,
    DeviceGroupsRepository,
    DeviceGroupsService,
    GroupedDevicesService,
    ProtectedDeviceGroupsService,
  ],
  exports: [DeviceGroupsService],
})
export class DeviceGroupsModule {}
