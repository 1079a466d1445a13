import { ADAPTER_OPERATIONS } from './adapters.js';
import { APPLICATION_OPERATIONS } from './applications.js';
import { AUDIT_OPERATIONS } from './audit.js';
import { AUTOMATION_OPERATIONS } from './automations.js';
import { BACKUP_SEARCH_OPERATIONS } from './backup-search.js';
import { BACKUP_OPERATIONS } from './backups.js';
import { CATALOGUE_OPERATIONS } from './catalogue.js';
import { CREDENTIAL_OPERATIONS } from './credentials.js';
import { DEVICE_CHANGE_OPERATIONS } from './device-changes.js';
import { DEVICE_GROUP_OPERATIONS } from './device-groups.js';
import { DEVICE_OPERATIONS } from './devices.js';
import { ENGINE_MAINTENANCE_OPERATIONS } from './engine-maintenance.js';
import { EVENT_OPERATIONS } from './events.js';
import { EXTERNAL_SIGN_IN_OPERATIONS } from './external-sign-in.js';
import { FORM_OPERATIONS } from './forms.js';
import { IMPORT_OPERATIONS } from './importing.js';
import { INTEGRATION_OPERATIONS } from './integrations.js';
import { INTERFACE_OPERATIONS } from './interface.js';
import { JOB_FOLLOWING_OPERATIONS } from './job-following.js';
import { JOB_OPERATIONS } from './jobs.js';
import { JSON_FORM_OPERATIONS } from './json-forms.js';
import { MANUAL_TASK_OPERATIONS } from './manual-tasks.js';
import { MCP_OPERATIONS } from './mcp.js';
import { type OperationSpec } from './operation-spec.js';
import { OPERATIONAL_OPERATIONS } from './operational.js';
import { PACKAGE_CHANGE_OPERATIONS } from './package-changes.js';
import { PROFILE_OPERATIONS } from './profiles.js';
import { REPOSITORY_REFRESH_OPERATIONS } from './repository-refresh.js';
import { SCIM_OPERATIONS } from './scim.js';
import { SERVICE_INSTANCE_OPERATIONS } from './service-instances.js';
import { SIGN_IN_OPERATIONS } from './sign-in.js';
import { TAG_OPERATIONS } from './tags.js';
import { TEMPLATE_OPERATIONS } from './templates.js';
import { TEXT_TEMPLATE_OPERATIONS } from './text-templates.js';
import { TRACKED_OPERATIONS } from './tracked-operations.js';
import { TRANSFORMATION_OPERATIONS } from './transformations.js';
import { TRIGGER_FIRING_OPERATIONS } from './trigger-firing.js';
import { TRIGGER_OPERATIONS } from './triggers.js';
import { USER_OPERATIONS } from './users.js';
import { NOTIFICATION_OPERATIONS } from './notifications.js';
import { WEBHOOK_OPERATIONS } from './webhooks.js';
import { WORKFLOW_OPERATIONS } from './workflows.js';

/** Every operation there is. A route that is not here is refused. */
export const OPERATIONS = {
  ...INTERFACE_OPERATIONS,
  ...SIGN_IN_OPERATIONS,
  ...EXTERNAL_SIGN_IN_OPERATIONS,
  ...USER_OPERATIONS,
  ...CREDENTIAL_OPERATIONS,
  ...SCIM_OPERATIONS,
  ...AUDIT_OPERATIONS,
  ...CATALOGUE_OPERATIONS,
  ...REPOSITORY_REFRESH_OPERATIONS,
  ...PACKAGE_CHANGE_OPERATIONS,
  ...TRACKED_OPERATIONS,
  ...PROFILE_OPERATIONS,
  ...INTEGRATION_OPERATIONS,
  ...TRANSFORMATION_OPERATIONS,
  ...WORKFLOW_OPERATIONS,
  ...FORM_OPERATIONS,
  ...JSON_FORM_OPERATIONS,
  ...TEMPLATE_OPERATIONS,
  ...TEXT_TEMPLATE_OPERATIONS,
  ...IMPORT_OPERATIONS,
  ...TAG_OPERATIONS,
  ...AUTOMATION_OPERATIONS,
  ...TRIGGER_OPERATIONS,
  ...TRIGGER_FIRING_OPERATIONS,
  ...JOB_OPERATIONS,
  ...JOB_FOLLOWING_OPERATIONS,
  ...MANUAL_TASK_OPERATIONS,
  ...ENGINE_MAINTENANCE_OPERATIONS,
  ...ADAPTER_OPERATIONS,
  ...SERVICE_INSTANCE_OPERATIONS,
  ...DEVICE_OPERATIONS,
  ...DEVICE_GROUP_OPERATIONS,
  ...DEVICE_CHANGE_OPERATIONS,
  ...BACKUP_OPERATIONS,
  ...BACKUP_SEARCH_OPERATIONS,
  ...EVENT_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...NOTIFICATION_OPERATIONS,
  ...MCP_OPERATIONS,
  ...APPLICATION_OPERATIONS,
  ...OPERATIONAL_OPERATIONS,
} as const;

export type OperationId = keyof typeof OPERATIONS;

/** The row of an operation, widened to what every row may hold. */
export function operationSpec(id: OperationId): OperationSpec {
  return OPERATIONS[id];
}

/** Ids of the operations that are mounted. */
export const BUILT_OPERATIONS = (Object.keys(OPERATIONS) as OperationId[]).filter(
  (id) => operationSpec(id).state === 'built',
);
