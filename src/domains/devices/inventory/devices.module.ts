import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { DeviceConnectorModule } from '../../../connectors/devices/device-connector.module.js';
import { GuardedObjectsModule } from '../../../platform/auth/guarded-objects.module.js';
import { ListTotalsModule } from '../../../platform/database/list-totals.module.js';
import { UserManagementModule } from '../../user-management/user-management.module.js';
import { AdaptersModule } from '../../adapters/adapters.module.js';
import { DEVICE_MODEL, deviceSchema } from './device.schema.js';
import { DeviceAdaptersService } from './device-adapters.service.js';
import { DeviceChecksService } from './device-checks.service.js';
import { DeviceAccessListenersService } from './device-access-listeners.service.js';
import { DeviceGbacService } from './device-gbac.service.js';
import { DeviceImportsService } from './device-imports.service.js';
import { DeviceLocksService } from './device-locks.service.js';
import { DeviceSessionsService } from './device-sessions.service.js';
import { DeviceSettingsService } from './device-settings.service.js';
import { DeviceStatesRepository } from './device-states.repository.js';
import { DEVICE_WORK_MODEL, deviceWorkSchema } from './device-work.schema.js';
import { DeviceWorksRepository } from './device-works.repository.js';
import { DeviceWritesService } from './device-writes.service.js';
import { DevicesController } from './devices.controller.js';
import { DevicesRepository } from './devices.repository.js';
import { DevicesService } from './devices.service.js';
import { GuardedDevicesService } from './guarded-devices.service.js';

const MODELS = [
  { name: DEVICE_MODEL, schema: deviceSchema },
  { name: DEVICE_WORK_MODEL, schema: deviceWorkSchema },
];

/**
 * Network devices, and who may work on one at a time: `/configuration_manager/devices`, collections
 * `devices` and `device_works`. Whoever speaks with a device does so within `DeviceSessionsService`, whoever
 * changes one holds its lock (`DeviceLocksService`).
 */
@Module({
  imports: [
    MongooseModule.forFeature(MODELS),
    AdaptersModule,
    DeviceConnectorModule,
    ListTotalsModule,
    GuardedObjectsModule,
    UserManagementModule,
  ],
  controllers: [DevicesController],
  providers: [
    DeviceAdaptersService,
    DeviceChecksService,
    DeviceAccessListenersService,
    DeviceGbacService,
    DeviceImportsService,
    DeviceLocksService,
    DeviceSessionsService,
    DeviceSettingsService,
    DeviceStatesRepository,
    DeviceWorksRepository,
    DeviceWritesService,
    DevicesRepository,
    DevicesService,
    GuardedDevicesService,
  ],
  exports: [
    DeviceAccessListenersService,
    DeviceGbacService,
    DeviceLocksService,
    DeviceSessionsService,
    DeviceStatesRepository,
    DevicesRepository,
    DevicesService,
  ],
})
export class DevicesModule {}
