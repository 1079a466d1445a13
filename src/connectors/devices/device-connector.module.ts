import { Module } from '@nestjs/common';
import { type Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { resolveBySystem } from '../../platform/outbound/checked-lookup.js';
import { DeviceConnector } from './device-connector.js';

/** The way to devices over SSH; owns no operation and no collection. */
@Module({
  providers: [
    {
      provide: DeviceConnector,
      useFactory: (config: Config) => new DeviceConnector(config.devices, resolveBySystem),
      inject: [CONFIG],
    },
  ],
  exports: [DeviceConnector],
})
export class DeviceConnectorModule {}
