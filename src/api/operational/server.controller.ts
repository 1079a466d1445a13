import * as os from 'node:os';
import { Controller, Inject, Res } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { type Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { shownSettings } from '../../platform/config/shown-settings.js';
import { notFound } from '../../kernel/app-error.js';
import { Operation } from '../operation.decorator.js';
import { QueryObject } from '../query/query-object.decorator.js';
import { HealthService } from './health.service.js';
import {
  HealthSystemAnswer,
  IndexStatusAnswer,
  IndexStatusQuery,
  ServerConfigAnswer,
} from './server.dto.js';

/** The machine, the settings and the database of this server. */
@Controller()
export class ServerController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly health: HealthService,
  ) {}

  @Operation('healthSystem', HealthSystemAnswer)
  healthSystem(): HealthSystemAnswer {
    const [freemem, totalmem] = [os.freemem(), os.totalmem()];
    const memory = { freemem, totalmem };
    const machine = { arch: os.arch(), release: os.release(), uptime: os.uptime() };
    return { ...machine, ...memory, loadavg: os.loadavg(), cpus: os.cpus() };
  }

  @Operation('version')
  version(@Res({ passthrough: true }) reply: FastifyReply): string {
    reply.type('text/plain; charset=utf-8');
    return this.config.catalogue.release;
  }

  @Operation('serverConfig', ServerConfigAnswer)
  serverConfig(): ServerConfigAnswer {
    return { settings: shownSettings(this.config) };
  }

  @Operation('indexStatus', IndexStatusAnswer)
  async indexStatus(
    @QueryObject() { collections: wanted }: IndexStatusQuery,
  ): Promise<IndexStatusAnswer> {
    const all = await this.health.indexes();
    const unknown = wanted?.find((name) => !all.some(({ collection }) => collection === name));
    if (unknown !== undefined) throw notFound('Collection', unknown);
    const collections = all.filter(({ collection }) => wanted?.includes(collection) ?? true);
    return { complete: collections.every(({ missing }) => missing.length === 0), collections };
  }
}
