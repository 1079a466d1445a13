import { type DynamicModule, type Type } from '@nestjs/common';
import { getConnectionToken } from '@nestjs/mongoose';
import { Test, type TestingModule, type TestingModuleBuilder } from '@nestjs/testing';
import { type Connection } from 'mongoose';
import { AuditTrailModule } from '../../src/platform/audit/audit-trail.module.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { ConfigModule } from '../../src/platform/config/config.module.js';
import { DatabaseModule } from '../../src/platform/database/database.module.js';
import { prepareDatabase } from '../../src/platform/database/prepare-database.js';
import { type Seed } from '../../src/platform/database/seed.js';
import { EventsLogModule } from '../../src/platform/events/events-log.module.js';
import { LoggingModule } from '../../src/platform/logging/logging.module.js';
import { SecretsModule } from '../../src/platform/secrets/secrets.module.js';
import { SystemModule } from '../../src/platform/system/system.module.js';
import { TrackingModule } from '../../src/platform/tracking/tracking.module.js';

const SECRETS_KEYS = Buffer.alloc(32, 7).toString('base64');

export interface DomainAppOptions {
  readonly uri: string;
  readonly module: Type | DynamicModule;
  readonly env?: Readonly<Record<string, string>>;
  readonly seeds?: readonly Type<Seed>[];
  /** Replaces providers: the clock, for example. */
  readonly override?: (builder: TestingModuleBuilder) => TestingModuleBuilder;
}

/** One domain on the platform floor, without HTTP: for what repositories and services do. */
export async function startDomain(options: DomainAppOptions): Promise<TestingModule> {
  const { uri, module, env, seeds = [], override } = options;
  const builder = Test.createTestingModule({
    imports: [
      ConfigModule.with(loadConfig({ LOG_LEVEL: 'silent', SECRETS_KEYS, ...env })),
      SystemModule,
      LoggingModule,
      DatabaseModule.with(uri),
      SecretsModule,
      EventsLogModule,
      AuditTrailModule,
      TrackingModule,
      module,
    ],
  });
  const app = await (override?.(builder) ?? builder).compile();
  await app.init();
  await prepareDatabase({
    connection: app.get<Connection>(getConnectionToken(), { strict: false }),
    migrations: [],
    seeds: seeds.map((seed) => app.get<Seed>(seed, { strict: false })),
  });
  return app;
}
