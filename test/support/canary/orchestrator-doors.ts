import { startOrchestrator } from '../fakes/orchestrator.js';
import { type CanaryWorld, type Door } from './canary-world.js';

const ADAPTER = 'Canary actions';
const ACTION = '/orchestrator_manager/restAction/Canary%20actions';

/** Secrets that callers send to orchestrators: seen by the orchestrator, kept masked in the audit trail. */
export const ORCHESTRATOR_DOORS = {
  restAction: async (world: CanaryWorld) => {
    const orchestrator = await startOrchestrator();
    const adapter = { name: ADAPTER, baseUrl: orchestrator.url, retries: 0 };
    await world.call('POST', '/adapters', { body: adapter });
    const params = { path: '/restconf/operations/tailf-ncs:check-config', accept: '' };
    const input = {
      'remote-name': 'admin',
      'remote-password': world.canaries.plant('password within an action'),
      snmp: { community: [world.canaries.plant('community within an action')] },
    };
    const body = { params, body: { 'tailf-ncs:input': input } };
    await world.submit('restAction', { path: ACTION, body });
    for (const mode of ['server-error', 'reset'] as const) {
      orchestrator.forget();
      orchestrator.fail(mode);
      await world.call('POST', ACTION, { body });
    }
    // Nobody is there any more.
    await orchestrator.close();
    await world.call('POST', ACTION, { body });
  },
} as const satisfies Record<string, Door>;
