import { type DynamicModule, Module } from '@nestjs/common';
import { AccessModule } from './api/access/access.module.js';
import { ApiModule } from './api/api.module.js';
import { RequestAuditModule } from './api/audit/request-audit.module.js';
import { seedsProvider } from './app.seeds.js';
import { AdaptersModule } from './domains/adapters/adapters.module.js';
import { ArtifactsModule } from './domains/artifacts/artifacts.module.js';
import { CatalogueModule } from './domains/catalogue/catalogue.module.js';
import { AuditModule } from './domains/audit/audit.module.js';
import { AutomationsModule } from './domains/automations/automations.module.js';
import { TriggerFiringModule } from './domains/automations/trigger-firing.module.js';
import { BackupsModule } from '#domains/backups/records/backups.module.js';
import { DeviceChangesModule } from '#domains/device-changes/changes/device-changes.module.js';
import { CollectingModule } from '#domains/backups/collecting/collecting.module.js';
import { DeviceGroupsModule } from '#domains/devices/groups/device-groups.module.js';
import { DevicesModule } from '#domains/devices/inventory/devices.module.js';
import { BackupSearchModule } from '#domains/backups/search/backup-search.module.js';
import { ContentModule } from './domains/content/content.module.js';
import { EventsModule } from './domains/events/events.module.js';
import { NotificationsModule } from './domains/notifications/notifications.module.js';
import { IntegrationsModule } from './domains/integrations/integrations.module.js';
import { McpModule } from './domains/mcp/mcp.module.js';
import { OrchestratorModule } from './domains/orchestrator/orchestrator.module.js';
import { PrebuiltsModule } from './domains/prebuilts/prebuilts.module.js';
import { ProfileOperationsModule } from './domains/profiles/profile-operations.module.js';
import { ProfilesModule } from './domains/profiles/profiles.module.js';
import { ScimModule } from './domains/scim/scim.module.js';
import { ServiceManagementModule } from './domains/service-management/service-management.module.js';
import { OperationsModule } from './domains/tracking/operations.module.js';
import { UserManagementModule } from './domains/user-management/user-management.module.js';
import { WorkflowEngineModule } from './domains/workflow-engine/workflow-engine.module.js';
import { AuditTrailModule } from './platform/audit/audit-trail.module.js';
import { type Config } from './platform/config/config.js';
import { ConfigModule } from './platform/config/config.module.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { type DatabaseLauncher } from './platform/database/launcher/database-launcher.js';
import { EventsLogModule } from './platform/events/events-log.module.js';
import { LoggingModule } from './platform/logging/logging.module.js';
import { OutboundModule } from './platform/outbound/outbound.module.js';
import { SecretsModule } from './platform/secrets/secrets.module.js';
import { SystemModule } from './platform/system/system.module.js';
import { TrackingModule } from './platform/tracking/tracking.module.js';

export interface AppOptions {
  readonly config: Config;
  readonly databaseUri: string;
  /** What brought the database up; a server of others when absent. */
  readonly launcher?: DatabaseLauncher;
}

/** The domains in the interface's order, and what they need. */
const DOMAINS = [
  PrebuiltsModule,
  ArtifactsModule,
  CatalogueModule,
  UserManagementModule,
  ScimModule,
  ProfilesModule,
  AuditModule,
  ProfileOperationsModule,
  IntegrationsModule,
  AdaptersModule,
  OrchestratorModule,
  ServiceManagementModule,
  DevicesModule,
  DeviceGroupsModule,
  BackupsModule,
  BackupSearchModule,
  CollectingModule,
  DeviceChangesModule,
  ContentModule,
  EventsModule,
  NotificationsModule,
  AutomationsModule,
  TriggerFiringModule,
  WorkflowEngineModule,
  OperationsModule,
  McpModule,
];

/** The composition root: platform, contract, and the domains in the interface's order. */
@Module({})
export class AppModule {
  static with({ config, databaseUri, launcher }: AppOptions): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(config),
        SystemModule,
        LoggingModule,
        DatabaseModule.with(databaseUri, launcher),
        SecretsModule,
        AuditTrailModule,
        EventsLogModule,
        OutboundModule,
        TrackingModule,
        AccessModule.over(UserManagementModule),
        RequestAuditModule.over(AuditModule),
        ApiModule,
        ...DOMAINS,
      ],
      providers: [seedsProvider],
    };
  }
}
