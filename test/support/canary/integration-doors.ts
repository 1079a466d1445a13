import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type JsonObject } from '../../../src/kernel/json.js';
import { type CanaryWorld, type Door } from './canary-world.js';

/** All of one call: each of them is told to the other system. */
const SECURITY = { key: [], basic: [], query: [] };

const MODEL = {
  openapi: '3.0.3',
  info: { title: 'Canary', version: '1' },
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      query: { type: 'apiKey', in: 'query', name: 'key' },
      basic: { type: 'http', scheme: 'basic' },
      bearer: { type: 'http', scheme: 'bearer' },
    },
  },
  paths: {
    '/things': {
      post: {
        operationId: 'addThing',
        security: [SECURITY],
        parameters: [{ name: 'token', in: 'query', schema: { type: 'string' } }],
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: { default: { description: 'whatever' } },
      },
    },
  },
} as const satisfies JsonObject;

/** The credentials of a request in the forms in which systems repeat them. */
function repeated({ headers, url = '' }: IncomingMessage): JsonObject {
  const authorization = headers.authorization ?? '';
  const key = String(headers['x-api-key']);
  const inQuery = new URL(url, 'http://box.invalid').searchParams.get('key') ?? '';
  const plain = [key, inQuery, Buffer.from(authorization.slice(6), 'base64').toString()];
  return {
    plain,
    header: authorization,
    base64: plain.map((text) => Buffer.from(text).toString('base64')),
    url: `/in?${plain.map((text) => encodeURIComponent(text)).join('&')}`,
    [key]: 'a credential as a name',
  };
}

/** Another system that answers every other request with a failure, and repeats credentials always. */
async function withOtherSystem(work: (host: string) => Promise<void>): Promise<void> {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    request.resume().on('end', () => {
      const said = repeated(request);
      const type = { 'content-type': 'application/json', 'x-said': JSON.stringify(said) };
      response.writeHead(requests % 2 === 0 ? 500 : 200, type);
      response.end(JSON.stringify(said));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await work(`127.0.0.1:${String((server.address() as AddressInfo).port)}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function properties(world: CanaryWorld, name: string, host: string): JsonObject {
  // Characters that a URL writes otherwise.
  const plant = (what: string): string => world.canaries.plant(`${what} of an integration`, '/+=&');
  return {
    name,
    model: 'Canary:1',
    properties: {
      server: { protocol: 'http', host, base_path: '/' },
      authentication: {
        key: { value: plant('key') },
        query: { value: plant('key in the query') },
        basic: { username: 'events', password: plant('password') },
        bearer: { token: plant('token') },
        unknownScheme: { anything: plant('unknown scheme') },
      },
      tls: { enabled: false, passphrase: plant('passphrase') },
      apiKey: plant('key beside'),
      snmp: { community: [plant('community')], deeper: { clientSecret: plant('deep secret') } },
    },
    loggerProps: { syslogToken: plant('log token') },
  };
}

/** Secrets of integrations, and those that pass through calls. */
export const INTEGRATION_DOORS = {
  createIntegration: async (world: CanaryWorld) => {
    const model = await world.call('POST', '/integration-models', { body: { model: MODEL } });
    if (model.status !== 200) throw new Error(model.text);
    const body = { properties: properties(world, 'Canary', 'git.invalid') };
    await world.submit('createIntegration', { body });
    await world.call('GET', '/integrations/Canary');
  },

  updateIntegration: async (world: CanaryWorld) => {
    const path = '/integrations/Canary';
    const body = { properties: properties(world, 'Canary', 'other.invalid') };
    await world.submit('updateIntegration', { path, body });
    await world.call('GET', path);
  },

  callIntegration: async (world: CanaryWorld) => {
    const path = '/integrations/Canary/operations/addThing';
    const body = {
      parameters: { token: world.canaries.plant('parameter of a call') },
      body: { password: world.canaries.plant('body of a call') },
    };
    // Nobody answers.
    await world.call('POST', path, { body });
    await withOtherSystem(async (host) => {
      const changed = { properties: properties(world, 'Canary', host) };
      await world.call('PUT', '/integrations/Canary', { body: changed });
      await world.call('PUT', '/integrations/Canary/start');
      await world.submit('callIntegration', { path, body });
      await world.call('GET', '/integrations/Canary');
    });
    await world.call('PUT', '/integrations/Canary/stop');
  },
} as const satisfies Record<string, Door>;
