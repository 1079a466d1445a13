import { Module } from '@nestjs/common';
import { BackupsModule } from '#domains/backups/records/backups.module.js';
import { DeviceChangesModule } from '../changes/device-changes.module.js';
import { CollectingModule } from '#domains/backups/collecting/collecting.module.js';
import { DevicesModule } from '#domains/devices/inventory/devices.module.js';
import { DeviceConfigurationController } from './device-configuration.controller.js';
import { DeviceAutomationService } from './device-automation.service.js';

/** Devices and backups for automations of other domains. */
@Module({
  imports: [BackupsModule, CollectingModule, DeviceChangesModule, DevicesModule],
  controllers: [DeviceConfigurationController],
  providers: [DeviceAutomationService],
  exports: [DeviceAutomationService, DeviceChangesModule],
})
export class DeviceAutomationModule {}
