import { Module } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { type Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { AppLogger } from '../../platform/logging/app-logger.js';
import { OutboundClient } from '../../platform/outbound/outbound-client.js';
import { OutboundModule } from '../../platform/outbound/outbound.module.js';
import { Directory } from './directory.js';
import { LdapDirectory } from './ldap.directory.js';
import { OpenIdClientProvider } from './open-id-client.provider.js';
import { OpenIdProvider } from './open-id-provider.js';

/** Those who vouch for users: one provider of OpenID Connect and one directory, where configured. */
@Module({
  imports: [OutboundModule],
  providers: [
    {
      provide: OpenIdProvider,
      useFactory: (config: Config, outbound: OutboundClient, clock: Clock) =>
        new OpenIdClientProvider(config.openIdConnect, outbound, clock),
      inject: [CONFIG, OutboundClient, Clock],
    },
    {
      provide: Directory,
      useFactory: (config: Config, log: AppLogger, clock: Clock) =>
        new LdapDirectory(config.ldap, config.outbound, log, clock),
      inject: [CONFIG, AppLogger, Clock],
    },
  ],
  exports: [OpenIdProvider, Directory],
})
export class IdentityProvidersModule {}
