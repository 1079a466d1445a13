import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { SchedulingModule } from '../../../platform/scheduling/scheduling.module.js';
import { BackupsModule } from '#domains/backups/records/backups.module.js';
import { DevicesModule } from '#domains/devices/inventory/devices.module.js';
import { PostChangeCheck } from './post-change-check.service.js';
import { ChangePlanner } from './change-planner.service.js';
import { ChangePusher } from './change-pusher.service.js';
import { ChangeRecords } from './change-records.service.js';
import { ChangeSources } from './change-sources.service.js';
import { DEVICE_CHANGE_MODEL, deviceChangeSchema } from './device-change.schema.js';
import { DeviceChangesController } from './device-changes.controller.js';
import { DeviceChangesRepository } from './device-changes.repository.js';
import { DeviceChanges } from './device-changes.service.js';
import { DeviceCommands } from './device-commands.service.js';

const MODELS = [{ name: DEVICE_CHANGE_MODEL, schema: deviceChangeSchema }];

/**
 * Changes of devices and commands on them: `/configuration_manager/devices/:name/changes`, `/commands`
 * and `/configuration_manager/changes`; owns the collection `device_changes`.
 */
@Module({
  imports: [MongooseModule.forFeature(MODELS), BackupsModule, DevicesModule, SchedulingModule],
  controllers: [DeviceChangesController],
  providers: [
    PostChangeCheck,
    ChangePlanner,
    ChangePusher,
    ChangeRecords,
    ChangeSources,
    DeviceChanges,
    DeviceChangesRepository,
    DeviceCommands,
  ],
  exports: [DeviceChanges, DeviceCommands],
})
export class DeviceChangesModule {}
