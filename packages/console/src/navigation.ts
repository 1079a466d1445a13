/** A screen in the navigation. */
export interface NavigationItem {
  readonly path: string;
  readonly title: string;
  /** The operation that it is made of: who may not call it finds a screen that says so. */
  readonly operation?: string;
  /** What else people call it. */
  readonly also?: string;
  /** The key after `g` that leads there. */
  readonly key: string;
}

/** The screens of the console, in the order in which an operator needs them. */
export const NAVIGATION: readonly NavigationItem[] = [
  { path: '/', title: 'Home', key: 'h' },
  { path: '/jobs', title: 'Jobs', operation: 'listJobs', key: 'j' },
  { path: '/tasks', title: 'Tasks', operation: 'listManualTasks', key: 't' },
  { path: '/workflows', title: 'Workflows', operation: 'searchWorkflows', key: 'w' },
  {
    ...{ path: '/documents', title: 'Documents', also: 'transformations, templates, forms' },
    ...{ operation: 'searchTransformations', key: 'm' },
  },
  { path: '/automations', title: 'Automations', operation: 'listAutomations', key: 'a' },
  { path: '/devices', title: 'Devices', operation: 'listDevices', key: 'd' },
  { path: '/search', title: 'Configurations', operation: 'searchBackupTexts', key: 'c' },
  {
    ...{ path: '/packages', title: 'Packages', also: 'prebuilts, artifacts' },
    ...{ operation: 'listPrebuilts', key: 'p' },
  },
  { path: '/orchestrator', title: 'Orchestrator', operation: 'listServiceInstances', key: 'o' },
  { path: '/integrations', title: 'Integrations', operation: 'listIntegrations', key: 'i' },
  { path: '/events', title: 'Events', operation: 'listEvents', key: 'e' },
  { path: '/audit', title: 'Audit', operation: 'listAuditEntries', key: 'u' },
  // Everybody has tokens, sessions and a password of their own.
  { path: '/access', title: 'Access', key: 'r' },
  { path: '/profiles', title: 'Profiles', operation: 'listProfiles', key: 'f' },
  { path: '/health', title: 'Health', operation: 'healthStatus', key: 's' },
];

/** The address of the screen of one object. */
export function pathOf(screen: string, object: string): string {
  return `/${screen}/${encodeURIComponent(object)}`;
}

/** The object that the address of this screen names; as it stands where it is not encoded as it should be. */
export function objectInPath(): string {
  const [, , , object = ''] = location.pathname.split('/');
  try {
    return decodeURIComponent(object);
  } catch {
    return object;
  }
}
