import { type JsonObject } from '../../../src/kernel/json.js';
import { selfSignedCertificate } from '../self-signed-certificate.js';
import { type CanaryWorld, type Door } from './canary-world.js';

const PATH = '/adapters/Canary';

function adapter(world: CanaryWorld, host: string): JsonObject {
  return {
    name: 'Canary',
    baseUrl: `http://${host}`,
    auth: {
      type: 'basic',
      username: 'events',
      password: world.canaries.plant('password of an adapter'),
    },
  };
}

/** Secrets with which the platform presents itself to orchestrators. */
export const ADAPTER_DOORS = {
  createAdapter: async (world: CanaryWorld) => {
    await world.submit('createAdapter', { body: adapter(world, 'git.invalid') });
    // Nobody answers.
    await world.call('POST', `${PATH}/probe`);
    await world.call('GET', PATH);
  },

  importAdapter: async (world: CanaryWorld) => {
    const password = world.canaries.plant('password of an imported adapter');
    const authentication = { username: 'events', password };
    const properties = { properties: { protocol: 'http', host: 'git.invalid', authentication } };
    const body = { properties: { name: 'Imported canary', properties } };
    await world.submit('importAdapter', { body });
  },

  putAdapter: async (world: CanaryWorld) => {
    const password = world.canaries.plant('password of a changed adapter');
    const authentication = { username: 'events', password };
    const body = {
      properties: { name: 'Imported canary', properties: { properties: { authentication } } },
    };
    await world.submit('putAdapter', { path: '/adapters/Imported%20canary', body });
    await world.call('GET', '/adapters/Imported%20canary');
    await world.call('PUT', '/adapters/Imported%20canary/stop');
  },

  updateAdapter: async (world: CanaryWorld) => {
    const body = adapter(world, 'other.invalid');
    await world.submit('updateAdapter', { path: PATH, body });
    const { certificate, key } = selfSignedCertificate('canary.example');
    const token = world.canaries.plant('token of an adapter', '');
    const tls = { cert: certificate, key };
    world.canaries.issued('private key of an adapter', key.split('\n')[2] ?? key);
    await world.call('PATCH', PATH, { body: { auth: { type: 'bearer', token }, tls } });
    await world.call('PATCH', PATH, { body: { tls: { cert: '', key } } });
    await world.call('POST', `${PATH}/probe`);
    await world.call('PUT', `${PATH}/restart`);
    await world.call('GET', '/adapters');
    await world.call('GET', '/health/adapters');
    await world.call('PUT', `${PATH}/stop`);
  },
} as const satisfies Record<string, Door>;
