import { type INestApplicationContext, type Type } from '@nestjs/common';
import { type OperationId } from '../../../src/api/operations/operations.js';
import { PackagesRepository } from '../../../src/domains/artifacts/stored/packages.repository.js';
import { AdaptersRepository } from '../../../src/domains/adapters/records/adapters.repository.js';
import { AuditEntriesRepository } from '../../../src/domains/audit/audit-entries.repository.js';
import { TriggerRunsRepository } from '../../../src/domains/automations/firing/trigger-runs.repository.js';
import { AutomationsRepository } from '../../../src/domains/automations/stored/automations.repository.js';
import { TriggersRepository } from '../../../src/domains/automations/triggers/triggers.repository.js';
import { BackupRunsRepository } from '../../../src/domains/backups/collecting/backup-runs.repository.js';
import { BackupSchedulesRepository } from '../../../src/domains/backups/collecting/backup-schedules.repository.js';
import { RetentionPoliciesRepository } from '../../../src/domains/backups/retention/retention-policies.repository.js';
import { BackupListsRepository } from '../../../src/domains/backups/store/backup-lists.repository.js';
import { ProjectsRepository } from '../../../src/domains/content/projects/projects.repository.js';
import { type ContentKindName } from '../../../src/domains/content/kinds/content-kinds.js';
import { ContentRepositories } from '../../../src/domains/content/records/content-repositories.repository.js';
import { TemplateVerdictsRepository } from '../../../src/domains/content/templates/results/template-verdicts.repository.js';
import { DeviceChangesRepository } from '../../../src/domains/device-changes/changes/device-changes.repository.js';
import { DeviceGroupsRepository } from '../../../src/domains/devices/groups/device-groups.repository.js';
import { StoredEventsRepository } from '../../../src/domains/events/log/stored-events.repository.js';
import { EventTypesRepository } from '../../../src/domains/events/registry/event-types.repository.js';
import { DeliveriesRepository } from '../../../src/domains/events/deliveries/deliveries.repository.js';
import { WebhooksRepository } from '../../../src/domains/events/webhooks/webhooks.repository.js';
import { IntegrationModelsRepository } from '../../../src/domains/integrations/models/integration-models.repository.js';
import { IntegrationsRepository } from '../../../src/domains/integrations/stored/integrations.repository.js';
import { ChannelsRepository } from '../../../src/domains/notifications/stored/channels.repository.js';
import { RulesRepository } from '../../../src/domains/notifications/stored/rules.repository.js';
import { ProfilesRepository } from '../../../src/domains/profiles/profiles.repository.js';
import { ServiceChangesRepository } from '../../../src/domains/service-management/changes/service-changes.repository.js';
import { ServiceInstancesRepository } from '../../../src/domains/service-management/stored/service-instances.repository.js';
import { VisibleOperationsRepository } from '../../../src/domains/tracking/visible-operations.repository.js';
import { SessionsRepository } from '../../../src/domains/user-management/sessions/sessions.repository.js';
import { AccountsRepository } from '../../../src/domains/user-management/stored/accounts.repository.js';
import { GroupsRepository } from '../../../src/domains/user-management/stored/groups.repository.js';
import { RolesRepository } from '../../../src/domains/user-management/stored/roles.repository.js';
import { ApiTokensRepository } from '../../../src/domains/user-management/tokens/api-tokens.repository.js';
import { JobListRepository } from '../../../src/domains/workflow-engine/listing/job-list.repository.js';
import { ManualTasksRepository } from '../../../src/domains/workflow-engine/manual/manual-tasks.repository.js';
import { type Principal } from '../../../src/kernel/principal.js';
import { type StoredList } from '../../../src/platform/database/lists/stored-filter.js';
import { OPERATION_KINDS } from '../../../src/platform/tracking/tracked-operation.js';
import { TEXT, TIME } from './sample-values.js';

/** How the rows of a list are read, and what is theirs beside what models and the declaration say. */
export interface ListRead {
  readonly collection: string;
  readonly read: (app: INestApplicationContext, part: StoredList, who: Principal) => unknown;
  readonly row?: (at: number) => object;
  /** Why all that is listed may be looked at. */
  readonly few?: string;
}

interface Plain {
  list(part: StoredList, who: Principal): unknown;
}

const get = <T>(app: INestApplicationContext, type: Type<T>): T => app.get(type, { strict: false });

function plain(collection: string, type: Type<Plain>, row?: ListRead['row']): ListRead {
  const read: ListRead['read'] = (app, part, who) => get(app, type).list(part, who);
  return { collection, read, ...(row && { row }) };
}

