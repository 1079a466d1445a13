import { type JsonObject } from '../../../kernel/json.js';
import { type RequestExamples } from './example-id.js';

const NSO = {
  type: 'restconf',
  baseUrl: 'https://nso.example:8888',
  auth: { type: 'basic', username: 'admin', password: 'a password of the orchestrator' },
  enabled: false,
} as const;

/** The adapter as existing clients send it. */
const clientForm = (name: string): JsonObject => ({
  properties: {
    name,
    type: 'Adapter',
    properties: { id: name, type: 'restconf', properties: NSO },
  },
});

const PAGER = {
  model: {
    openapi: '3.1.0',
    info: { title: 'Pager', version: '1.0' },
    servers: [{ url: 'https://pager.example' }],
    paths: {
      '/pages': { post: { operationId: 'page', responses: { 201: { description: 'Sent' } } } },
    },
  },
};

const WEBHOOK = {
  name: 'chat',
  description: 'Tells the chat of jobs that fail',
  url: 'https://chat.example/events',
  filters: [{ source: 'WorkFlowEngine', topic: 'jobError' }],
  enabled: false,
};
const CHANNEL = {
  name: 'NOC by mail',
  description: 'The mailbox of the network operations centre',
  kind: 'mail',
  mail: {
    host: 'mail.example.com',
    port: 587,
    security: 'starttls',
    username: 'netadmin',
    from: 'netadmin@example.com',
    to: ['noc@example.com'],
    domains: ['example.com'],
  },
  enabled: false,
};
const RULE = {
  name: 'Nightly jobs that failed',
  description: 'Tells the operations centre in the morning',
  filters: [{ source: 'WorkFlowEngine', topic: 'jobError' }],
  channels: ['inbox'],
  subject: '{{ count }} job(s) failed',
  quiet: { from: '22:00', to: '06:00', timeZone: 'Europe/Berlin', days: ['mon', 'tue', 'wed'] },
  bundleMinutes: 15,
  enabled: false,
};
const YANG_JSON = 'application/yang-data+json';
const GREEN = '/restconf/data/acme:vpn=green';

/** Adapters, the orchestrator, integrations, events and profiles. */
export const SYSTEM_EXAMPLES = {
  createAdapter: { name: 'NSO of the lab', ...NSO },
  importAdapter: clientForm('Imported NSO'),
  putAdapter: clientForm('Imported NSO'),
  updateAdapter: { description: 'The orchestrator of the lab' },
  restQuery: { params: { path: GREEN, accept: YANG_JSON } },
  restAction: {
    params: { path: `${GREEN}/check`, accept: YANG_JSON, contentType: YANG_JSON },
    body: {},
  },
  saveInstances: {
    instance: { '/acme:vpn': [{ name: 'blue', device: ['edge-1', 'leaf-1'] }] },
    options: { dryrun: { outformat: 'native' } },
  },
  validateIntegrationModel: PAGER,
  checkIntegrationModel: PAGER,
  createIntegrationModel: PAGER,
  putIntegrationModel: PAGER,
  updateIntegrationModel: PAGER,
  createIntegration: { properties: { name: 'pager', model: 'Pager:1.0' } },
  updateIntegration: {
    properties: { model: 'Pager:1.0', properties: { healthCheck: { path: '/health' } } },
  },
  callIntegration: { body: { text: 'Hello from the example' } },
  declareEventType: {
    description: 'A link went down',
    schema: { type: 'object', properties: { port: { type: 'string' } }, required: ['port'] },
  },
  publishEvent: { source: 'monitoring', topic: 'linkDown', payload: { port: 'Gi0/1' } },
  createNotificationChannel: { ...CHANNEL, password: 'a password of the mail server' },
  updateNotificationChannel: CHANNEL,
  createNotificationRule: RULE,
  updateNotificationRule: RULE,
  previewNotificationRule: {},
  createWebhook: { ...WEBHOOK, secret: 'a secret of sixteen or more' },
  updateWebhook: WEBHOOK,
  createProfile: { properties: { id: 'lab', description: 'The platform in the lab' } },
  importProfile: { properties: { id: 'branch', description: 'The platform in a branch' } },
  updateProfile: { properties: { id: 'lab', description: 'The platform in the new lab' } },
  callMcp: { jsonrpc: '2.0', id: 1, method: 'ping' },
} as const satisfies RequestExamples;
