import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { GuardedObjectsModule } from '../../../platform/auth/guarded-objects.module.js';
import { DevicesModule } from '../inventory/devices.module.js';
import { DEVICE_GROUP_MODEL, deviceGroupSchema } from './device-group.schema.js';
import { DeviceGroupEditsService } from './device-group-edits.service.js';
import { DeviceGroupsController } from './device-groups.controller.js';
import { DeviceGroupsRepository } from './device-groups.repository.js';
import { DeviceGroupsService } from './device-groups.service.js';
import { GroupedDevicesService } from './grouped-devices.service.js';
import { GuardedDeviceGroupsService } from './guarded-device-groups.service.js';

/** Groups of devices: `/configuration_manager/devicegroups`, collection `device_groups`. */
@Module({
  imports: [
    MongooseModule.forFeature([{ name: DEVICE_GROUP_MODEL, schema: deviceGroupSchema }]),
    DevicesModule,
    GuardedObjectsModule,
  ],
  controllers: [DeviceGroupsController],
  providers: [
    DeviceGroupEditsService,
    DeviceGroupsRepository,
    DeviceGroupsService,
    GroupedDevicesService,
    GuardedDeviceGroupsService,
  ],
  exports: [DeviceGroupsService],
})
export class DeviceGroupsModule {}
