import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { DeviceConnectorModule } from '../../../connectors/devices/device-connector.module.js';
import { ProtectedObjectsModule } from '../../../platform/auth/protected-objects.module.js';
import { ListTotalsModule } from '../../../platform/database/list-totals.module.js';
import { UserManagementModule } from '../../user-management/user-management.module.js';
import { AdaptersModule } from '../../adapters/adapters.module.js';
import { DEVICE_MODEL, deviceSchema } from './device.schema.js';
import { DeviceAdapters } from './device-adapters.service.js';
import { DeviceChecks } from './device-checks.service.js';
import { DeviceFollowers } from './device-followers.service.js';
import { DeviceGbac } from './device-gbac.service.js';
import { DeviceImports } from './device-imports.service.js';
import { DeviceLocks } from './device-locks.service.js';
import { DeviceSessions } from './device-sessions.service.js';
import { DeviceStatesRepository } from './device-states.repository.js';
import { DEVICE_WORK_MODEL, deviceWorkSchema } from './device-work.schema.js';
import { DeviceWorksRepository } from './device-works.repository.js';
import { DeviceWrites } from './device-writes.service.js';
import { DevicesController } from './devices.controller.js';
import { DevicesRepository } from './devices.repository.js';
import { DevicesService } from './devices.service.js';
import { ProtectedDevices } from './protected-devices.service.js';

const MODELS = [
  { name: DEVICE_MODEL, schema: deviceSchema },
  { name: DEVICE_WORK_MODEL, schema: deviceWorkSchema },
];

/**
 * Network devices, and who may work on one at a time: `/configuration_manager/devices`, collections
 * `devices` and `device_works`. Whoever speaks with a device does so within `DeviceSessions`, whoever
 * changes one holds its lock (`DeviceLocks`).
 */
@Module({
  imports: [
    MongooseModule.forFeature(MODELS),
    AdaptersModule,
    DeviceConnectorModule,
    ListTotalsModule,
    ProtectedObjectsModule,
    UserManagementModule,
  ],
  controllers: [DevicesController],
  providers: [
    DeviceAdapters,
    DeviceChecks,
    DeviceFollowers,
    DeviceGbac,
    DeviceImports,
    DeviceLocks,
    DeviceSessions,
    DeviceStatesRepository,
    DeviceWorksRepository,
    DeviceWrites,
    DevicesRepository,
    DevicesService,
    ProtectedDevices,
  ],
  exports: [
    DeviceFollowers,
    DeviceGbac,
    DeviceLocks,
    DeviceSessions,
    DeviceStatesRepository,
    DevicesRepository,
    DevicesService,
  ],
})
export class DevicesModule {}
