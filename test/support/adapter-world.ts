import { AS_PLATFORM } from '../../src/domains/adapters/access/adapter-access.js';
import { type AppError, conflict, notFound } from '../../src/kernel/app-error.js';
import { type AdapterCall } from '../../src/domains/adapters/calls/adapter-call.js';
import { AdapterCallerService } from '../../src/domains/adapters/calls/adapter-caller.service.js';
import { AdapterConnectionsService } from '../../src/domains/adapters/calls/adapter-connections.service.js';
import { AdapterHttpService } from '../../src/domains/adapters/calls/adapter-http.service.js';
import { CallJournal } from '../../src/domains/adapters/calls/call-journal.js';
import {
  type AdapterSettings,
  type StoredAdapter,
} from '../../src/domains/adapters/records/adapter.js';
import { defaultSettings } from '../../src/domains/adapters/records/adapter-settings.js';
import { type AdaptersService } from '../../src/domains/adapters/records/adapters.service.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { AppLogger } from '../../src/platform/logging/app-logger.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { resolveBySystem } from '../../src/platform/outbound/checked-lookup.js';
import { OutboundClient } from '../../src/platform/outbound/outbound-client.js';
import { DEFAULT_RETRY_POLICY } from '../../src/platform/outbound/retry-policy.js';
import { SecretBox } from '../../src/platform/secrets/secret-box.js';
import { HandClock } from './hand-clock.js';

/** Seals what adapters of an `AdapterWorld` keep. */
export const ADAPTER_SECRETS = new SecretBox([Buffer.alloc(32, 7)]);
export const AN_ADAPTER_CALL: AdapterCall = { method: 'GET', path: '/restconf/data' };

/** A caller over adapters that lie in memory. */
export class AdapterWorld {
  readonly clock = new HandClock();
  readonly lines: string[] = [];
  readonly metrics = new Metrics();
  readonly caller: AdapterCallerService;
  readonly close: () => Promise<void>;
  private readonly adapters = new Map<string, StoredAdapter>();

  constructor() {
    const config = loadConfig({ LOG_LEVEL: 'debug' });
    const outbound = new OutboundClient(config.outbound, {
      resolve: resolveBySystem,
      random: () => 1,
      retryPolicy: { ...DEFAULT_RETRY_POLICY, firstDelayMs: 1, delayMaxMs: 2 },
    });
    this.close = () => outbound.onApplicationShutdown();
    const log = new AppLogger(
      { ...config.logging, level: 'debug' },
      {
        write: (line: string) => this.lines.push(line),
      },
    );
    const records: Pick<AdaptersService, 'usable'> = {
      usable: (name) => {
        const adapter = this.adapters.get(name.replace(/^id-/, ''));
        if (!adapter) return Promise.reject(notFound('Adapter', name));
        return adapter.enabled
          ? Promise.resolve(adapter)
          : Promise.reject(conflict(`Adapter '${name}' is disabled`, 'adapter-disabled'));
      },
    };
    this.caller = new AdapterCallerService(
      records as AdaptersService,
      new AdapterConnectionsService(outbound, ADAPTER_SECRETS, this.clock),
      new AdapterHttpService(outbound, ADAPTER_SECRETS),
      new CallJournal(this.metrics, log),
      this.clock,
    );
  }

  /** Keeps an adapter, or changes it: it then has a new revision. */
  put(baseUrl: string, more: Partial<AdapterSettings> = {}, name = 'A'): void {
    const date = new Date(0);
    this.adapters.set(name, {
      ...defaultSettings('restconf', { timeoutMs: 5000, responseLimitBytes: 1024 * 1024 }),
      _id: `id-${name}`,
      name,
      nameFolded: name,
      restarted: null,
      probe: null,
      revision: (this.adapters.get(name)?.revision ?? 0) + 1,
      created: date,
      createdBy: 'x',
      updated: date,
      updatedBy: 'x',
      retries: 0,
      baseUrl,
      ...more,
    });
  }

  async text(call: AdapterCall = AN_ADAPTER_CALL, name = 'A'): Promise<string> {
    return (await this.caller.call(AS_PLATFORM, name, call)).body.toString();
  }

  async failure(call: AdapterCall = AN_ADAPTER_CALL, name = 'A'): Promise<AppError> {
    return this.caller.call(AS_PLATFORM, name, call).then(
      () => Promise.reject(new Error('the call succeeded')),
      (error: unknown) => error as AppError,
    );
  }
}
