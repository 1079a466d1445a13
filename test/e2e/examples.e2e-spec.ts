import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { platformEnvironment } from '../../demo/demo.js';
import { DemoNetwork } from '../../demo/network/network.js';
import { DEMO_PASSWORD } from '../../demo/seed/people.js';
import { seed } from '../../demo/seed/seed.js';
import { DemoDirectory } from '../../demo/state.js';
import { EXAMPLE_ID, EXAMPLE_SECRET } from '../../src/api/operations/examples/example-id.js';
import { pathExample } from '../../src/api/operations/examples/path-examples.js';
import { REQUEST_EXAMPLES } from '../../src/api/operations/examples/request-examples.js';
import { operationSpec } from '../../src/api/operations/operations.js';
import { eventually } from '../support/eventually.js';
import { type Answer, startApp, type TestApp } from '../support/start-app.js';

type Id = keyof typeof REQUEST_EXAMPLES;

/**
 * An example, and what the parameters of its path are: names, or in angle brackets the operation whose
 * answer gave the id; else their examples. The first of them stands for `EXAMPLE_ID` as well.
 */
type Step = readonly [id: Id, ...at: readonly string[]];

/** Every example, each after what it needs. */
const STEPS: readonly Step[] = [
  ['login'],
  ['createGroup'],
  ['addGroup'],
  ['updateGroup', '<addGroup>'],
  ['addRole'],
  ['updateRole', '<addRole>'],
  ['createAccount'],
  ['addAccount'],
  ['updateAccount', '<addAccount>'],
  ['createApiToken'],
  ['createServiceAccount'],
  ['updateServiceAccount', '<createServiceAccount>'],
  ['createAccessToken', '<createServiceAccount>'],
  ['createRepositoryConfig'],
  ['updateRepositoryConfig'],
  ['callRepositoryWebhook'],
  ['planArtifact'],
  ['installArtifact'],
  ['rollbackArtifact'],
  ['importPrebuilt'],
  ['updatePrebuilt'],
  ['buildArtifact'],
  ['validateWorkflow'],
  ['createWorkflow'],
  ['updateWorkflow', '<createWorkflow>'],
  ['restoreWorkflow', '<createWorkflow>'],
  ['importWorkflow'],
  ['importWorkflows'],
  ['exportWorkflow'],
  ['queryWorkflows'],
  ['validateTransformation'],
  ['createTransformation'],
  // As a reader would: with the inputs that it was created with.
  ['runTransformation', '<createTransformation>'],
  ['updateTransformation', '<createTransformation>'],
  ['importTransformation'],
  ['importContent'],
  ['createTag'],
  ['getTag', '<createTag>'],
  ['getTagsByReference', '<createWorkflow>'],
  ['deleteTag', '<createTag>'],
  ['createProject'],
  ['updateProject', '<createProject>'],
  ['importProject'],
  ['createForm'],
  ['updateForm', '<createForm>'],
  ['importForm'],
  ['preserveFormData'],
  ['createJsonForm'],
  ['updateJsonForm', '<createJsonForm>'],
  ['importJsonForms'],
  ['validateJsonFormAnswers', '<createJsonForm>'],
  ['resolveJsonFormBindings', '<createJsonForm>'],
  ['migrateJsonFormAnswers', '<createJsonForm>'],
  ['deleteJsonForms', '<createJsonForm>'],
  ['validateAnalyticTemplate'],
  ['createAnalyticTemplate'],
  ['updateAnalyticTemplate'],
  ['runAnalyticsTemplate'],
  ['runAnalyticTemplate'],
  ['createTemplate'],
  ['updateTemplate'],
  ['putTemplate', 'Software'],
  ['evaluateTemplate'],
  ['runCommandTemplate'],
  ['runCommandDevices'],
  ['importTemplate'],
  ['exportTemplate'],
  ['createTextTemplate'],
  ['updateTextTemplate', '<createTextTemplate>'],
  ['restoreTextTemplate', '<createTextTemplate>'],
  ['importTextTemplates'],
  ['renderTextTemplate'],
  ['parseByTextTemplate', 'Ports'],
  ['renderJinja'],
  ['createConfigurationTemplate'],
  ['updateConfigurationTemplate'],
  ['searchConfigurationTemplates'],
  ['createAutomation'],
  ['updateAutomation', '<createAutomation>'],
  ['importAutomations'],
  ['createTrigger', '<createAutomation>'],
  ['importTriggers', '<createAutomation>'],
  ['updateTrigger', '<createTrigger>'],
  ['issueTriggerCredential', '<createTrigger>'],
  ['runManualTrigger', '<importTriggers>'],
  ['runEndpointTrigger'],
  ['startJob'],
  ['searchJobs'],
  ['controlJobsInBulk'],
  ['assignManualTask', '<waiting task>'],
  ['pauseJobs', '<waiting job>'],
  ['resumeJobs', '<waiting job>'],
  ['finishManualTask', '<waiting task>'],
  ['cancelJobs', '<failed job>'],
  ['continueJob', '<failed job>'],
  ['continueJobFrom', '<failed job>'],
  ['revertJob', '<failed job>'],
  ['retryJob', '<failed job>'],
  ['skipJobTask', '<failed job>'],
  ['upgradeJob', '<failed job>'],
  ['putMaintenance'],
  ['listDevices'],
  ['putDevice', 'branch-1'],
  ['updateDevice', 'branch-1'],
  ['importDevices'],
  ['checkDevice'],
  ['createDeviceGroup'],
  ['updateDeviceGroup', '<createDeviceGroup>'],
  ['deleteDeviceGroups', '<createDeviceGroup>'],
  ['takeBackups'],
  ['createBackupSchedule'],
  ['updateBackupSchedule', '<createBackupSchedule>'],
  ['searchBackups'],
  ['searchBackupTexts'],
  ['updateBackup', '<searchBackups>'],
  ['importBackups'],
  ['createRetentionPolicy'],
  ['updateRetentionPolicy', '<createRetentionPolicy>'],
  ['changeDevice'],
  ['applyDeviceConfiguration'],
  ['runDeviceCommands'],
  ['createAdapter'],
  ['importAdapter'],
  ['putAdapter', 'Imported NSO'],
  ['updateAdapter', 'NSO of the lab'],
  ['restQuery'],
  ['restAction'],
  ['saveInstances'],
  ['validateIntegrationModel'],
  ['checkIntegrationModel'],
  ['createIntegrationModel'],
  ['putIntegrationModel'],
  ['updateIntegrationModel'],
  ['createIntegration'],
  ['updateIntegration', 'pager'],
  ['callIntegration'],
  ['declareEventType'],
  ['publishEvent'],
  ['createNotificationChannel'],
  ['updateNotificationChannel', '<createNotificationChannel>'],
  ['createNotificationRule'],
  ['updateNotificationRule', '<createNotificationRule>'],
  ['previewNotificationRule', '<createNotificationRule>'],
  ['createWebhook'],
  ['updateWebhook', '<createWebhook>'],
  ['createProfile'],
  ['importProfile'],
  ['updateProfile'],
  ['searchScim'],
  ['searchScimUsers'],
  ['searchScimGroups'],
  ['createScimUser'],
  ['replaceScimUser', '<createScimUser>'],
  ['patchScimUser', '<createScimUser>'],
  ['createScimGroup'],
  ['replaceScimGroup', '<createScimGroup>'],
  ['patchScimGroup', '<createScimGroup>'],
  ['callMcp'],
  ['endSessions'],
  ['changeOwnPassword'],
];

