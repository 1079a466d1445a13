import { Orchestrator } from '../../test/support/fakes/orchestrator.js';
import { TestOpenIdProvider } from '../../test/support/open-id-provider.js';
import { type DemoPorts } from '../ports.js';
import { type DemoDirectory } from '../state.js';
import { DEVICES, startDemoDevice } from './devices.js';
import { Inbox } from './inbox.js';
import { startRegistry } from './packages.js';
import { readDatastore, SERVICE_MODULES, startingDatastore } from './services.js';

/** Who signs in at the provider, and the groups that it names. */
export const OPEN_ID_USERS = {
  alice: { preferred_username: 'alice', given_name: 'Alice', groups: ['network team'] },
  bob: { preferred_username: 'bob', given_name: 'Bob', groups: ['auditors'] },
} as const;

/** With what the orchestrator is called. */
export const ORCHESTRATOR_LOGIN = { username: 'admin', password: 'demo-orchestrator' } as const;

interface Part {
  close(): Promise<void>;
}

/** Everything around the platform of the demo, on loopback ports. */
export class DemoNetwork {
  private constructor(
    private readonly parts: readonly Part[],
    readonly provider: TestOpenIdProvider,
    readonly inbox: Inbox,
  ) {}

  /** Starts the network as an earlier start has left it. */
  static async start(directory: DemoDirectory, ports: DemoPorts): Promise<DemoNetwork> {
    const parts: Part[] = [];
    for (const device of DEVICES) {
      parts.push(await startDemoDevice(device, ports[device.name], directory));
    }
    const { username, password } = ORCHESTRATOR_LOGIN;
    parts.push(
      await Orchestrator.start({
        modules: SERVICE_MODULES,
        data: readDatastore(directory.read('orchestrator.json')) ?? startingDatastore(ports),
        authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
        port: ports.orchestrator,
        onChange: (data) => {
          directory.write('orchestrator.json', JSON.stringify(data));
        },
      }),
    );
    parts.push(await startRegistry(ports.registry));
    const inbox = await Inbox.start(ports);
    const provider = await TestOpenIdProvider.start({
      port: ports.openIdProvider,
      redirectUri: `http://127.0.0.1:${ports.platform}/login/oidc/callback`,
      canChoose: true,
    });
    await provider.setUsers(OPEN_ID_USERS);
    return new DemoNetwork([...parts, inbox], provider, inbox);
  }

  async close(): Promise<void> {
    await this.provider.stop();
    for (const part of this.parts) await part.close();
  }
}
