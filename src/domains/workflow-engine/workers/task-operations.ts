import { type OperationId } from '../../../api/operations/operations.js';
import { type TaskType } from './task-executor.js';

/**
 * Tasks that do what an operation does, and which: they take its roles. Tasks of adapters are judged by the
 * adapter, those of integrations as `callIntegration`.
 */
export const TASK_OPERATIONS = {
  'AGManager.itential_cli': 'runDeviceCommands',
  'AGManager.itential_netmiko_set_config': 'changeDevice',
  'AppArtifacts.addArtifactToAdminEssentials': 'installArtifact',
  'AppArtifacts.componentDiscovery': 'buildArtifact',
  'AppArtifacts.createPublishedArtifactFromScratch': 'buildArtifact',
  'AppArtifacts.replaceArtifactAdminEssentials': 'installArtifact',
  'ConfigurationManager.backUpDevice': 'takeBackups',
  'ConfigurationManager.getDevice': 'getDevice',
  'ConfigurationManager.getDeviceBackupById': 'getBackup',
  'ConfigurationManager.getDevicesFiltered': 'listDevices',
  'ConfigurationManager.isAlive': 'checkDevice',
  'GatewayManager.sendConfig': 'changeDevice',
  'MOP.RunCommand': 'runDeviceCommands',
  'MOP.RunCommandDevices': 'runDeviceCommands',
  'MOP.RunCommandTemplate': 'runCommandTemplate',
  'MOP.RunCommandTemplateSingleCommand': 'runCommandTemplate',
  'MOP.runAnalyticsTemplate': 'runAnalyticsTemplate',
  'MOP.runAnalyticsTemplateDevices': 'runAnalyticTemplate',
  'NSOManager.runAction': 'restAction',
  'OrchestratorManager.restAction': 'restAction',
  'ServiceManagement.getInstance': 'restQuery',
  'ServiceManagement.saveInstances': 'saveInstances',
  'ServiceManagement.testInstances': 'saveInstances',
} as const satisfies Readonly<Record<string, OperationId>>;

/** The operation whose roles a task takes; undefined for none. */
export function operationOfTask({ app, name, location }: TaskType): OperationId | undefined {
  if (location === 'Adapter') return undefined;
  const operations: Readonly<Record<string, OperationId>> = TASK_OPERATIONS;
  const key = `${app}.${name}`;
  return Object.hasOwn(operations, key) ? operations[key] : undefined;
}