/** What answers of 200 say of a part that did not work. */
const FAILED_PART =
  /"success":false|"valid":false|"(?:failed|refused|absent)":[1-9]|Hello undefined/;

/** What is presented in place of the token of a session. */
const PRESENTED: Partial<Record<Id, Readonly<Record<string, string>>>> = {
  createAccessToken: {},
  callRepositoryWebhook: {
    'x-gitlab-token': REQUEST_EXAMPLES.updateRepositoryConfig.webhook.secret,
  },
};

describe('the examples of the contract, on the demo', () => {
  const root = mkdtempSync(join(tmpdir(), 'netadmin-examples-'));
  const directory = new DemoDirectory(root);
  const ids = new Map<string, string>();
  let network: DemoNetwork;
  let app: TestApp;
  let token: string;
  let clientSecret = '';

  beforeAll(async () => {
    const state = await directory.open(true);
    network = await DemoNetwork.start(directory, state.ports);
    app = await startApp('e2e-examples', {
      env: platformEnvironment(directory, state.ports, network),
    });
    await seed(app.url, state.ports, (_, step) => step());
    const body = { username: 'admin', password: DEMO_PASSWORD };
    token = (await app.call('POST', '/login', { body })).text;
  });
  afterAll(async () => {
    await app.close();
    await network.close();
    rmSync(root, { recursive: true, force: true });
  });

  const idIn = ({ text }: Answer) => /"(?:_?id|client_id)":"([^"]+)"/.exec(text)?.[1] ?? '';

  /** A job whose second task has failed, of its own for each step: others go on with theirs. */
  const failedJob = async () => {
    const variables = { change: { device: 'edge-1', text: 'a text' } };
    const body = { workflow: 'Open a ticket', options: { variables } };
    const id = idIn(await app.call('POST', '/operations-manager/jobs/start', { token, body }));
    const path = `/operations-manager/jobs/${id}?include=status`;
    await eventually(
      () => app.call('GET', path, { token }),
      ({ text }) => text.includes('"error"'),
    );
    return id;
  };
  const firstOf = async (list: string) => idIn(await app.call('GET', list, { token }));
  const idOf = async (what: string) => {
    if (what === 'failed job') return failedJob();
    if (what === 'waiting task') return firstOf('/operations-manager/tasks');
    if (what === 'waiting job')
      return firstOf('/operations-manager/jobs?workflow=Device%20Onboarding');
    return ids.get(what) ?? '';
  };

  const nameOf = async (given: string) =>
    given.startsWith('<') ? idOf(given.slice(1, -1)) : given;

  const send = async ([id, ...given]: Step) => {
    const at = await Promise.all(given.map(nameOf));
    const parts = at.map(encodeURIComponent);
    const { method, path } = operationSpec(id);
    const exampleAt = (name: string) => encodeURIComponent(pathExample(path, name) ?? '');
    const url = path.replace(/:(\w+)/g, (_, name: string) => parts.shift() ?? exampleAt(name));
    const raw = JSON.stringify(REQUEST_EXAMPLES[id])
      .replaceAll(EXAMPLE_ID, at[0] ?? EXAMPLE_ID)
      .replaceAll(EXAMPLE_SECRET, clientSecret);
    const presented = PRESENTED[id] ?? { authorization: `Bearer ${token}` };
    const headers = { 'content-type': 'application/json', ...presented };
    return app.call(method, url, { raw, headers });
  };

  it('are sent, all of them', () => {
    expect(STEPS.map(([id]) => id).toSorted()).toEqual(Object.keys(REQUEST_EXAMPLES).toSorted());
  });

  // Answers are held against the document as they come in.
  it('work, each after what it needs, with the ids and the secret that earlier answers gave', async () => {
    const wrong: string[] = [];
    for (const step of STEPS) {
      const [id] = step;
      const answer = await send(step);
      ids.set(id, idIn(answer));
      const { status, text } = answer;
      clientSecret = /"clientSecret":"([^"]+)"/.exec(text)?.[1] ?? clientSecret;
      if (status >= 300 || FAILED_PART.test(text))
        wrong.push(`${id} ${status} ${text.slice(0, 600)}`);
    }
    expect(wrong).toEqual([]);
  });
});
