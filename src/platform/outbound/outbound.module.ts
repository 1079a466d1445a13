import { Module } from '@nestjs/common';
import { type Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { resolveBySystem } from './checked-lookup.js';
import { OutboundClient } from './outbound-client.js';
import { DEFAULT_RETRY_POLICY } from './retry-policy.js';

/** The one HTTP client for calls to other systems; owns no operation and no collection. */
@Module({
  providers: [
    {
      provide: OutboundClient,
      useFactory: (config: Config) =>
        new OutboundClient(config.outbound, {
          resolve: resolveBySystem,
          random: Math.random,
          retryPolicy: DEFAULT_RETRY_POLICY,
        }),
      inject: [CONFIG],
    },
  ],
  exports: [OutboundClient],
})
export class OutboundModule {}
