import { type OperationId } from '../../src/api/operations/operations.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { aJsonForm } from '../support/factories/a-json-form.js';
import { aTransformation } from '../support/factories/a-transformation.js';
import { anAnalyticTemplate } from '../support/factories/an-analytic-template.js';
import { anArtifact } from '../support/factories/an-artifact.js';
import { anOpenApi } from '../support/factories/an-open-api.js';
import {
  aFlakyWorkflow,
  aManualWorkflow,
  anEngineTask,
  anEngineWorkflow,
} from '../support/factories/job-workflows.js';
import { chainOf, setsVariable } from '../support/factories/made-workflows.js';
import { type Random } from './random.js';

type Lively = (name: string, random: Random) => JsonObject;

/** Waits, and is therefore there to be paused, cancelled and followed. */
const slow = (name: string): JsonObject =>
  anEngineWorkflow(
    name,
    { a1: anEngineTask('delay', { time: 2 }, { outgoing: { time_in_milliseconds: null } }) },
    ['start a1', 'a1 end'],
  );
const parent = (name: string): JsonObject =>
  anEngineWorkflow(
    name,
    {
      a1: anEngineTask('childJob', {
        workflow: 'fuzz leaf',
        variables: {},
        loopType: 'parallel',
        data_array: [{ at: 1 }, { at: 2 }],
        transformation: '',
      }),
    },
    ['start a1', 'a1 end'],
  );
const aWorkflow: Lively = (name, random) =>
  random.pick([
    (given: string) => chainOf(given, [setsVariable('a', { deep: [1, null] })]),
    aFlakyWorkflow,
    aManualWorkflow,
    slow,
    parent,
  ])(name);

const aTrigger: Lively = (name, random) => ({
  name,
  actionType: 'automations',
  actionId: 'fuzz automation',
  enabled: true,
  ...random.pick<JsonObject>([
    { type: 'manual' },
    { type: 'endpoint', verb: 'POST', routeName: name.replace(/\W/g, '-') },
    { type: 'schedule', cron: '0 0 1 1 *', timeZone: 'UTC' },
    { type: 'eventSystem', source: 'fuzz', topic: 'happened' },
  ]),
});

const LOGIN = { host: '192.0.2.1', port: 22, username: 'x', password: 'x' };

/**
 * Inputs that are carried out: they make things, so that other calls have something to look at, to
 * change and to take away. The inputs of the contract tests make nothing.
 */
export const LIVELY_INPUTS: Partial<Record<OperationId, Lively>> = {
  createWorkflow: (name, random) => ({ automation: aWorkflow(name, random) }),
  importWorkflow: (name, random) => ({
    workflow: aWorkflow(name, random),
    options: { overwrite: random.chance(0.5) },
  }),
  updateWorkflow: (name, random) => ({ update: aWorkflow(name, random) }),
  startJob: (_name, random) => ({
    workflow: random.pick(['fuzz leaf', 'fuzz manual', 'fuzz slow', 'fuzz parent', 'fuzz flaky']),
    options: { variables: { outcomes: ['error', 'success', 'success'] } },
  }),
  createAutomation: (name) => ({ name, componentName: 'fuzz leaf', componentType: 'workflows' }),
  createTrigger: aTrigger,
  createTransformation: (name) => ({ create: aTransformation({ name }) }),
  importTransformation: (name) => ({ transformation: aTransformation({ name }) }),
  createForm: (name) => ({ form: { name, children: [], elements: [], groups: [] } }),
  createJsonForm: (name) => aJsonForm(name),
  createAnalyticTemplate: (name) => ({ template: anAnalyticTemplate(name) }),
  createTemplate: (name) => ({
    mop: { name, os: '', passRule: true, ignoreWarnings: false, commands: [{ command: 'show' }] },
  }),
  createIntegrationModel: (name) => ({ model: anOpenApi({ info: { title: name, version: '1' } }) }),
  createIntegration: (name) => ({
    properties: { name, model: 'fuzz-model:1', type: 'Adapter', virtual: true, properties: {} },
  }),
  createAdapter: (name) => ({ name, type: 'restconf', baseUrl: 'http://192.0.2.1', enabled: true }),
  putDevice: (name) => ({ ...LOGIN, name, type: 'cisco-ios' }),
  importBackups: (name) => ({
    backups: [{ name, type: 'cisco-ios', rawConfig: `hostname ${name}\ninterface a\n mtu 1\n` }],
  }),
  createBackupSchedule: (name) => ({ name, all: true, cron: '0 2 * * *', enabled: true }),
  createRetentionPolicy: (name) => ({ name, keepLast: 3, enabled: true }),
  createWebhook: (name) => ({
    name,
    url: 'http://192.0.2.1/',
    secret: 'nonsense-nonsense',
    filters: [{ source: 'fuzz' }],
  }),
  publishEvent: () => ({ source: 'fuzz', topic: 'happened', payload: { a: 1 } }),
  addGroup: (name) => ({ group: { name, description: '' } }),
  createGroup: (name) => ({ group: { name, description: '' } }),
  addAccount: (username) => ({ account: { username, password: 'a long password' } }),
  createAccount: (username) => ({ account: { username, password: 'a long password' } }),
  installArtifact: (name) => ({
    artifact: anArtifact({ name: `@fuzz/${name.replace(/\W/g, '-')}` }),
  }),
};

const LEAF = chainOf('fuzz leaf', [setsVariable('a', 1)]);

/** What is there before other calls are made, in this order: they name it. */
export const FIRST_CALLS: readonly (readonly [OperationId, JsonObject])[] = [
  ['createWorkflow', { automation: LEAF }],
  ['createWorkflow', { automation: aManualWorkflow('fuzz manual') }],
  ['createWorkflow', { automation: aFlakyWorkflow('fuzz flaky') }],
  ['createWorkflow', { automation: slow('fuzz slow') }],
  ['createWorkflow', { automation: parent('fuzz parent') }],
  ['createAutomation', { name: 'fuzz automation', componentName: 'fuzz leaf' }],
  ['declareEventType', { description: 'x', schema: {} }],
  ['createIntegrationModel', { model: anOpenApi({ info: { title: 'fuzz-model', version: '1' } }) }],
];
