import { type JsonObject } from '#kernel/json.js';
import { ORCHESTRATOR_LOGIN } from '../network/network.js';
import { ANNOUNCEMENTS, REGISTRY_GROUP, REGISTRY_TOKEN } from '../network/packages.js';
import { type DemoPorts } from '../ports.js';
import { type PlatformApi } from './platform-api.js';

/** The adapter that leads to the orchestrator. */
export const ADAPTER = 'Local NSO';

const FROM_CATALOGUE = [
  '@netadmin/expiry-report',
  '@netadmin/backup-sweep',
  '@netadmin/device-onboarding',
];

/** Leads the platform to the systems around it, and installs packages. */
export async function seedSystems(api: PlatformApi, ports: DemoPorts): Promise<void> {
  await api.post('/adapters', {
    name: ADAPTER,
    type: 'restconf',
    baseUrl: `http://127.0.0.1:${ports.orchestrator}`,
    auth: { type: 'basic', ...ORCHESTRATOR_LOGIN },
  });
  await seedIntegrations(api, `http://127.0.0.1:${ports.inbox}`);
  await api.post('/events/webhooks', {
    name: 'inbox',
    description: 'Tells the inbox of the demo of jobs and of configurations that changed',
    url: `http://127.0.0.1:${ports.inbox}/events`,
    secret: 'demo-webhook-secret',
    filters: [
      { source: 'WorkFlowEngine', topic: 'jobComplete' },
      { source: 'WorkFlowEngine', topic: 'jobError' },
      { source: 'ConfigurationManager', topic: 'deviceConfigurationChanged' },
    ],
  });
  await seedNotifications(api, ports);
  const config = `@${REGISTRY_GROUP}`;
  await api.post('/prebuilts-repository/configs', {
    name: config,
    type: 'gitlab',
    hostname: `http://127.0.0.1:${ports.registry}`,
    path: REGISTRY_GROUP,
    enabled: true,
    credentials: { token: REGISTRY_TOKEN },
  });
  await api.post(`/prebuilts-repository/configs/${encodeURIComponent(config)}/refresh`);
  for (const name of FROM_CATALOGUE) await api.post('/admin/artifacts', { name });
  await api.post('/admin/artifacts', { name: ANNOUNCEMENTS, version: '1.0.0' });
}

/** Who is told that a job has failed: the chat at once, the mailbox once in a quarter of an hour. */
async function seedNotifications(api: PlatformApi, ports: DemoPorts): Promise<void> {
  await api.post('/notifications/channels', {
    name: 'inbox',
    description: 'The chat of the demo',
    kind: 'mattermost',
    url: `http://127.0.0.1:${ports.inbox}/chat`,
  });
  await api.post('/notifications/channels', {
    name: 'mailbox',
    description: 'The mailbox of the demo',
    kind: 'mail',
    mail: {
      host: '127.0.0.1',
      port: ports.mail,
      security: 'none',
      from: 'netadmin@example.com',
      to: ['noc@example.com'],
      domains: ['example.com'],
    },
  });
  const failed = { filters: [{ source: 'WorkFlowEngine', topic: 'jobError' }] };
  await api.post('/notifications/rules', {
    name: 'A job failed',
    ...failed,
    channels: ['inbox'],
    subject: 'A job of {{ event.payload.workflowName }} failed',
    text: 'Job {{ event.payload.jobId }} stands at task {{ event.payload.task }}.',
  });
  await api.post('/notifications/rules', {
    name: 'Jobs that failed',
    ...failed,
    channels: ['mailbox'],
    bundleMinutes: 15,
  });
}

/** The chat works; that of the tickets is stopped, which makes a job fail. */
async function seedIntegrations(api: PlatformApi, url: string): Promise<void> {
  const operation = (operationId: string): JsonObject => ({
    post: {
      operationId,
      requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
      responses: { 201: { description: 'Taken' } },
    },
  });
  await api.post('/integration-models', {
    model: {
      openapi: '3.1.0',
      info: { title: 'Inbox', version: '1.0' },
      servers: [{ url }],
      paths: { '/messages': operation('postMessage'), '/tickets': operation('createTicket') },
    },
  });
  for (const name of ['chat', 'tickets']) {
    await api.post('/integrations', { properties: { name, model: 'Inbox:1.0' } });
  }
  await api.put('/integrations/tickets/stop');
}
