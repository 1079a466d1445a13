import { describe, expect, it } from 'vitest';
import { KNOWN_TASKS } from '../workflow-graph/known-tasks.js';
import { WAITING_TASKS } from '../engine/plan.js';
import { PURE_TASK_NAMES, pureTaskOf } from './pure-tasks.js';

/** What workers run; each executor is asked for these in its own tests. */
const DISPATCHED: Readonly<Record<string, readonly string[]>> = {
  WorkFlowEngine: ['excelToJson', 'notify', 'restCall'],
  MOP: [
    'RunCommand',
    'RunCommandDevices',
    'RunCommandTemplate',
    'RunCommandTemplateSingleCommand',
    'runAnalyticsTemplate',
    'runAnalyticsTemplateDevices',
  ],
  AppArtifacts: [
    'addArtifactToAdminEssentials',
    'componentDiscovery',
    'createPublishedArtifactFromScratch',
    'replaceArtifactAdminEssentials',
  ],
  ConfigurationManager: [
    'backUpDevice',
    'getDevice',
    'getDeviceBackupById',
    'getDevicesFiltered',
    'isAlive',
  ],
  AGManager: ['itential_cli', 'itential_netmiko_set_config'],
  GatewayManager: ['sendConfig'],
  NSOManager: ['runAction'],
  OrchestratorManager: ['restAction'],
  ServiceManagement: ['getInstance', 'saveInstances', 'testInstances'],
  TemplateBuilder: ['parseTemplate'],
};

describe('the list of known tasks', () => {
  it('names what the engine has, and nothing else', () => {
    const waiting: readonly string[] = WAITING_TASKS;
    const ofEngine = waiting.filter((name) => name !== 'reattempt');
    for (const [app, names] of Object.entries(KNOWN_TASKS)) {
      const own = app === 'WorkFlowEngine' ? ofEngine : app === 'MOP' ? ['reattempt'] : [];
      const all = [...(PURE_TASK_NAMES.get(app) ?? []), ...(DISPATCHED[app] ?? []), ...own];
      expect({ app, names: [...names].sort() }).toEqual({ app, names: all.sort() });
    }
  });

  it('has no more functions than lookups find', () => {
    expect(pureTaskOf('WorkFlowEngine', 'constructor')).toBeUndefined();
    expect(pureTaskOf('MOP', 'query')).toBeUndefined();
    expect(pureTaskOf('WorkFlowEngine', 'query')).toBeDefined();
  });
});
