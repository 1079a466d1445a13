import { AdapterHealthTasks } from '../../src/domains/adapters/health/adapter-health.tasks.js';
import { type AdapterShown } from '../../src/domains/adapters/records/adapters.dto.js';
import { type SavedItem } from '../../src/domains/service-management/changes/service-changes.dto.js';
import { type JsonObject } from '../../src/kernel/json.js';
import {
  Orchestrator,
  type OrchestratorOptions,
  type RecordedRequest,
} from './fakes/orchestrator.js';
import {
  type Answer,
  type CallOptions,
  startApp,
  type TestApp,
  type TestAppOptions,
} from './start-app.js';

/** Where the instances of these tests lie. */
export const VPN = '/l3vpn:vpn/l3vpn';

export interface Refused {
  readonly code: string;
  readonly message: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
  readonly current?: JsonObject;
}

/** An instance that touches a device. */
export const aVpn = (name: string, device = 'ce0', more: JsonObject = {}): JsonObject => ({
  name,
  'as-number': 65_000,
  endpoint: [{ id: 'e1', 'ce-device': device, 'ce-interface': 'GigabitEthernet0/1' }],
  ...more,
});

/** The platform beside an orchestrator that its instances go to. */
export class ServicesApp {
  private constructor(
    readonly app: TestApp,
    readonly orchestrator: Orchestrator,
  ) {}

  static async start(
    name: string,
    options: TestAppOptions & { readonly orchestrator?: OrchestratorOptions } = {},
  ): Promise<ServicesApp> {
    const { orchestrator, override, ...app } = options;
    const started = await startApp(name, {
      ...app,
      // Tests say themselves when systems are looked at.
      override: (builder) => {
        const quiet = builder.overrideProvider(AdapterHealthTasks).useValue({});
        return override?.(quiet) ?? quiet;
      },
    });
    return new ServicesApp(started, await Orchestrator.start(orchestrator));
  }

  /** An adapter that reaches the orchestrator. */
  async adapter(name: string, more: JsonObject = {}): Promise<AdapterShown> {
    const body = { name, baseUrl: this.orchestrator.url, retries: 0, ...more };
    return (await this.app.as<AdapterShown>('admin', 'POST', '/adapters', { body })).json;
  }

  async removeAdapters(): Promise<void> {
    const { results } = (
      await this.app.as<{ results: AdapterShown[] }>('admin', 'GET', '/adapters?limit=100')
    ).json;
    for (const { _id } of results) await this.app.as('admin', 'DELETE', `/adapters/${_id}`);
  }

  /** Saves these instances at `VPN`. */
  save<T = SavedItem[]>(
    instances: readonly JsonObject[],
    options: JsonObject = {},
    call: CallOptions = {},
  ): Promise<Answer<T>> {
    return this.send<T>({ instance: { [VPN]: [...instances] }, options }, call);
  }

  send<T = SavedItem[]>(body: JsonObject, call: CallOptions = {}): Promise<Answer<T>> {
    return this.app.as<T>('engineering', 'POST', '/service_management/saveInstances', {
      body,
      ...call,
    });
  }

  read<T>(path: string, call?: CallOptions): Promise<Answer<T>> {
    return this.app.as<T>('apiread', 'GET', `/service_management/${path}`, call);
  }

  /** The commits that the orchestrator was asked for, dry-runs left out. */
  commits(): readonly RecordedRequest[] {
    return this.orchestrator.requests.filter(
      ({ method, target }) => method === 'PATCH' && !target.includes('dry-run'),
    );
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.orchestrator.close();
  }
}
