import { type OperationId } from '#api/operations/operations.js';

/** Something that can be listed and looked at, and the operations that do it. */
export interface Kind {
  readonly list?: OperationId;
  readonly get?: OperationId;
  /** Those of one device alone are listed. */
  readonly ofDevice?: true;
  /** The field by which `search` finds them; absent where it does not look. */
  readonly found?: 'name' | 'username';
}

const NAMED = { found: 'name' } as const;

/** Everything that tools show. What is not here is not shown, whatever the roles of the caller. */
export const KINDS = {
  workflow: { ...NAMED, list: 'searchWorkflows', get: 'getWorkflow' },
  automation: { ...NAMED, list: 'listAutomations', get: 'getAutomation' },
  trigger: { ...NAMED, list: 'listTriggers', get: 'getTrigger' },
  job: { ...NAMED, list: 'listJobs', get: 'getJob' },
  task: { list: 'listManualTasks', get: 'getManualTask' },
  form: { ...NAMED, list: 'listForms', get: 'getForm' },
  'json-form': { ...NAMED, list: 'listJsonForms', get: 'getJsonForm' },
  transformation: { ...NAMED, list: 'searchTransformations', get: 'getTransformation' },
  template: { ...NAMED, list: 'listTextTemplates', get: 'getTextTemplate' },
  'command-template': { ...NAMED, list: 'listTemplates', get: 'getTemplate' },
  'analytic-template': { ...NAMED, list: 'listAnalyticTemplates', get: 'getAnalyticTemplate' },
  project: { ...NAMED, list: 'listProjects', get: 'getProject' },
  package: { ...NAMED, list: 'listInstalledArtifacts', get: 'getPrebuilt' },
  'available-package': { ...NAMED, list: 'listAvailableArtifacts' },
  device: { ...NAMED, list: 'listDevices', get: 'getDevice' },
  'device-group': { ...NAMED, list: 'listDeviceGroups', get: 'getDeviceGroup' },
  'device-change': { list: 'listDeviceChanges', get: 'getDeviceChange', ofDevice: true },
  backup: { list: 'listDeviceBackups', get: 'getBackup', ofDevice: true },
  adapter: { ...NAMED, list: 'listAdapters', get: 'getAdapter' },
  integration: { ...NAMED, list: 'listIntegrations', get: 'getIntegration' },
  'service-instance': { list: 'listServiceInstances', get: 'getServiceInstance' },
  'service-change': { list: 'listServiceChanges', get: 'getServiceChange' },
  event: { list: 'listEvents', get: 'getEvent' },
  account: { found: 'username', list: 'listAccounts', get: 'getAccount' },
  group: { ...NAMED, list: 'listGroups', get: 'getGroup' },
  role: { ...NAMED, list: 'listRoleRecords', get: 'getRole' },
  'audit-entry': { list: 'listAuditEntries', get: 'getAuditEntry' },
  operation: { list: 'listOperations', get: 'getOperation' },
} as const satisfies Readonly<Record<string, Kind>>;

export type KindName = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as KindName[];

/** A kind, widened to what every kind may hold. */
export function kindOf(name: KindName): Kind {
  return KINDS[name];
}
