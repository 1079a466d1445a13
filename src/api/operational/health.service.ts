import { hostname } from 'node:os';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { AppError } from '../../kernel/app-error.js';
import { Clock } from '../../kernel/clock.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { type Config } from '../../platform/config/config.js';
import { PACKAGE_INFO } from '../../platform/config/package-info.js';
import { DatabaseProbe } from '../../platform/database/database.probe.js';
import { IndexesRepository } from '../../platform/database/indexes.repository.js';
import { redactedText } from '../../platform/logging/redaction.js';
import { ProbeRegistry, type ProbeResult } from '../../platform/probes/probe-registry.js';
import {
  type Condition,
  type PartHealth,
  type PlatformHealth,
  type Readiness,
  type ServerFacts,
  type ServiceState,
} from './health.js';

/** What the server knows of itself and of its parts. */
@Injectable()
export class HealthService implements OnModuleInit {
  readonly #startedAt: Date;

  constructor(
    private readonly probes: ProbeRegistry,
    private readonly database: DatabaseProbe,
    private readonly stored: IndexesRepository,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.#startedAt = clock.now();
  }

  onModuleInit(): void {
    this.probes.register({ name: 'database', check: () => this.database.check() });
  }

  /**
   * @throws AppError `unavailable` naming the parts that fail, or that the server stops. Anyone may
   * ask this, so it does not say why a part fails.
   */
  async ready(): Promise<Readiness> {
    if (this.probes.stopping) throw notReady([], 'The server is stopping');
    const results = await this.probes.check();
    const failing = results.filter(({ works }) => !works).map(({ name }) => name);
    if (failing.length > 0) throw notReady(failing, `Not working: ${failing.join(', ')}`);
    return { status: 'ready', parts: results.map(({ name }) => name) };
  }

  async status(): Promise<PlatformHealth> {
    const results = await this.probes.check();
    const conditions = await this.probes.conditions();
    return {
      status: results.every(({ works }) => works) ? 'working' : 'failing',
      stopping: this.probes.stopping,
      parts: results.map(toPart),
      host: hostname(),
      serverId: `${hostname()}:${process.pid}`,
      timestamp: this.clock.now().getTime(),
      services: results.map(toService),
      apps: conditionOf(conditions.get('apps')),
      adapters: conditionOf(conditions.get('adapters')),
    };
  }

  /** Which declared indexes the database lacks. */
  async indexes(): ReturnType<IndexesRepository['status']> {
    return this.stored.status();
  }

  server(): ServerFacts {
    const { rss, heapUsed, heapTotal } = process.memoryUsage();
    return {
      release: this.config.catalogue.release,
      version: PACKAGE_INFO.version,
      nodeVersion: process.version,
      startedAt: this.#startedAt.toISOString(),
      uptimeSeconds: Math.floor((this.clock.now().getTime() - this.#startedAt.getTime()) / 1000),
      arch: process.arch,
      platform: process.platform,
      versions: { ...process.versions } as Readonly<Record<string, string>>,
      memoryUsage: process.memoryUsage(),
      cpuUsage: process.cpuUsage(),
      uptime: process.uptime(),
      pid: process.pid,
      dependencies: PACKAGE_INFO.dependencies,
      memory: { residentBytes: rss, heapUsedBytes: heapUsed, heapTotalBytes: heapTotal },
    };
  }
}

function notReady(failing: readonly string[], detail: string): AppError {
  return new AppError('unavailable', detail, {
    code: 'not-ready',
    retryAfterSeconds: 1,
    errors: failing.map((name) => ({ pointer: `#/${name}`, detail: 'does not work' })),
  });
}

function toService({ name, works }: ProbeResult): ServiceState {
  return { service: name, status: works ? 'running' : 'stopped' };
}

/** What cannot be found out is not all right either. */
function conditionOf(isWell: boolean | undefined): Condition {
  return isWell === true ? 'running' : 'degraded';
}

function toPart({ name, works, durationMs, error }: ProbeResult): PartHealth {
  return {
    name,
    status: works ? 'working' : 'failing',
    durationMs,
    ...(error instanceof Error && { detail: redactedText(error.message) }),
  };
}
