import { type JsonObject } from '../../../src/kernel/json.js';
import { Orchestrator } from '../fakes/orchestrator.js';
import { leaf, type YangModule } from '../fakes/orchestrator/yang.js';
import { type CanaryWorld, type Door } from './canary-world.js';

const MODULE: YangModule = {
  name: 'canary',
  revision: '2024-01-01',
  namespace: 'http://canary.example',
  nodes: {
    thing: {
      kind: 'list',
      keys: ['name'],
      children: { name: leaf(), password: leaf(), snmp: { kind: 'anydata' } },
      // What is sent comes back in plans.
      service: ({ password }) => [{ device: 'ce0', lines: [`secret ${JSON.stringify(password)}`] }],
    },
  },
};

function thing(world: CanaryWorld, more: JsonObject = {}): JsonObject {
  const plant = (what: string): string => world.canaries.plant(`${what} of an instance`, '');
  return {
    name: 'one',
    password: plant('password'),
    snmp: { community: [plant('community')] },
    ...more,
  };
}

/** Secrets within service instances: sealed here, sent to the orchestrator alone. */
export const SERVICE_DOORS = {
  saveInstances: async (world: CanaryWorld) => {
    const orchestrator = await Orchestrator.start({ modules: [MODULE] });
    const body = { name: 'Canary services', baseUrl: orchestrator.url, retries: 0 };
    await world.call('POST', '/adapters', { body });
    const saveAll = (instances: JsonObject[], options: JsonObject = {}): JsonObject => ({
      instance: { '/canary:thing': instances },
      options: { adapterId: 'Canary services', ...options },
    });
    const save = (instance: JsonObject, options?: JsonObject): JsonObject =>
      saveAll([instance], options);
    try {
      await world.submit('saveInstances', { body: save(thing(world), { dryrun: {} }) });
      await world.submit('saveInstances', { body: save(thing(world)) });
      await world.submit('saveInstances', { body: save(thing(world)) });
      // Refused by the orchestrator.
      const path = '/service_management/saveInstances';
      await world.call('POST', path, { body: save(thing(world, { stranger: 1 })) });
      // One plan of all, shown with each; and one that is another than was seen.
      const both = [thing(world), thing(world, { name: 'two' })];
      await world.call('POST', path, { body: saveAll(both, { atomic: true, dryrun: {} }) });
      const planHash = `cli:${'0'.repeat(64)}`;
      await world.call('POST', path, { body: saveAll(both, { atomic: true, planHash }) });
      const saved = await world.call<{ results: { id: string }[] }>(
        'GET',
        '/service_management/instances',
      );
      for (const { id } of saved.json.results) {
        await world.call('DELETE', `/service_management/instances/${id}`);
      }
      const list = await world.call<{ results: { id: string }[] }>(
        'GET',
        '/service_management/changes',
      );
      for (const { id } of list.json.results) {
        await world.call('GET', `/service_management/changes/${id}`);
      }
      await world.call('GET', '/service_management/instances');
    } finally {
      await world.call('PUT', '/adapters/Canary%20services/stop');
      await orchestrator.close();
    }
  },
} as const satisfies Record<string, Door>;
