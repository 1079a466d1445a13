import { type OperationId } from '../../../src/api/operations/operations.js';
import { anArtifact } from '../factories/an-artifact.js';
import { ADAPTER_DOORS } from './adapter-doors.js';
import { BACKUP_DOORS } from './backup-doors.js';
import { type CanaryWorld, type Door } from './canary-world.js';
import { DEVICE_CHANGE_DOORS } from './device-change-doors.js';
import { AUTOMATION_DOORS, NO_AUTOMATION_DOORS } from './automation-doors.js';
import { DEVICE_DOORS, NO_DEVICE_DOORS } from './device-doors.js';
import { NO_FORM_DOORS } from './form-doors.js';
import { INTEGRATION_DOORS } from './integration-doors.js';
import { JOB_DOORS } from './job-doors.js';
import { NO_JSON_FORM_DOORS } from './json-form-doors.js';
import { NO_MANUAL_TASK_DOORS } from './manual-task-doors.js';
import { MCP_DOORS } from './mcp-doors.js';
import { ORCHESTRATOR_DOORS } from './orchestrator-doors.js';
import { PROFILE_DOORS } from './profile-doors.js';
import { NO_SCIM_DOORS, SCIM_DOORS } from './scim-doors.js';
import { SERVICE_DOORS } from './service-doors.js';
import { TRIGGER_DOORS } from './trigger-doors.js';
import { NO_TEMPLATE_DOORS, TEMPLATE_DOORS } from './template-doors.js';
import { NO_TRANSFORMATION_DOORS } from './transformation-doors.js';
import { USER_DOORS } from './user-doors.js';
import { NO_EVENT_DOORS, WEBHOOK_DOORS } from './webhook-doors.js';
import { NO_WORKFLOW_DOORS } from './workflow-doors.js';

/**
 * Every operation that takes a secret, and how one is planted through it. A new operation with a
 * field that sounds like a secret fails the test until it has an entry here.
 */
export const DOORS: Partial<Record<OperationId, Door>> = {
  // First: its receiver is told of whatever the others do.
  ...WEBHOOK_DOORS,
  ...JOB_DOORS,
  login: async (world) => {
    const tried = world.canaries.plant('password that was tried');
    for (const username of ['admin', 'nobody', world.canaries.control]) {
      for (const body of [
        { username, password: tried },
        // People type their password where the name belongs.
        { username: tried, password: tried },
        { user: { username, password: tried } },
        { user: { username, password: { password: tried } } },
        { user: { username: [tried], password: tried } },
      ]) {
        await world.call('POST', '/login', { token: null, body });
      }
    }
    const basic = Buffer.from(`admin:${tried}`).toString('base64');
    await world.call('GET', '/whoami', {
      token: null,
      headers: { authorization: `Basic ${basic}` },
    });
    for (const path of [`/login?password=${encodeURIComponent(tried)}`, '/login/']) {
      await world.call('POST', path, { token: null, body: { username: 'admin', password: tried } });
    }
  },

  createRepositoryConfig: async (world) => {
    await world.submit('createRepositoryConfig', { body: repository(world, '@canary') });
  },

  updateRepositoryConfig: async (world) => {
    const path = '/prebuilts-repository/configs/%40canary';
    const token = world.canaries.plant('changed token of a repository');
    await world.submit('updateRepositoryConfig', {
      path,
      body: {
        path: 'other',
        credentials: { token },
        webhook: { secret: world.canaries.plant('changed secret of a webhook') },
      },
    });
    // Sent to a repository that does not answer.
    await world.call('PATCH', path, { body: { enabled: true, credentials: { token } } });
    await world.call('GET', '/prebuilts-repository?config=@canary');
    await world.call('PATCH', path, { body: { enabled: false } });
  },

  ...TRIGGER_DOORS,
  ...AUTOMATION_DOORS,
  ...USER_DOORS,
  ...SCIM_DOORS,
  ...PROFILE_DOORS,
  ...INTEGRATION_DOORS,
  ...ADAPTER_DOORS,
  ...ORCHESTRATOR_DOORS,
  ...DEVICE_DOORS,
  ...BACKUP_DOORS,
  ...SERVICE_DOORS,
  ...TEMPLATE_DOORS,
  ...DEVICE_CHANGE_DOORS,
  ...MCP_DOORS,
};

