import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { SchedulingModule } from '../../../platform/scheduling/scheduling.module.js';
import { WorkModule } from '../../../platform/work/work.module.js';
import { BackupsModule } from '#domains/backups/records/backups.module.js';
import { DevicesModule } from '#domains/devices/inventory/devices.module.js';
import { PostChangeCheckService } from './post-change-check.service.js';
import { ChangePlannerService } from './change-planner.service.js';
import { ChangePusherService } from './change-pusher.service.js';
import { ChangeRecordsService } from './change-records.service.js';
import { ChangeSessionsService } from './change-sessions.service.js';
import { ChangeSourcesService } from './change-sources.service.js';
import { DEVICE_CHANGE_MODEL, deviceChangeSchema } from './device-change.schema.js';
import { DeviceChangesController } from './device-changes.controller.js';
import { DeviceChangesRepository } from './device-changes.repository.js';
import { DeviceChangesService } from './device-changes.service.js';
import { DeviceCommandsService } from './device-commands.service.js';

const MODELS = [{ name: DEVICE_CHANGE_MODEL, schema: deviceChangeSchema }];

/**
 * Changes of devices and commands on them: `/configuration_manager/devices/:name/changes`, `/commands`
 * and `/configuration_manager/changes`; owns the collection `device_changes`.
 */
@Module({
  imports: [
    MongooseModule.forFeature(MODELS),
    BackupsModule,
    DevicesModule,
    SchedulingModule,
    WorkModule,
  ],
  controllers: [DeviceChangesController],
  providers: [
    PostChangeCheckService,
    ChangePlannerService,
    ChangePusherService,
    ChangeRecordsService,
    ChangeSessionsService,
    ChangeSourcesService,
    DeviceChangesService,
    DeviceChangesRepository,
    DeviceCommandsService,
  ],
  exports: [DeviceChangesService, DeviceCommandsService],
})
export class DeviceChangesModule {}
