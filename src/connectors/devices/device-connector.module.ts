import { Module } from '@nestjs/common';
import { type Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { AppLogger } from '../../platform/logging/app-logger.js';
import {
  type AddressValidator,
  deviceAddressValidator,
} from '../../platform/outbound/address-policy.js';
import { resolveBySystem } from '../../platform/outbound/checked-lookup.js';
import { HostList } from '../../platform/config/host-list.js';
import { DeviceConnector } from './device-connector.js';

/** Which addresses may be connected to as devices. */
export function deviceAddressValidatorFor({ devices, outbound }: Config): AddressValidator {
  const listOf = (entries: readonly string[]): HostList =>
    new HostList(entries, { includesSubdomains: false });
  return deviceAddressValidator(listOf(devices.networks), listOf(outbound.allow));
}

/** The way to devices over SSH; owns no operation and no collection. */
@Module({
  providers: [
    {
      provide: DeviceConnector,
      useFactory: (config: Config, log: AppLogger) =>
        new DeviceConnector(config.devices, {
          resolve: resolveBySystem,
          refusalOf: deviceAddressValidatorFor(config),
          onUnreachable: (host, reason) => {
            log.info({ host, reason }, 'device unreachable');
          },
        }),
      inject: [CONFIG, AppLogger],
    },
  ],
  exports: [DeviceConnector],
})
export class DeviceConnectorModule {}
