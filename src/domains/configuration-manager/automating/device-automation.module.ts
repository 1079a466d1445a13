import { Module } from '@nestjs/common';
import { BackupsModule } from '../backups/backups.module.js';
import { DeviceChangesModule } from '../changes/device-changes.module.js';
import { CollectingModule } from '../collecting/collecting.module.js';
import { DevicesModule } from '../devices/devices.module.js';
import { DeviceConfigurationController } from './device-configuration.controller.js';
import { DeviceAutomation } from './device-automation.service.js';

/** Devices and backups for automations of other domains. */
@Module({
  imports: [BackupsModule, CollectingModule, DeviceChangesModule, DevicesModule],
  controllers: [DeviceConfigurationController],
  providers: [DeviceAutomation],
  exports: [DeviceAutomation, DeviceChangesModule],
})
export class DeviceAutomationModule {}
