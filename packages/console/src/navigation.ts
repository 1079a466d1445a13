import * as common from './texts/common.js';
import * as texts from './texts/frame.js';

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
  { path: '/', title: texts.home, key: 'h' },
  { path: '/jobs', title: common.jobs, operation: 'listJobs', key: 'j' },
  { path: '/tasks', title: common.tasks, operation: 'listManualTasks', key: 't' },
  { path: '/workflows', title: common.workflows, operation: 'searchWorkflows', key: 'w' },
  {
    path: '/documents',
    title: common.documents,
    also: texts.documentsAlso,
    operation: 'searchTransformations',
    key: 'm',
  },
  { path: '/automations', title: common.automations, operation: 'listAutomations', key: 'a' },
  { path: '/devices', title: common.devices, operation: 'listDevices', key: 'd' },
  { path: '/search', title: common.configurations, operation: 'searchBackupTexts', key: 'c' },
  {
    path: '/packages',
    title: common.packages,
    also: texts.packagesAlso,
    operation: 'listPrebuilts',
    key: 'p',
  },
  {
    path: '/orchestrator',
    title: common.orchestrator,
    operation: 'listServiceInstances',
    key: 'o',
  },
  { path: '/integrations', title: common.integrations, operation: 'listIntegrations', key: 'i' },
  { path: '/events', title: common.events, operation: 'listEvents', key: 'e' },
  { path: '/audit', title: common.audit, operation: 'listAuditEntries', key: 'u' },
  // Everybody has tokens, sessions and a password of their own.
  { path: '/access', title: common.access, key: 'r' },
  { path: '/profiles', title: common.profiles, operation: 'listProfiles', key: 'f' },
  { path: '/health', title: common.health, operation: 'healthStatus', key: 's' },
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
