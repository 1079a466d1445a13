import { Module } from '@nestjs/common';
import { BackupsModule } from '../backups/backups.module.js';
import { CollectingModule } from '../collecting/collecting.module.js';
import { DevicesModule } from '../devices/devices.module.js';
import { DeviceAutomation } from './device-automation.service.js';

/** Devices and backups for automations of other domains. */
@Module({
  imports: [BackupsModule, CollectingModule, DevicesModule],
  providers: [DeviceAutomation],
  exports: [DeviceAutomation],
})
export class DeviceAutomationModule {}
