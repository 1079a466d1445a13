import { Controller, Inject, type OnModuleInit, Param } from '@nestjs/common';
import { Operation } from '../../../api/operation.decorator.js';
import { ListOptions } from '../../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOf } from '../../../api/lists/page-of.js';
import { AdapterHealthShown, ListAdapterHealthAnswer } from '../records/adapter-lists.dto.js';
import { ADAPTER_HEALTH_LIST } from '../records/adapter-lists.js';
import { processHealth } from '../../../api/answers/process-health.js';
import { Clock } from '../../../kernel/clock.js';
import { type Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { ProbeRegistry } from '../../../platform/probes/probe-registry.js';
import { type StoredAdapter } from '../records/adapter.js';
import { AdaptersService } from '../records/adapters.service.js';
import { toAdapterHealth } from '../records/to-adapter-shown.js';
import { AdapterHealthService } from './adapter-health.service.js';

/** How the systems behind adapters do. */
@Controller()
export class AdapterHealthController implements OnModuleInit {
  constructor(
    private readonly adapters: AdaptersService,
    private readonly health: AdapterHealthService,
    private readonly probes: ProbeRegistry,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.probes.registerCondition('adapters', () => this.adapters.areWell());
  }

  @Operation('listAdapterHealth', ListAdapterHealthAnswer)
  async listAdapterHealth(
    @ListOptions(ADAPTER_HEALTH_LIST) list: ListRequest,
  ): Promise<ListAdapterHealthAnswer> {
    const show = (one: StoredAdapter): AdapterHealthShown => this.shown(one);
    const page = await pageOf(list, (part) => this.adapters.list(part), show);
    return { results: page.items, total: page.total };
  }

  @Operation('getAdapterHealth', AdapterHealthShown)
  async getAdapterHealth(@Param('name') name: string): Promise<AdapterHealthShown> {
    return this.shown(await this.adapters.get(name));
  }

  @Operation('probeAdapter', AdapterHealthShown)
  async probeAdapter(@Param('name') name: string): Promise<AdapterHealthShown> {
    const adapter = await this.adapters.usable(name);
    const probe = await this.health.look(adapter, new AbortController().signal);
    return this.shown({ ...adapter, probe: probe ?? null });
  }

  private shown(adapter: StoredAdapter): AdapterHealthShown {
    return toAdapterHealth(adapter, processHealth(this.clock.now(), this.config.logging.level));
  }
}
