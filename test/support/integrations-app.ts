import { IntegrationHealthService } from '../../src/domains/integrations/health/integration-health.service.js';
import { IntegrationHealthTasks } from '../../src/domains/integrations/health/integration-health.tasks.js';
import { type JsonObject } from '../../src/kernel/json.js';
import { FakeSystem } from './fakes/fake-system.js';
import { anOpenApi } from './factories/an-open-api.js';
import { type Answer, type CallOptions, startApp, type TestApp } from './start-app.js';

/** The model that the integrations of these tests have unless they say otherwise. */
export const BOXES_MODEL = 'Acme Boxes:1.2';
/** What no answer may hold. */
export const INTEGRATION_SECRET = 'canary-7f3a9b';

export interface Refused {
  readonly message: string;
  readonly code: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}
export interface ShownRecord {
  readonly metadata: { readonly isActive: boolean; readonly detail: string };
  readonly data: JsonObject;
}
export interface Called {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Path of an integration, or of something below it. */
export const integrationPath = (name: string, more = ''): string =>
  `/integrations/${encodeURIComponent(name)}${more}`;

/** The platform beside a system that its integrations call. */
export class IntegrationsApp {
  readonly apiKey = { apiKey: { value: INTEGRATION_SECRET } };

  private constructor(
    readonly app: TestApp,
    readonly system: FakeSystem,
  ) {}

  static async start(name: string): Promise<IntegrationsApp> {
    const app = await startApp(name, {
      // Tests say themselves when systems are looked at.
      override: (builder) => builder.overrideProvider(IntegrationHealthTasks).useValue({}),
    });
    await app.as('admin', 'POST', '/integration-models', { body: { model: anOpenApi() } });
    return new IntegrationsApp(app, await FakeSystem.start());
  }

  /** `properties.server` of an integration that reaches the system. */
  server(): JsonObject {
    return { protocol: 'http', host: this.system.host, base_path: '/api/v1' };
  }

  /** Properties of an integration that reaches the system, with a credential. */
  reached(more: JsonObject = {}): JsonObject {
    return { server: this.server(), authentication: this.apiKey, ...more };
  }

  admin<T>(method: string, path: string, options?: CallOptions): Promise<Answer<T>> {
    return this.app.as<T>('admin', method, path, options);
  }

  create<T = ShownRecord>(
    name: string,
    properties: JsonObject = {},
    more: JsonObject = {},
  ): Promise<Answer<T>> {
    const body = { properties: { name, model: BOXES_MODEL, properties, ...more } };
    return this.admin<T>('POST', '/integrations', { body });
  }

  async read(name: string): Promise<ShownRecord> {
    const path = integrationPath(name);
    return (await this.app.as<{ result: ShownRecord }>('apiread', 'GET', path)).json.result;
  }

  call<T = Called>(name: string, operationId: string, body: JsonObject = {}): Promise<Answer<T>> {
    const path = integrationPath(name, `/operations/${encodeURIComponent(operationId)}`);
    return this.app.as<T>('apiwrite', 'POST', path, { body });
  }

  /** Looks at the systems of all integrations that are due. */
  look(): Promise<void> {
    return this.app.app
      .get(IntegrationHealthService, { strict: false })
      .run(new AbortController().signal);
  }

  /** Nothing left of the test before: no integration, no behaviour of the system. */
  async forget(): Promise<void> {
    this.system.forget();
    const listed = await this.admin<{ results: { data: { name: string } }[] }>(
      'GET',
      '/integrations?limit=100',
    );
    for (const { data } of listed.json.results)
      await this.admin('DELETE', integrationPath(data.name));
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.system.close();
  }
}
