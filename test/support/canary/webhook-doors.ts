import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type JsonObject } from '../../../src/kernel/json.js';
import { deepSecrets } from './job-doors.js';
import { type CanaryWorld, type Door } from './canary-world.js';

const CHANNELS = '/notifications/channels';
let path = '';
let url = '';

/** A receiver that lives as long as the test: whatever it gets is searched like an answer. */
async function receiverOf(world: CanaryWorld): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      world.received('what a webhook was sent', JSON.stringify(request.headers), chunks);
      response.end();
    });
  });
  server.unref().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
}

function body(world: CanaryWorld, what: string): JsonObject {
  return { name: 'canary', url, secret: world.canaries.plant(what) };
}

/** A mail server that does not answer. */
function mail(world: CanaryWorld, what: string, name = 'mail'): JsonObject {
  const server = { host: '127.0.0.1', port: 9, security: 'starttls', username: 'canary' };
  const addresses = { from: 'canary@example.com', to: ['canary@example.com'] };
  const password = world.canaries.plant(what);
  return { name, kind: 'mail', mail: { ...server, ...addresses }, password };
}

/** Secrets that sign what is sent; the first receiver is told of everything that follows. */
export const WEBHOOK_DOORS = {
  createWebhook: async (world: CanaryWorld) => {
    const token = world.canaries.plant('token in the URL of a webhook', '');
    url = `${await receiverOf(world)}?token=${token}`;
    const first = body(world, 'secret of a webhook');
    const { json } = await world.call<{ _id: string }>('POST', '/events/webhooks', { body: first });
    path = `/events/webhooks/${json._id}`;
    await world.call('POST', `${path}/test`);
    await world.submit('createWebhook', {
      body: { ...body(world, 'secret of another webhook'), name: 'other', enabled: false },
    });
  },

  updateWebhook: async (world: CanaryWorld) => {
    await world.submit('updateWebhook', {
      path,
      body: body(world, 'changed secret of a webhook'),
    });
    await world.call('POST', `${path}/test`);
  },

  createNotificationChannel: async (world: CanaryWorld) => {
    const token = world.canaries.plant('path of the webhook of a chat', '');
    const chat = { name: 'chat', kind: 'slack', url: `${url.split('?', 1).join()}${token}` };
    const { json } = await world.call<{ _id: string }>('POST', CHANNELS, { body: chat });
    await world.call('POST', `${CHANNELS}/${json._id}/test`);
    const rule = { name: 'all', filters: [{ source: 'canary' }], channels: [json._id] };
    await world.call('POST', '/notifications/rules', { body: rule });
    await world.submit('createNotificationChannel', {
      body: mail(world, 'password of a mail server'),
    });
  },

  updateNotificationChannel: async (world: CanaryWorld) => {
    const body = { ...mail(world, 'first password of a mail server'), name: 'more mail' };
    const { json } = await world.call<{ _id: string }>('POST', CHANNELS, { body });
    await world.submit('updateNotificationChannel', {
      path: `${CHANNELS}/${json._id}`,
      body: mail(world, 'changed password of a mail server', 'other mail'),
    });
    await world.call('POST', `${CHANNELS}/${json._id}/test`);
  },

  publishEvent: async (world: CanaryWorld) => {
    const payload = deepSecrets(world, 'payload of an event');
    await world.submit('publishEvent', { body: { source: 'canary', topic: 'told', payload } });
    await world.call('GET', '/events?source=canary');
  },
} as const satisfies Partial<Record<string, Door>>;

/** Why operations on events take no secret. */
export const NO_EVENT_DOORS = {
  declareEventType: 'a declaration is read by everybody who may read events',
} as const;