function repository(world: CanaryWorld, name: string) {
  return {
    name,
    type: 'gitlab',
    enabled: false,
    hostname: 'git.invalid',
    path: 'automations',
    credentials: { token: world.canaries.plant('token of a repository') },
    webhook: { secret: world.canaries.plant('secret of the webhook of a repository') },
  };
}

/** Ways in that are no field of an input: credentials as every operation takes them. */
export const CREDENTIAL_DOORS: Readonly<Record<string, Door>> = {
  'credentials that are no good': async (world) => {
    const secret = world.canaries.plant('credential that was tried', '');
    const tried = `/whoami?token=${secret}`;
    for (const path of [
      tried,
      `${tried}&include=x`,
      `/nowhere?token=${secret}`,
      `/%6cogin?token=${secret}`,
    ]) {
      await world.call('GET', path, { token: null });
      await world.call('POST', path, { token: null, raw: '{' });
    }
    for (const headers of [
      { authorization: `Bearer ${secret}` },
      { authorization: `Basic ${Buffer.from(`${secret}:${secret}`).toString('base64')}` },
      { authorization: `Digest username="${secret}"` },
      { authorization: secret },
      { cookie: `token=${secret}; other=${secret}` },
    ]) {
      await world.call('GET', '/whoami', { token: null, headers });
      await world.call('GET', '/metrics', { token: null, headers });
      await world.call('POST', '/prebuilts/import', { token: null, headers, body: {} });
    }
  },

  'providers that do not answer': async (world) => {
    const code = world.canaries.plant('code of a provider', '');
    await world.call('GET', '/login/oidc', { token: null });
    for (const query of [`code=${code}&state=${code}`, `error=x&error_description=${code}`]) {
      await world.call('GET', `/login/oidc/callback?${query}`, { token: null });
    }
    const password = world.canaries.plant('password meant for the directory');
    const body = { username: 'somebody-of-the-directory', password };
    await world.call('POST', '/login', { token: null, body });
  },

  'credentials that are good': async (world) => {
    const { admin } = world;
    world.canaries.issued('token of a session', admin);
    await world.call('GET', `/whoami?token=${admin}`, { token: null });
    await world.call('GET', `/nowhere?token=${admin}`, { token: null });
    await world.call('GET', '/whoami', { token: null, headers: { cookie: `token=${admin}` } });
  },
};

/** An ordinary description, which everybody may read. */
export async function plantControl(world: CanaryWorld): Promise<void> {
  const { control } = world.canaries;
  const metadata = { description: `An ordinary description: ${control}` };
  const prebuilt = anArtifact({ name: '@canary/control', metadata });
  const answer = await world.call('POST', '/prebuilts/import', {
    body: { prebuilt },
    headers: { 'x-request-id': control },
  });
  if (answer.status !== 200) throw new Error(`the control is not planted: ${answer.text}`);
}

/** Operations whose input sounds like a secret, or is open to anything, and takes none: why. */
export const NO_DOORS: Partial<Record<OperationId, string>> = {
  planArtifact: 'a package is read by everybody who may list packages',
  installArtifact: 'a package is read by everybody who may list packages',
  callRepositoryWebhook: 'what a registry says of a push is not looked at, and kept nowhere',
  buildArtifact: 'what a package says about itself is read by everybody who gets it',
  importPrebuilt: 'a package is read by everybody who may list packages',
  updatePrebuilt: 'a package is read by everybody who may list packages',
  addRole: 'it says which operations a role admits to, and its list of views must be empty',
  updateRole: 'it says which operations a role admits to, and its list of views must be empty',
  searchJobs: 'a search is answered, and kept nowhere',
  queryWorkflows: 'a search is answered, and kept nowhere',
  searchConfigurationTemplates: 'a search is answered, and kept nowhere',
  updateProject: 'what a project says of itself is read by everybody who may list projects',
  ...NO_DEVICE_DOORS,
  ...NO_TEMPLATE_DOORS,
  ...NO_JSON_FORM_DOORS,
  ...NO_TRANSFORMATION_DOORS,
  ...NO_EVENT_DOORS,
  ...NO_SCIM_DOORS,
  ...NO_AUTOMATION_DOORS,
  ...NO_FORM_DOORS,
  ...NO_WORKFLOW_DOORS,
  ...NO_MANUAL_TASK_DOORS,
};