function content(collection: string, kind: ContentKindName): ListRead {
  const read: ListRead['read'] = (app, part) => get(app, ContentRepositories).of(kind).list(part);
  return { collection, read };
}

const later = () => ({ expires: new Date('2126-01-01T00:00:00Z') });
const packages = plain('packages', PackagesRepository, () => ({
  state: 'installed',
}));
const adapters = plain('adapters', AdaptersRepository);
const roles = { ...plain('roles', RolesRepository), few: 'there are few' };
const accounts = plain('accounts', AccountsRepository);

/** Every list of which the database answers conditions. */
export const LIST_READS: Partial<Record<OperationId, ListRead>> = {
  listAccounts: accounts,
  listServiceAccounts: accounts,
  listAdapterHealth: adapters,
  listAdapters: adapters,
  listAnalyticTemplateResults: plain('template_verdicts', TemplateVerdictsRepository),
  listAnalyticTemplates: content('analytic_templates', 'mop-analytic-template'),
  listApiTokens: {
    collection: 'api_tokens',
    read: (app, part) => get(app, ApiTokensRepository).list(null, part),
  },
  listAuditEntries: plain('audit_entries', AuditEntriesRepository),
  listAutomations: plain('automations', AutomationsRepository),
  listBackupRuns: plain('backup_runs', BackupRunsRepository),
  listBackupSchedules: plain('backup_schedules', BackupSchedulesRepository),
  listDeviceBackups: {
    collection: 'backups',
    read: (app, part, who) => get(app, BackupListsRepository).ofChains([TEXT], part, who),
    few: 'those of a few chains, all of which somebody sees or none',
  },
  listDeviceChanges: {
    collection: 'device_changes',
    read: (app, part) => get(app, DeviceChangesRepository).list(TEXT, part),
  },
  listDeviceGroups: plain('device_groups', DeviceGroupsRepository),
  listEventTypes: plain('event_types', EventTypesRepository),
  listEvents: plain('events', StoredEventsRepository),
  listForms: content('forms', 'form'),
  listGroups: plain('groups', GroupsRepository),
  listInstalledArtifacts: packages,
  listInstalledPrebuilts: packages,
  listIntegrationModels: plain('integration_models', IntegrationModelsRepository),
  listIntegrations: plain('integrations', IntegrationsRepository),
  listJobs: {
    collection: 'jobs',
    read: (app, part, principal) => {
      const filter = { status: [], startedByRuns: undefined };
      const list = { ...part, after: null };
      return get(app, JobListRepository).list({ filter, principal } as never, list);
    },
  },
  listJsonForms: content('json_forms', 'json-form'),
  listManualTasks: {
    collection: 'job_tasks',
    read: (app, part, who) => get(app, ManualTasksRepository).list(part, who, TIME),
    row: () => ({ status: 'running', kind: 'manual' }),
    few: 'the indexes hold open tasks alone',
  },
  listOperations: {
    collection: 'tracked_operations',
    read: (app, part) => {
      const sight = { all: OPERATION_KINDS, own: [], accountId: TEXT };
      return get(app, VisibleOperationsRepository).list(part, sight);
    },
  },
  listProfiles: plain('profiles', ProfilesRepository),
  listProjects: plain('projects', ProjectsRepository),
  listRetentionPolicies: plain('retention_policies', RetentionPoliciesRepository),
  listRoleRecords: roles,
  listRoles: roles,
  listServiceChanges: plain('service_changes', ServiceChangesRepository),
  listServiceInstances: plain('service_instances', ServiceInstancesRepository),
  listSessions: {
    collection: 'sessions',
    read: (app, part) => get(app, SessionsRepository).list({ account: null, after: TIME }, part),
    row: later,
  },
  listTemplates: content('command_templates', 'mop-template'),
  listTextTemplates: content('templates', 'template'),
  listTriggerRuns: {
    collection: 'trigger_runs',
    read: (app, part) => get(app, TriggerRunsRepository).list(TEXT, part),
  },
  listTriggers: {
    collection: 'triggers',
    read: (app, part) => get(app, TriggersRepository).list(part, []),
  },
  listNotificationChannels: plain('notification_channels', ChannelsRepository),
  listNotificationRules: plain('notification_rules', RulesRepository),
  listNotifications: {
    collection: 'event_deliveries',
    read: (app, part) => get(app, DeliveriesRepository).list(TEXT, part),
  },
  listWebhookDeliveries: {
    collection: 'event_deliveries',
    read: (app, part) => get(app, DeliveriesRepository).list(TEXT, part),
  },
  listWebhooks: plain('event_webhooks', WebhooksRepository),
  searchTransformations: content('transformations', 'transformation'),
  searchWorkflows: content('workflows', 'workflow'),
};
