import { type DynamicModule, Module } from '@nestjs/common';
import { IdempotencyModule } from '../api/idempotency/idempotency.module.js';
import { AuditModule } from '../domains/audit/audit.module.js';
import { UserManagementModule } from '../domains/user-management/user-management.module.js';
import { AuditTrailModule } from '../platform/audit/audit-trail.module.js';
import { type Config } from '../platform/config/config.js';
import { ConfigModule } from '../platform/config/config.module.js';
import { DatabaseModule } from '../platform/database/database.module.js';
import { EventsLogModule } from '../platform/events/events-log.module.js';
import { LoggingModule } from '../platform/logging/logging.module.js';
import { SecretsModule } from '../platform/secrets/secrets.module.js';
import { SystemModule } from '../platform/system/system.module.js';

/** What commands need of the platform: accounts and the audit trail, and no HTTP. */
@Module({})
export class CommandsModule {
  static with(config: Config, databaseUri: string): DynamicModule {
    return {
      module: CommandsModule,
      imports: [
        ConfigModule.with(config),
        SystemModule,
        LoggingModule,
        DatabaseModule.with(databaseUri),
        SecretsModule,
        AuditTrailModule,
        EventsLogModule,
        IdempotencyModule,
        UserManagementModule,
        AuditModule,
      ],
    };
  }
}
