import { randomBytes } from 'node:crypto';
import { AdapterHealthTasks } from '../../src/domains/adapters/health/adapter-health.tasks.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { type Orchestrator, startOrchestrator } from './fakes/orchestrator.js';
import { type Answer, type CallOptions, startApp, type TestApp } from './start-app.js';

/** The adapter that leads to the simulated orchestrator. */
export const ADAPTER = 'Local NSO';
/** What no answer may hold. */
export const ADAPTER_PASSWORD = 'canary-pw-51c9';
export const ADAPTER_USER = 'admin';
/** What the orchestrator wants to see. */
export const AUTHORIZATION = `Basic ${Buffer.from(`${ADAPTER_USER}:${ADAPTER_PASSWORD}`).toString('base64')}`;

/** What a problem says of what was refused, here or by the orchestrator. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly {
    readonly pointer: string;
    readonly detail: string;
    readonly upstream?: JsonObject;
  }[];
}

export interface ActionParams {
  readonly path: string;
  readonly accept?: string;
  readonly contentType?: string;
}

/** The platform beside a simulated orchestrator that wants a password. */
export class OrchestratorApp {
  private constructor(
    readonly app: TestApp,
    readonly orchestrator: Orchestrator,
  ) {}

  static async start(
    name: string,
    env: Readonly<Record<string, string>> = {},
  ): Promise<OrchestratorApp> {
    const app = await startApp(name, {
      env,
      // Only what tests send may reach the orchestrator.
      override: (builder) => builder.overrideProvider(AdapterHealthTasks).useValue({}),
    });
    const started = new OrchestratorApp(
      app,
      await startOrchestrator({ authorization: AUTHORIZATION }),
    );
    await started.adapter(ADAPTER);
    return started;
  }

  /** Creates an adapter that leads to the orchestrator unless told otherwise. */
  async adapter(name: string, more: JsonObject = {}): Promise<void> {
    const body = {
      name,
      baseUrl: this.orchestrator.url,
      auth: { type: 'basic', username: ADAPTER_USER, password: ADAPTER_PASSWORD },
      retries: 0,
      // Tests fail calls on purpose, one after the other.
      circuitBreaker: { failures: 1000 },
      ...more,
    };
    const made = await this.app.as('admin', 'POST', '/adapters', { body });
    if (made.status !== 200) throw new Error(`no adapter: ${made.text}`);
  }

  /** An adapter of a new name, for what one test does to it. */
  async ownAdapter(more: JsonObject = {}): Promise<string> {
    const name = `own ${randomBytes(6).toString('hex')}`;
    await this.adapter(name, more);
    return name;
  }

  act<T = { readonly result: string }[]>(
    params: ActionParams,
    body: unknown = {},
    { adapter = ADAPTER, ...options }: CallOptions & { readonly adapter?: string } = {},
  ): Promise<Answer<T>> {
    const path = `/orchestrator_manager/restAction/${encodeURIComponent(adapter)}`;
    const given = { params: { accept: 'application/yang-data+json', ...params }, body };
    const sent = options.raw === undefined ? { body: given } : {};
    return this.app.as<T>('admin', 'POST', path, { ...sent, ...options });
  }

  ask<T = { readonly result: unknown[] }>(
    path: string,
    { adapter = ADAPTER, accept = 'application/yang-data+json' } = {},
  ): Promise<Answer<T>> {
    const target = `/orchestrator_manager/restQuery/${encodeURIComponent(adapter)}`;
    return this.app.as<T>('admin', 'POST', target, { body: { params: { path, accept } } });
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.orchestrator.close();
  }
}
